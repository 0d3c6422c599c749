/** The scan stage: obtains a scan, waits for its end, and replaces a dead or doubtful scan once. */

import type { RunPorts } from '../core/ports.ts';
import { type Problem, SettingsError } from '../core/problem.ts';
import type { Policy } from '../policy/policy.ts';
import type { ServiceClient } from '../service/client.ts';
import type { WireScanResult } from '../service/wire.ts';
import type { TargetStageEnd } from '../target/find-target.ts';
import { fetchBaselines, type PolicyWithBaseline, withoutBaseline } from './baseline-scans.ts';
import { obtainScan } from './obtain-scan.ts';
import { type ScanContext, type ScanSetup, timeoutOrProblem } from './scan-context.ts';
import type { ObtainedScan, ScanOrigin } from './scan-origin.ts';
import type { ScanProgress } from './scan-progress.ts';
import { startScan } from './start-scan.ts';
import { type WaitEnd, waitForScan } from './wait-for-scan.ts';

/** How the scan stage ended: with the result of a scan, or with the problem that prevented a result. */
export type ScanStageEnd = WaitEnd & {
  /** `null` when no scan could be started. */
  readonly scanId: string | null;
  readonly origin: ScanOrigin;
  /** The policies that judge the scan, the repository's first. A baseline that was not read is `none`. */
  readonly policiesWithBaselines: readonly PolicyWithBaseline[];
};

/** What the scan stage scans, and whom it asks and tells. */
export interface ScanStageInput {
  readonly client: ServiceClient;
  /** With a `problem`, nothing is scanned. */
  readonly targetEnd: Pick<TargetStageEnd, 'target' | 'deployedAt' | 'problem'>;
  readonly readNotedScan: ScanContext['readNotedScan'];
  /** Asks the gate whether a partial result is enough to fail. */
  readonly isEnoughToFail: (result: WireScanResult, policies: readonly PolicyWithBaseline[]) => boolean;
  /** Asks the gate whether the result of a finished scan leaves no doubt. */
  readonly isTrusted: (ended: ScanStageEnd) => boolean;
  /** Called with the progress of the scan. Must not throw. */
  readonly onProgress: (progress: ScanProgress, of: ObtainedScan) => void;
}

/**
 * Obtains a scan and its baseline, and waits for the end of the scan, all within `timeout`. A failure becomes the
 * `problem` of the end. A scan of an earlier run is replaced by a new one, once, if it is dead, or if it is reused and
 * has a doubt. The scan list shows neither, so without this every re-run would take up the same scan.
 *
 * @throws SettingsError if `scan-id` belongs to another target than `url`, or the baseline is the scan itself
 */
export async function runScanStage(
  setup: ScanSetup,
  input: ScanStageInput,
  ports: Pick<RunPorts, 'clock' | 'log' | 'cancelled'>,
): Promise<ScanStageEnd> {
  const { client, targetEnd, readNotedScan } = input;
  const { target, deployedAt } = targetEnd;
  const { attachedScanId, timeoutMs } = setup.inputs.scan;
  const attached = attachedScanId === null ? null : ({ scanId: attachedScanId, origin: 'attached' } as const);
  if (targetEnd.problem !== null) return endWithoutResult(attached, setup.policies, targetEnd.problem);
  const { clock, log, cancelled } = ports;
  using limit = clock.timeLimit(cancelled, timeoutMs);
  const { signal } = limit;
  const scanContext = { setup, client, target, deployedAt, readNotedScan, clock, log, signal };
  const first = await obtainAndWait(scanContext, () => obtainScan(scanContext), input);
  if (target === null || first.whyReplaced === null) return first.scanEnd;
  log.info(`Scan ${first.scanEnd.scanId} ${first.whyReplaced}. Starting a new one`);
  const second = await obtainAndWait(scanContext, () => startScan({ ...scanContext, target }), input);
  return second.scanEnd;
}

/**
 * Waits for the scan that `obtain` gives: reads the baselines, then polls until it ends. Every error of the scan stage
 * becomes a problem here.
 *
 * @returns `whyReplaced`: for the log, why a new scan takes the place of this one; `null` if none does
 * @throws SettingsError for settings that the scan list shows to be wrong
 */
async function obtainAndWait(
  scanContext: ScanContext,
  obtain: () => Promise<ObtainedScan>,
  { isEnoughToFail, isTrusted, onProgress }: ScanStageInput,
): Promise<{ scanEnd: ScanStageEnd; whyReplaced: string | null }> {
  const { inputs, policies } = scanContext.setup;
  let obtained: ObtainedScan | null = null;
  try {
    obtained = await obtain();
    const { scanId, origin } = obtained;
    const policiesWithBaselines = await fetchBaselines(scanContext, scanId);
    const end = await waitForScan({
      ...scanContext,
      scanInputs: inputs.scan,
      scanId,
      endsIfMissing: origin === 'attached',
      isEnoughToFail: (result) => isEnoughToFail(result, policiesWithBaselines),
      onProgress: (progress) => onProgress(progress, { scanId, origin }),
    });
    const scanEnd = { scanId, origin, policiesWithBaselines, ...end };
    return { scanEnd, whyReplaced: reasonToReplace(scanEnd, isTrusted) };
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    const inProgress = obtained === null ? 'none' : { id: obtained.scanId };
    const problem = timeoutOrProblem(inputs.scan.timeoutMs, error, inProgress);
    return { scanEnd: endWithoutResult(obtained, policies, problem), whyReplaced: null };
  }
}

/** Problems of a scan that will never have a whole result, as the ends of sentences. */
const whyUnusable: { readonly [Kind in Problem['kind']]?: string } = {
  'ended-early': 'ended before it was finished',
  'no-end-date': 'has no end date',
  'other-scan': 'has the result of another scan',
};

/** Why a scan of an earlier run cannot be used, as the end of a sentence; `null` if it can, and for any other scan. */
function reasonToReplace(scanEnd: ScanStageEnd, isTrusted: ScanStageInput['isTrusted']): string | null {
  const { origin, problem } = scanEnd;
  if (origin !== 'reused' && origin !== 'resumed') return null;
  const why = problem === null ? undefined : whyUnusable[problem.kind];
  if (why !== undefined) return why;
  const leavesDoubt = origin === 'reused' && scanEnd.state === 'whole' && !isTrusted(scanEnd);
  return leavesDoubt ? 'leaves a doubt' : null;
}

/**
 * The end of a scan stage without a result.
 *
 * @param obtained `null` if there is no scan. The origin is then `started`
 */
export function endWithoutResult(
  obtained: ObtainedScan | null,
  policies: readonly Policy[],
  problem: Problem,
): ScanStageEnd {
  const { scanId, origin } = obtained ?? { scanId: null, origin: 'started' };
  const noResult = { state: 'problem', result: null, raw: null, percentage: null } as const;
  return { scanId, origin, problem, policiesWithBaselines: withoutBaseline(policies), ...noResult };
}
