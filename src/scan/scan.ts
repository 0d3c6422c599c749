/** The scan stage: reads the baseline, gets a scan, and waits for its end. */

import type { RunPorts } from '../core/ports.ts';
import { type Problem, SettingsError } from '../core/problem.ts';
import type { ServiceClient } from '../service/client.ts';
import { baselineBeside } from '../settings/settings.ts';
import type { TargetStageEnd } from '../target/find-target.ts';
import { refuseOtherTarget } from './attached.ts';
import { type BaselineContext, type FetchedBaseline, fetchBaseline } from './baseline.ts';
import { type ObtainedScan, type ScanOrigin, startScan, timeoutOrProblem } from './start.ts';
import { type TakeUpContext, takeUpScan } from './take-up.ts';
import { type ResultOrProblem, type WaitEnd, waitForScan } from './wait.ts';

/** The scan of a run, as it was when the run stopped waiting: its result, or the problem that prevented one. */
export type RunScan = WaitEnd & {
  /** `null` if no scan was started. */
  readonly scanId: string | null;
  readonly origin: ScanOrigin;
  /** A baseline that was not read is `none`. */
  readonly baseline: FetchedBaseline;
  /** True if a re-run may take the scan up: the run got it by itself, and could not wait for its end. */
  readonly isUnjudged: boolean;
};

/** What the scan stage scans, and whom it asks. */
export interface ScanStageInput {
  readonly client: ServiceClient;
  /** With a `problem`, nothing is scanned. */
  readonly targetEnd: Pick<TargetStageEnd, 'target' | 'problem'>;
}

/**
 * Reads the baseline, gets a scan, and waits for its end, all within `timeout`. A failure becomes the `problem` of the
 * end.
 *
 * @throws SettingsError if `scan-id` belongs to another target than `url`, or the baseline is the target or the scan
 *   itself
 */
export async function runScanStage(
  setup: TakeUpContext['setup'],
  { client, targetEnd: { target, problem } }: ScanStageInput,
  { clock, log, cancelled }: Pick<RunPorts, 'clock' | 'log' | 'cancelled'>,
): Promise<RunScan> {
  const { timeoutMs, attachedScanId } = setup.inputs.scan;
  let obtained: ObtainedScan | null =
    attachedScanId === null ? null : { scanId: attachedScanId, origin: 'attached' };
  let baseline: FetchedBaseline = { kind: 'none' };
  if (problem !== null) return runScan(obtained, baseline, withoutResult(problem));
  using limit = clock.timeLimit(cancelled, timeoutMs);
  const context = { setup, client, target, clock, log, signal: limit.signal };
  try {
    // Before a scan is started: without its baseline, it would be in vain.
    baseline = await fetchBaseline(context);
    obtained = await obtainScan(context, obtained);
    baselineBeside(setup.settings, { target: target?.fullAddress ?? null, scanId: obtained.scanId });
    const end = await waitForScan({
      ...context,
      scanInputs: setup.inputs.scan,
      scanId: obtained.scanId,
      endsIfMissing: obtained.origin === 'attached',
    });
    return runScan(obtained, baseline, end);
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    const ended = timeoutOrProblem(timeoutMs, error, obtained !== null);
    return runScan(obtained, baseline, withoutResult(ended));
  }
}

/** The attached scan, the one that an earlier attempt left behind, or a new one. */
async function obtainScan(
  context: Omit<TakeUpContext, 'target'> & BaselineContext,
  attached: ObtainedScan | null,
): Promise<ObtainedScan> {
  const { setup, client, target, log, signal } = context;
  if (attached !== null) {
    if (setup.inputs.target.url !== null) refuseOtherTarget(await client.list(signal), setup, log);
    return attached;
  }
  if (target === null) throw new Error('a scan cannot be started without a target');
  const startContext = { ...context, target };
  return (await takeUpScan(startContext)) ?? (await startScan(startContext));
}

function withoutResult(problem: Problem): WaitEnd {
  return { problem, result: null, raw: null, percentage: null };
}

/** @param obtained `null` if there is no scan. The origin is then `started` */
function runScan(obtained: ObtainedScan | null, baseline: FetchedBaseline, end: WaitEnd): RunScan {
  const { scanId, origin } = obtained ?? { scanId: null, origin: 'started' };
  const isUnjudged = scanId !== null && origin !== 'attached' && goesOn(end);
  return { scanId, origin, baseline, isUnjudged, ...end };
}

/** True if the run stopped waiting while the scan went on at the service. Any other end is the end of the scan. */
function goesOn({ problem }: ResultOrProblem): boolean {
  return problem !== null && ['timeout', 'cancelled', 'service'].includes(problem.kind);
}
