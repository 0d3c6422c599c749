import type { World } from '../core/ports.ts';
import { type Problem, SettingsError } from '../core/problem.ts';
import { timeLimit } from '../core/time-limit.ts';
import type { Policy } from '../policy/policy.ts';
import type { ServiceClient } from '../service/client.ts';
import type { WireScanResult } from '../service/wire.ts';
import type { FoundTarget } from '../target/find-target.ts';
import { type BaselineRequest, type BaselineScan, readBaseline } from './baseline-scans.ts';
import { type ObtainRequest, obtainScan, type ScanSetup } from './obtain-scan.ts';
import { problemWithin } from './scan-deadline.ts';
import type { ScanProgress } from './scan-progress.ts';
import { type ObtainedScan, type ScanOrigin, startScan } from './start-scan.ts';
import { type WaitEnd, waitForScan } from './wait-for-scan.ts';

/** A policy that judges the scan, and the baseline of that policy. */
export interface PolicyWithBaseline {
  readonly policy: Policy;
  readonly baseline: BaselineScan;
}

/** How the scan stage ended: with the result of a scan, or with the problem that kept it from one. */
export interface ScanEnd extends WaitEnd {
  /** `null` when no scan could be started. */
  readonly scanId: string | null;
  readonly origin: ScanOrigin;
  /** What the scan is judged by, the policy of the repository first. The baseline is `none` if it was not read. */
  readonly policiesWithBaselines: readonly PolicyWithBaseline[];
}

/** True if the scan has finished, and its whole result was read. */
export function hasWholeResult({ problem, partial }: Pick<WaitEnd, 'problem' | 'partial'>): boolean {
  return problem === null && !partial;
}

/** What the scan stage scans, and whom it asks and tells. */
export interface ScanRequest {
  readonly client: ServiceClient;
  readonly found: Pick<FoundTarget, 'target' | 'readyAt'>;
  readonly readNotedScan: ObtainRequest['readNotedScan'];
  /** Asks the gate whether a partial result is enough to fail. */
  readonly failsFast: (result: WireScanResult, policies: readonly PolicyWithBaseline[]) => boolean;
  /** Asks the gate whether the result of a finished scan leaves no doubt. */
  readonly isTrusted: (ended: ScanEnd) => boolean;
  /** Called with the progress of the scan. Must not throw. */
  readonly onProgress: (progress: ScanProgress, of: ObtainedScan) => void;
}

/**
 * Obtains a scan and its baseline, and waits for the end of the scan, all within `timeout`. A failure becomes the `problem`
 * of the end. A scan of an earlier run is replaced by a new one, once, if it is dead, or if it is reused and has a doubt. The
 * scan list shows neither, so without this every re-run would take up the same scan.
 *
 * @throws SettingsError if `scan-id` belongs to another target than `url`, or the baseline is the scan itself
 */
export async function scan(
  setup: ScanSetup,
  request: ScanRequest,
  world: Pick<World, 'clock' | 'log' | 'cancelled'>,
): Promise<ScanEnd> {
  const { client, found, readNotedScan, isTrusted } = request;
  const { target, readyAt } = found;
  const { timeoutMs } = setup.inputs.scan;
  using limit = timeLimit(world.cancelled, timeoutMs);
  const { signal } = limit;
  const { clock, log } = world;
  const deadline = { at: clock.now() + timeoutMs, timeoutMs };
  const stage = { setup, client, target, readyAt, readNotedScan, deadline, clock, log, signal };
  const scanEnd = await awaitScan(stage, () => obtainScan(stage), request);
  const leavesDoubt = scanEnd.origin === 'reused' && hasWholeResult(scanEnd) && !isTrusted(scanEnd);
  if (target === null || !(isDead(scanEnd) || leavesDoubt)) return scanEnd;
  const why = leavesDoubt ? 'leaves a doubt' : 'ended before it was finished';
  log.info(`Scan ${scanEnd.scanId} ${why}. Starting a new one`);
  return awaitScan(stage, () => startScan({ ...stage, target }), request);
}

/** True for an earlier run's scan that will never have a whole result. */
function isDead({ origin, problem }: ScanEnd): boolean {
  const isOlder = origin === 'reused' || origin === 'resumed';
  const kinds: readonly (Problem['kind'] | undefined)[] = ['ended-early', 'no-end-date', 'other-scan'];
  return isOlder && kinds.includes(problem?.kind);
}

/**
 * Waits for the scan that `obtain` gives: reads the baselines, then polls until it ends. Every error of the scan stage becomes
 * a problem here.
 *
 * @throws SettingsError for settings that the scan list shows to be wrong
 */
async function awaitScan(
  stage: ObtainRequest,
  obtain: () => Promise<ObtainedScan>,
  { failsFast, onProgress }: Pick<ScanRequest, 'failsFast' | 'onProgress'>,
): Promise<ScanEnd> {
  const { setup, deadline } = stage;
  const { policies } = setup;
  const fetchOptions = setup.inputs.scan;
  let obtained: ObtainedScan | null = null;
  try {
    obtained = await obtain();
    const { scanId, origin } = obtained;
    const policiesWithBaselines = await readBaselines(policies, { ...setup, ...stage, fetchOptions, scanId });
    const end = await waitForScan({
      ...stage,
      scanId,
      endsIfMissing: origin === 'attached',
      fetchOptions,
      pollIntervalMs: setup.inputs.scan.pollIntervalMs,
      isEnough: (result) => failsFast(result, policiesWithBaselines),
      onProgress: (progress) => onProgress(progress, { scanId, origin }),
    });
    return { scanId, origin, policiesWithBaselines, ...end };
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    const scan = obtained === null ? 'none' : { id: obtained.scanId };
    return endWithoutResult(obtained, policies, problemWithin(deadline.timeoutMs, error, scan));
  }
}

/** Reads the baseline of each policy. A baseline that several policies have is read once. */
async function readBaselines(
  policies: readonly Policy[],
  reading: Omit<BaselineRequest, 'baseline' | 'baselineScans'>,
): Promise<readonly PolicyWithBaseline[]> {
  const keyOf = ({ baseline }: Policy) => JSON.stringify(baseline);
  const readByKey = new Map<string, BaselineScan>();
  for (const [key, alike] of Map.groupBy(policies, keyOf)) {
    const baseline = alike[0]?.baseline ?? null;
    const baselineScans = Math.max(...alike.map((policy) => policy.baselineScans));
    readByKey.set(key, await readBaseline({ ...reading, baseline, baselineScans }));
  }
  return policies.map((policy) => ({ policy, baseline: limitOlder(readByKey.get(keyOf(policy)), policy) }));
}

/** The baseline with as many older scans as the policy asks for. */
function limitOlder(baseline: BaselineScan | undefined, { baselineScans }: Policy): BaselineScan {
  if (baseline?.kind !== 'scan') return baseline ?? { kind: 'none' };
  return { ...baseline, older: baseline.older.slice(0, baselineScans - 1) };
}

/** The policies without their baselines. */
export function withoutBaseline(policies: readonly Policy[]): readonly PolicyWithBaseline[] {
  return policies.map((policy) => ({ policy, baseline: { kind: 'none' } }));
}

/** The end of a scan stage without a result. @param obtained `null` if there is no scan */
export function endWithoutResult(
  obtained: ObtainedScan | null,
  policies: readonly Policy[],
  problem: Problem,
): ScanEnd {
  const { scanId, origin } = obtained ?? { scanId: null, origin: 'started' };
  const nothing = { result: null, raw: null, percentage: null, partial: false };
  return { scanId, origin, problem, policiesWithBaselines: withoutBaseline(policies), ...nothing };
}
