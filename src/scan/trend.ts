import type { Target } from '../inputs/target-url.ts';
import type { ServiceClient } from '../service/client.ts';
import { isSeverity, type Severity } from '../severity.ts';
import { withDeadline } from './deadline.ts';
import { scansOfTarget, targetOfScan } from './scan-list.ts';

/** A finished scan of the target, as the list of scans has it. */
export interface PastScan {
  /** Milliseconds since the Unix epoch, by the service's clock. */
  readonly startedAt: number;
  /** Of its worst finding; `null` where the list does not say. */
  readonly severity: Severity | null;
}

export interface TrendRequest {
  readonly client: ServiceClient;
  /** `null` for an attached scan without `url`: then the list says whose it is. */
  readonly target: Target | null;
  readonly scanId: string;
  readonly signal: AbortSignal;
}

const maxScans = 12;
/** Nobody waits for a picture. */
const limitMs = 15_000;
/** The latest time that JavaScript can tell. */
const lastTime = 8.64e15;

/**
 * The last finished scans of the target, this one included, oldest first.
 *
 * @throws ProblemError when the list cannot be read in time
 * @throws the reason of `signal` when that aborts
 */
export async function readTrend({ client, target, scanId, signal }: TrendRequest): Promise<PastScan[]> {
  using deadline = withDeadline(signal, limitMs);
  const list = await client.list(deadline.signal);
  const url = target?.given ?? targetOfScan(list, scanId);
  const scans = url === null ? [] : scansOfTarget(list, url);
  return scans
    .flatMap(({ startedAt, finished, severity }) =>
      finished && startedAt !== null && startedAt >= 0 && startedAt <= lastTime
        ? [{ startedAt, severity: isSeverity(severity) ? severity : null }]
        : [],
    )
    .slice(0, maxScans)
    .reverse();
}
