/** Polls a scan until it has ended, or until the wait must end. */

import type { StagePorts } from '../core/ports.ts';
import { type Problem, ProblemError, problemOf, type RequestFault } from '../core/problem.ts';
import { faultFacts } from '../core/request-fault.ts';
import { DeadlineError } from '../core/time-limit.ts';
import type { StepInputs } from '../inputs/step-inputs.ts';
import type { RawAnswer, ScanAnswer } from '../service/answers.ts';
import type { FetchOptions, ServiceClient } from '../service/client.ts';
import type { WireScanResult } from '../service/wire.ts';
import { estimateTimeLeftMs, nextPauseMs, type ProgressSample } from './poll-schedule.ts';
import { otherScanProblem } from './scan-context.ts';
import { countsSoFar, progressLine, type ScanProgress } from './scan-progress.ts';

export interface WaitOptions extends StagePorts {
  readonly client: ServiceClient;
  /** How the scan is polled and read. `timeoutMs` is for the message: `signal` aborts when the time is over. */
  readonly scanInputs: Pick<StepInputs['scan'], 'timeoutMs' | 'pollIntervalMs' | keyof FetchOptions>;
  readonly scanId: string;
  /** True if the wait ends when the service does not know the scan. A scan that was just started may appear later. */
  readonly endsIfMissing: boolean;
  /** Called with every partial result. True ends the wait (`fail-fast`). */
  readonly isEnoughToFail: (result: WireScanResult) => boolean;
  /** Called after every answer except the last one. Must not throw. */
  readonly onProgress?: (progress: ScanProgress) => void;
}

/**
 * What there is when the wait for a scan has ended:
 *
 * - `whole`: the scan has finished, and its whole result was read
 * - `enough`: the result is partial, and it is enough to fail (`fail-fast`)
 * - `problem`: the result is partial, missing or not to be trusted
 */
export type ResultOrProblem =
  | { readonly state: 'whole' | 'enough'; readonly result: WireScanResult; readonly problem: null }
  | { readonly state: 'problem'; readonly result: WireScanResult | null; readonly problem: Problem };

export type WaitEnd = ResultOrProblem & {
  /** The whole answer that the result came in. */
  readonly raw: RawAnswer | null;
  readonly percentage: number | null;
};

/** How long a scan may stay at 100 % without an end date (`docs/contract.md`, promise 2, what finished means). */
const endDateGraceMs = 120_000;
/** A scan may become visible only some time after its start. */
const visibleWithinMs = 60_000;
/** How long all polls may fail before the service counts as gone. */
const outageMs = 300_000;
/** The log shows progress in steps, so that it stays short. */
const logStepPercent = 10;
const logEveryMs = 300_000;

/**
 * Polls the scan until it ends, time is up, the service is gone, or the run is cancelled. Temporary faults are
 * retried.
 */
export async function waitForScan(options: WaitOptions): Promise<WaitEnd> {
  const { clock, signal, scanInputs } = options;
  const { pollIntervalMs } = scanInputs;
  const state: PollState = {
    waitStartedAt: clock.now(),
    seenProgress: [],
    lastWithResult: null,
    logged: null,
    failure: null,
  };
  for (;;) {
    try {
      const end = await poll(options, state);
      if (end !== null) return end;
      await clock.sleep(pollIntervalMs === 'auto' ? nextPauseMs(state.seenProgress) : pollIntervalMs, signal);
    } catch (error) {
      if (error instanceof DeadlineError) return endByTime(options, state);
      return endByProblem(state.lastWithResult, problemOf(error, options.scanId));
    }
  }
}

interface PollState {
  readonly waitStartedAt: number;
  /** The progress in each usable answer. */
  readonly seenProgress: ProgressSample[];
  lastWithResult: ScanAnswer | null;
  /** The step of the last progress in the log, `null` in the queue, and when that was. */
  logged: { readonly step: number | null; readonly atMs: number } | null;
  /** Why the last poll failed; `null` if it did not. */
  failure: Problem | null;
}

/** Fetches the scan once. @returns the end of the wait, or `null` to poll again */
async function poll(options: WaitOptions, state: PollState): Promise<WaitEnd | null> {
  const { client, scanId, scanInputs, signal } = options;
  let answer: ScanAnswer | null;
  try {
    answer = await client.fetch(scanId, scanInputs, signal);
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.kind !== 'service') throw error;
    return endIfFaultLasts(options, state, error.problem);
  }
  state.failure = null;
  const percentage = answer?.percentage ?? null;
  const elapsedMs = options.clock.now() - state.waitStartedAt;
  state.seenProgress.push({ atMs: elapsedMs, percentage });
  const counts = answer && countsSoFar(answer.result.issuesSummary);
  const progress = { percentage, elapsedMs, timeLeftMs: estimateTimeLeftMs(state.seenProgress), counts };
  logProgress(options, state, progress);
  if (answer !== null) {
    state.lastWithResult = answer;
    const end = endIfAnswerEnds(options, state, answer);
    if (end !== null) return end;
  }
  options.onProgress?.(progress);
  return null;
}

/** Polls on after a temporary fault. Ends the wait if the fault is permanent or lasts too long. */
function endIfFaultLasts(
  options: WaitOptions,
  state: PollState,
  problem: Problem & { kind: 'service' },
): WaitEnd | null {
  const answeredAt = state.waitStartedAt + (state.seenProgress.at(-1)?.atMs ?? 0);
  const silentMs = options.clock.now() - answeredAt;
  const isMissing = options.endsIfMissing && state.seenProgress.length === 0;
  if (silentMs >= toleranceMs(problem.fault, isMissing)) return endByProblem(state.lastWithResult, problem);
  if (state.failure === null) {
    options.log.warning(
      `Scan ${options.scanId} could not be read (${faultFacts(problem.fault).brief}). Asking again; the scan goes on at the service.`,
    );
  }
  state.failure = problem;
  return null;
}

/**
 * How long a fault may last, in milliseconds.
 *
 * @param isMissing true if the scan should have been there from the first poll on
 */
function toleranceMs(fault: RequestFault, isMissing: boolean): number {
  if (fault.kind === 'status' && fault.status === 404) return isMissing ? 0 : visibleWithinMs;
  return faultFacts(fault).isTransient ? outageMs : 0;
}

/**
 * How the wait ends with this answer; `null` if it goes on (`docs/contract.md`, promise 2, what finished means):
 *
 * | percentage | end date | the wait |
 * |---|---|---|
 * | 100 or more | yes | ends with the whole result |
 * | below 100 | yes | ends with `ended-early` |
 * | below 100 | no | goes on, unless the partial result is enough to fail |
 * | 100 or more | no | goes on for {@link endDateGraceMs}, then ends with `no-end-date` |
 */
function endIfAnswerEnds(options: WaitOptions, state: PollState, answer: ScanAnswer): WaitEnd | null {
  const { result, percentage, endedAt } = answer;
  const otherScan = otherScanProblem(result, options.scanId);
  // Never publish what another scan found.
  if (otherScan !== null) return endByProblem(null, otherScan);
  if (endedAt !== null && percentage >= 100) return endWithResult('whole', answer);
  if (endedAt !== null) return endByProblem(state.lastWithResult, { kind: 'ended-early', percentage });
  if (percentage < 100) return options.isEnoughToFail(result) ? endWithResult('enough', answer) : null;
  const lastBelow = state.seenProgress.findLastIndex((earlier) => (earlier.percentage ?? 0) < 100);
  const fullSinceMs = state.seenProgress[lastBelow + 1]?.atMs ?? 0;
  const isOverdue = options.clock.now() - state.waitStartedAt - fullSinceMs >= endDateGraceMs;
  return isOverdue
    ? endByProblem(state.lastWithResult, { kind: 'no-end-date', graceMs: endDateGraceMs })
    : null;
}

function endByTime({ scanInputs }: WaitOptions, state: PollState): WaitEnd {
  const { lastWithResult, failure, seenProgress } = state;
  // If the service was down when time ran out, that explains more.
  if (failure !== null) return endByProblem(lastWithResult, failure);
  const percentage = lastWithResult?.percentage ?? null;
  const unread = seenProgress.length === 0 ? { scan: 'unread' as const } : {};
  const problem: Problem = { kind: 'timeout', afterMs: scanInputs.timeoutMs, percentage, ...unread };
  return endByProblem(lastWithResult, problem);
}

function endWithResult(state: 'whole' | 'enough', { result, raw, percentage }: ScanAnswer): WaitEnd {
  return { state, result, raw, percentage, problem: null };
}

function endByProblem(last: ScanAnswer | null, problem: Problem): WaitEnd {
  const { result = null, raw = null, percentage = null } = last ?? {};
  return { state: 'problem', result, raw, percentage, problem };
}

function logProgress({ log }: WaitOptions, state: PollState, progress: ScanProgress): void {
  const { logged } = state;
  const { elapsedMs, percentage } = progress;
  const step = percentage === null ? null : Math.floor(percentage / logStepPercent);
  if (logged?.step === step && elapsedMs - logged.atMs < logEveryMs) return;
  state.logged = { step, atMs: elapsedMs };
  log.info(progressLine(progress));
}
