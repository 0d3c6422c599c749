import type { StageContext } from '../core/ports.ts';
import { type Problem, SettingsError } from '../core/problem.ts';
import type { PullRequestStatus } from '../github/pull-request.ts';
import type { Inputs } from '../inputs/inputs.ts';
import type { Target } from '../inputs/target-url.ts';
import type { Policy } from '../policy/policy.ts';
import type { RawAnswer } from '../service/answers.ts';
import type { ServiceClient } from '../service/client.ts';
import type { WireScanResult } from '../service/schema.ts';
import { problemWithin, withDeadline } from './deadline.ts';
import type { BaselineRequest, BaselineScan } from './fetch-baseline.ts';
import { type Obtained, obtainScan, type ScanOrigin } from './obtain-scan.ts';
import type { ScanProgress } from './wait-for-scan.ts';

/** What the scan stage found out, whole or not. */
export interface ScanOutcome {
  /** `null` when no scan could be started. */
  readonly scanId: string | null;
  readonly origin: ScanOrigin;
  readonly result: WireScanResult | null;
  /** All that the service answered with the result. */
  readonly raw: RawAnswer | null;
  readonly percentage: number | null;
  /** Why the result is partial, absent or not to be trusted; `null` when the scan finished. */
  readonly problem: Problem | null;
  /** True when `fail-fast` ended the wait on a partial result that blocks. */
  readonly partial: boolean;
  readonly baseline: BaselineScan;
}

export interface ScanRequest extends StageContext {
  readonly client: ServiceClient;
  readonly inputs: Inputs;
  /** `null` only where `scan-id` is given. */
  readonly target: Target | null;
  /** When the target was deployed, in milliseconds since the Unix epoch, where that is known. */
  readonly readyAt: number | null;
  readonly policy: Policy;
  readonly pullRequest: PullRequestStatus;
  /** `GITHUB_RUN_ATTEMPT`. */
  readonly attempt: number;
  /** The gate's word on a partial result: true when something blocks. */
  readonly blocks: (result: WireScanResult, baseline: BaselineScan) => boolean | Promise<boolean>;
  /** Told how far the scan is; must neither throw nor wait. */
  readonly onProgress?: (progress: ScanProgress) => void;
}

/**
 * Gets hold of a scan and its baseline, and waits for its end, all within `timeout`. A failure is the `problem` of the
 * outcome.
 *
 * @throws SettingsError when `scan-id` belongs to another target than `url`, or the baseline is the scan itself
 */
export async function scan(stage: ScanRequest): Promise<ScanOutcome> {
  const { inputs, clock } = stage;
  const { timeoutMs, language, includeSubdomains, includeLeaks, pollIntervalMs } = inputs.scan;
  const fetchOptions = { language, includeSubdomains, includeLeaks };
  const startedAt = clock.now();
  using deadline = withDeadline(stage.signal, timeoutMs);
  const obtained = await obtainScan({ ...stage, signal: deadline.signal });
  const { scanId, origin } = obtained;
  if (scanId === null) return unfinished(obtained, obtained.problem);
  const { baseline: wanted, failFast } = stage.policy;
  const request = {
    ...stage,
    scanId,
    baseline: wanted,
    fetchOptions,
    signal: deadline.signal,
  };
  try {
    const baseline = await baselineOf(request);
    const { waitForScan } = await import('./wait-for-scan.ts');
    const end = await waitForScan({
      ...stage,
      scanId,
      mustBeThere: origin === 'attached',
      fetchOptions,
      timeoutMs,
      remainingMs: timeoutMs - (clock.now() - startedAt),
      pollIntervalMs,
      isEnough: (result) => failFast && stage.blocks(result, baseline),
    });
    return { scanId, origin, baseline, ...end };
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    return unfinished(obtained, problemWithin(timeoutMs, error, scanId));
  }
}

/** Most runs have none, and need not load how one is read. */
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
  return {
    scanId,
    origin,
    result: null,
    raw: null,
    percentage: null,
    problem,
    partial: false,
    baseline: { kind: 'none' },
  };
}
