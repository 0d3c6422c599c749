import { type Problem, SettingsError } from '../core/problem.ts';
import type { PullRequestStatus } from '../github/pull-request.ts';
import type { Policy } from '../policy/policy.ts';
import type { WireScanResult } from '../service/schema.ts';
import { problemWithin, withDeadline } from './deadline.ts';
import type { BaselineRequest, BaselineScan } from './fetch-baseline.ts';
import { type Obtained, type Obtaining, obtainScan, type ScanOrigin } from './obtain-scan.ts';
import type { ScanEnd, ScanProgress } from './wait-for-scan.ts';

/** The result of the scan stage. */
export interface ScanOutcome extends ScanEnd {
  /** `null` when no scan could be started. */
  readonly scanId: string | null;
  readonly origin: ScanOrigin;
  readonly baseline: BaselineScan;
}

export interface ScanRequest extends Obtaining {
  readonly policy: Policy;
  readonly pullRequest: PullRequestStatus;
  /** Asks the gate whether a partial result blocks. */
  readonly blocks: (result: WireScanResult, baseline: BaselineScan) => boolean | Promise<boolean>;
  /** Called with the progress of the scan. Must not throw. */
  readonly onProgress?: (progress: ScanProgress) => void;
}

/**
 * Obtains a scan and its baseline, and waits for the end of the scan, all within `timeout`. A failure becomes the
 * `problem` of the outcome.
 *
 * @throws SettingsError if `scan-id` belongs to another target than `url`, or the baseline is the scan itself
 */
export async function scan(request: ScanRequest): Promise<ScanOutcome> {
  const { inputs, clock, policy } = request;
  const { timeoutMs, language, includeSubdomains, includeLeaks, pollIntervalMs } = inputs.scan;
  const fetchOptions = { language, includeSubdomains, includeLeaks };
  const startedAt = clock.now();
  using deadline = withDeadline(request.signal, timeoutMs);
  const { signal } = deadline;
  const obtained = await obtainScan({ ...request, signal });
  const { scanId, origin } = obtained;
  if (scanId === null) return unfinished(obtained, obtained.problem);
  try {
    const baseline = await baselineOf({
      ...request,
      scanId,
      baseline: policy.baseline,
      fetchOptions,
      signal,
    });
    const { waitForScan } = await import('./wait-for-scan.ts');
    const end = await waitForScan({
      ...request,
      scanId,
      mustBeThere: origin === 'attached',
      fetchOptions,
      timeoutMs,
      remainingMs: timeoutMs - (clock.now() - startedAt),
      pollIntervalMs,
      isEnough: (result) => policy.failFast && request.blocks(result, baseline),
    });
    return { scanId, origin, baseline, ...end };
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    return unfinished(obtained, problemWithin(timeoutMs, error, scanId));
  }
}

/** Loads the code for baselines only when there is one. */
async function baselineOf(request: BaselineRequest): Promise<BaselineScan> {
  if (request.baseline === null) return { kind: 'none' };
  const { readBaseline } = await import('./fetch-baseline.ts');
  return readBaseline(request);
}

/** An outcome without a result. */
export function unfinished(
  { scanId, origin }: Pick<Obtained, 'scanId' | 'origin'>,
  problem: Problem,
): ScanOutcome {
  const baseline = { kind: 'none' } as const;
  return { scanId, origin, result: null, raw: null, percentage: null, problem, partial: false, baseline };
}
