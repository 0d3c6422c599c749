/** What a run hands to publishing. */

import type { Decision } from '../gate/judge-scan.ts';
import type { Target } from '../inputs/target-url.ts';
import type { RunSetup } from '../prepare/prepare.ts';
import type { ScanStageEnd } from '../scan/scan-stage.ts';
import type { TrendPoint } from '../scan/trend.ts';
import type { ServiceClient } from '../service/client.ts';

/**
 * A run with its verdict, which is what gets published. The fields are in the order of the stages that made them.
 */
export interface DecidedRun {
  readonly setup: RunSetup;
  readonly client: ServiceClient;

  /** `null` if no target was found, and for an attached scan that is not in the scan list. */
  readonly target: Target | null;
  /** HTTP statuses of the target, before and after the scan, that count as ready only because of `allowed-statuses`. */
  readonly acceptedStatuses: readonly number[];
  /** Values of `preferences` that may be secrets, in all their forms. They are masked when the outputs are known. */
  readonly preferenceForms: readonly string[];

  readonly scanEnd: ScanStageEnd;
  /** Resolves when the last update of the comment during the scan has ended. */
  readonly progressEnded: Promise<void>;

  readonly decision: Decision;
  /** The last finished scans of the target, oldest first; empty if no trend is shown. */
  readonly trend: readonly TrendPoint[];
}
