import type { Decision } from '../gate/judge-scan.ts';
import type { Target } from '../inputs/target-url.ts';
import type { RunSetup } from '../prepare/prepare.ts';
import type { ScanEnd } from '../scan/scan.ts';
import type { TrendPoint } from '../scan/trend.ts';
import type { ServiceClient } from '../service/client.ts';

/**
 * A run with its verdict: what the run hands to publishing. {@link RunSetup} is what was prepared, {@link Decision}
 * what the gate decided; the rest stands here by stage.
 */
export interface DecidedRun extends RunSetup, Decision {
  // The step
  /** When the step began, in milliseconds since the Unix epoch. */
  readonly stepStartedAt: number;
  readonly client: ServiceClient;

  // Target
  /** `null` if none was found, and for an attached scan that the scan list does not have. */
  readonly target: Target | null;
  /** Statuses, before the scan and after it, that only `allowed-statuses` accepted as ready. */
  readonly acceptedStatuses: readonly number[];
  /** The forms of values of `preferences` that may be secrets. They are masked when the outputs are known. */
  readonly preferenceForms: readonly string[];

  // Scan
  readonly scanEnd: ScanEnd;
  /** Resolves when the last update of the comment during the scan has ended. */
  readonly progressEnded: Promise<void>;

  // For reports only
  /** The last finished scans of the target, oldest first; empty if no trend is shown. */
  readonly trend: readonly TrendPoint[];
}
