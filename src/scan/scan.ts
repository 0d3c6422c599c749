import { type Problem, SettingsError } from '../core/problem.ts';
import { timeLimit } from '../core/time-limit.ts';
import { organizationBaseline } from '../policy/organization.ts';
import type { OrganizationPolicy, Policy } from '../policy/policy.ts';
import type { WireScanResult } from '../service/schema.ts';
import { type BaselineRequest, type BaselineScan, readBaseline } from './fetch-baseline.ts';
import { type Obtained, type Obtaining, obtainScan, type ScanOrigin } from './obtain-scan.ts';
import { startScan } from './start-scan.ts';
import { problemWithin } from './timeout.ts';
import { type ScanEnd, type ScanProgress, waitForScan } from './wait-for-scan.ts';

/** The result of the scan stage. */
export interface ScanOutcome extends ScanEnd {
  /** `null` when no scan could be started. */
  readonly scanId: string | null;
  readonly origin: ScanOrigin;
  readonly baseline: BaselineScan;
  /** The baseline of the organization's assessment. */
  readonly organizationBaseline: BaselineScan;
}

/** What a scan is compared with. */
export type Baselines = Pick<ScanOutcome, 'baseline' | 'organizationBaseline'>;

/** The scan that a run waits for, and how the run got it. */
export type ObtainedScan = Pick<ScanOutcome, 'scanId' | 'origin'>;

export interface ScanRequest extends Obtaining {
  readonly policy: Policy;
  readonly organization: OrganizationPolicy | null;
  /** Asks the gate whether a partial result is enough to fail. */
  readonly failsFast: (result: WireScanResult, baselines: Baselines) => boolean;
  /** Called with the progress of the scan. Must not throw. */
  readonly onProgress?: (progress: ScanProgress, of: ObtainedScan) => void;
}

/**
 * Obtains a scan and its baseline, and waits for the end of the scan, all within `timeout`. A failure becomes the
 * `problem` of the outcome. A scan of an earlier run that turns out to be dead is replaced by a new one, once: the scan
 * list does not show that it has ended, so every re-run would take it up.
 *
 * @throws SettingsError if `scan-id` belongs to another target than `url`, or the baseline is the scan itself
 */
export async function scan(request: ScanRequest): Promise<ScanOutcome> {
  const { inputs, clock, log, target } = request;
  const { timeoutMs } = inputs.scan;
  const endsAt = clock.now() + timeoutMs;
  using deadline = timeLimit(request.signal, timeoutMs);
  const { signal } = deadline;
  const obtained = await obtainScan({ ...request, signal });
  const outcome = await follow({ ...request, signal, endsAt }, obtained);
  if (!isDead(outcome) || target === null) return outcome;
  log.info(`Scan ${outcome.scanId} ended before it was finished. Starting a new one`);
  return follow({ ...request, signal, endsAt }, await startScan({ ...request, target, signal }));
}

/** True for an earlier run's scan that will never have a whole result. */
function isDead({ origin, problem }: ScanOutcome): boolean {
  const isOlder = origin === 'reused' || origin === 'resumed';
  return isOlder && (problem?.kind === 'ended-early' || problem?.kind === 'no-end-date');
}

/** Reads the baseline and waits for the end of the scan. @throws SettingsError if the baseline is the scan itself */
async function follow(
  request: ScanRequest & { readonly endsAt: number },
  obtained: Obtained,
): Promise<ScanOutcome> {
  const { inputs, clock, policy, organization, signal, endsAt } = request;
  const { timeoutMs, language, includeSubdomains, includeLeaks, pollIntervalMs } = inputs.scan;
  const fetchOptions = { language, includeSubdomains, includeLeaks };
  const { scanId, origin } = obtained;
  if (scanId === null) return unfinished(obtained, obtained.problem);
  try {
    const baselines = await readBaselines({ ...request, scanId, fetchOptions, signal });
    const mayFailFast = policy.failFast || organization?.policy.failFast === true;
    const end = await waitForScan({
      ...request,
      scanId,
      mustBeThere: origin === 'attached',
      fetchOptions,
      timeoutMs,
      remainingMs: endsAt - clock.now(),
      pollIntervalMs,
      isEnough: (result) => mayFailFast && request.failsFast(result, baselines),
      onProgress: (progress) => request.onProgress?.(progress, obtained),
    });
    return { scanId, origin, ...baselines, ...end };
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    return unfinished(obtained, problemWithin(timeoutMs, error, { id: scanId }));
  }
}

type BaselinesRequest = Pick<ScanRequest, 'policy' | 'organization'> &
  Omit<BaselineRequest, 'baseline' | 'baselineScans'>;

/** Reads both baselines, and the same one only once. */
async function readBaselines(request: BaselinesRequest): Promise<Baselines> {
  const { policy, organization } = request;
  const { baseline, baselineScans } = policy;
  const none = { kind: 'none' } as const;
  if (organization === null)
    return { baseline: await readOne({ ...request, baseline, baselineScans }), organizationBaseline: none };
  const other = organizationBaseline(policy, organization);
  const otherScans = organization.policy.baselineScans;
  if (other !== baseline) {
    return {
      baseline: await readOne({ ...request, baseline, baselineScans }),
      organizationBaseline: await readOne({ ...request, baseline: other, baselineScans: otherScans }),
    };
  }
  const all = await readOne({ ...request, baseline, baselineScans: Math.max(baselineScans, otherScans) });
  return { baseline: newestOf(all, baselineScans), organizationBaseline: newestOf(all, otherScans) };
}

function newestOf(baseline: BaselineScan, count: number): BaselineScan {
  return baseline.kind === 'scan' ? { ...baseline, older: baseline.older.slice(0, count - 1) } : baseline;
}

async function readOne(request: BaselineRequest): Promise<BaselineScan> {
  return request.baseline === null ? { kind: 'none' } : readBaseline(request);
}

/** An outcome without a result. */
export function unfinished({ scanId, origin }: ObtainedScan, problem: Problem): ScanOutcome {
  const none = { kind: 'none' } as const;
  const baselines = { baseline: none, organizationBaseline: none };
  return { scanId, origin, result: null, raw: null, percentage: null, problem, partial: false, ...baselines };
}
