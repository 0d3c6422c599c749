/** The last scans of the target, which only the reports need. If they cannot be read, the run goes on without them. */

import type { RunPorts } from '../core/ports.ts';
import { type Severity, severityNamed } from '../core/severity.ts';
import type { Target } from '../inputs/target-url.ts';
import type { RunSetup } from '../prepare/prepare.ts';
import type { ServiceClient } from '../service/client.ts';
import { readOptionalList, scansOfTarget } from './scan-list.ts';
import type { ScanStageEnd } from './scan-stage.ts';

/** A finished scan in the trend. */
export interface TrendPoint {
  /** Milliseconds since the Unix epoch, by the service's clock. */
  readonly startedAt: number;
  /** Severity of the worst finding; `null` if the list does not say. */
  readonly severity: Severity | null;
}

/** What the trend is of, and whom it is asked from. */
interface TrendSource {
  readonly client: ServiceClient;
  /** `null` for an attached scan that the list does not have. */
  readonly target: Target | null;
  readonly scanEnd: ScanStageEnd;
}

/** As many as can be read at a glance. */
const maxTrendPoints = 12;

/**
 * The last finished scans of the target, including this one, oldest first. Empty on runs with a pull request, which
 * show no trend, and if the list cannot be read.
 */
export async function findTrend(
  { settings, pullRequest }: RunSetup,
  { client, target, scanEnd }: TrendSource,
  ports: RunPorts,
): Promise<readonly TrendPoint[]> {
  const { summary, trackIssue } = settings.publishing;
  const isShown = pullRequest.kind === 'none' && (summary || trackIssue);
  if (target === null || scanEnd.state !== 'whole' || !isShown) return [];
  const list = await readOptionalList(client, ports, 'No trend');
  return scansOfTarget(list, target.fullAddress)
    .flatMap(({ startedAt, isAtFullProgress, severity }) =>
      isAtFullProgress && startedAt !== null ? [{ startedAt, severity: severityNamed(severity) }] : [],
    )
    .slice(0, maxTrendPoints)
    .reverse();
}
