/** Polls a scan until it has ended, or until the wait must end. */

import { briefFault, type Fault, longestOutageMs, mayTryAgain } from '../core/fault.ts';
import { isSameScan } from '../core/ids.ts';
import type { StagePorts } from '../core/ports.ts';
import { type Problem, ProblemError, problemOf } from '../core/problem.ts';
import { shownDuration } from '../core/time.ts';
import { DeadlineError } from '../core/time-limit.ts';
import type { RawAnswer, ScanAnswer } from '../service/answers.ts';
import type { FetchOptions, ServiceClient } from '../service/client.ts';
import type { WireScanResult } from '../service/wire.ts';
import type { WorkflowInputs } from '../settings/read-inputs.ts';

export interface WaitOptions extends StagePorts {
  readonly service: ServiceClient;
  /** How the scan is polled and read. `timeout` is for the message: `signal` aborts when the time is over. */
  readonly scanInputs: Pick<WorkflowInputs, 'timeout' | 'poll-interval' | keyof FetchOptions>;
  readonly scanId: string;
}

/** The result of a finished scan; or the problem, with what was read before it. */
export type ScanOutcome =
  | { readonly result: WireScanResult; readonly problem: null }
  | { readonly result: WireScanResult | null; readonly problem: Problem };

/** What there is when the wait for a scan has ended. */
export type WaitOutcome = ScanOutcome & {
  /** The answer that the result came in. */
  readonly raw: RawAnswer | null;
  readonly percentage: number | null;
};

/** How long a scan may stay at 100 % without an end date. */
const endDateGraceMs = 120_000;
/** How long a scan may be missing: it may become visible only some time after its start. */
const notFoundToleranceMs = 60_000;
const minPauseMs = 3_000;
const maxPauseMs = 20_000;
/** The log shows progress in steps, so that it stays short. */
const logStepPercent = 10;
const logEveryMs = 300_000;
const barLength = 20;

interface PollState {
  readonly waitStartedAt: number;
  /** Since when the scan is at 100 %; `null` while it is not. */
  fullSince: number | null;
  lastWithResult: ScanAnswer | null;
  /** The last progress in the log; `null` before the first. */
  logged: { readonly step: number | null; readonly at: number } | null;
  /** Why the last poll failed, and when the first of those that failed was sent; `null` if it did not. */
  failure: { readonly problem: Problem; readonly since: number } | null;
}

/**
 * Polls the scan until it ends, time is up, the service is gone, or the run is cancelled. Temporary faults are
 * retried.
 */
export async function waitForScan(options: WaitOptions): Promise<WaitOutcome> {
  const { clock, signal } = options;
  const state: PollState = {
    waitStartedAt: clock.now(),
    fullSince: null,
    lastWithResult: null,
    logged: null,
    failure: null,
  };
  for (;;) {
    try {
      const end = await poll(options, state);
      if (end !== null) return end;
      await clock.sleep(pauseMs(options, state), signal);
    } catch (error) {
      if (error instanceof DeadlineError) return outcomeOfTimeout(options, state);
      return outcomeWithProblem(state.lastWithResult, problemOf(error));
    }
  }
}

/** A twentieth of the time so far, between the two limits: a long scan is read at most a twentieth too late. */
function pauseMs(
  { clock, scanInputs: { 'poll-interval': pollInterval } }: WaitOptions,
  { waitStartedAt }: PollState,
): number {
  if (pollInterval !== 'auto') return pollInterval;
  return Math.min(maxPauseMs, Math.max(minPauseMs, Math.round((clock.now() - waitStartedAt) / 20)));
}

/** Fetches the scan once. @returns the end of the wait, or `null` to poll again */
async function poll(options: WaitOptions, state: PollState): Promise<WaitOutcome | null> {
  const { service, scanId, scanInputs, signal } = options;
  const sentAt = options.clock.now();
  let answer: ScanAnswer | null;
  try {
    answer = await service.fetchScan(scanId, scanInputs, signal);
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.kind !== 'service') throw error;
    return endIfFaultLasts(options, state, { problem: error.problem, sentAt });
  }
  state.failure = null;
  logProgress(options, state, answer);
  if (answer === null) return null;
  state.lastWithResult = answer;
  return endIfAnswerEnds(options, state, answer);
}

/** Polls on after a temporary fault. Ends the wait if the fault is permanent or lasts too long. */
function endIfFaultLasts(
  options: WaitOptions,
  state: PollState,
  { problem, sentAt }: { readonly problem: Problem & { kind: 'service' }; readonly sentAt: number },
): WaitOutcome | null {
  const since = state.failure?.since ?? sentAt;
  const failedMs = options.clock.now() - since;
  if (failedMs >= toleranceMs(problem.fault)) return outcomeWithProblem(state.lastWithResult, problem);
  if (state.failure === null) {
    options.log.warning(
      `Scan ${options.scanId} could not be read (${briefFault(problem.fault)}). Asking again; the scan goes on at the service.`,
    );
  }
  state.failure = { problem, since };
  return null;
}

/** How long a fault may last, in milliseconds. */
function toleranceMs(fault: Fault): number {
  if (fault.kind === 'status' && fault.status === 404) return notFoundToleranceMs;
  return mayTryAgain(fault) ? longestOutageMs : 0;
}

/**
 * How the wait ends with this answer; `null` if it goes on (`docs/contract.md`, No pass without a trustworthy scan):
 *
 * | percentage | end date | the wait |
 * |---|---|---|
 * | 100 or more | yes | ends with the result |
 * | below 100 | yes | ends with `incomplete` |
 * | below 100 | no | goes on |
 * | 100 or more | no | goes on for {@link endDateGraceMs}, then ends with `no-end-date` |
 */
function endIfAnswerEnds(options: WaitOptions, state: PollState, answer: ScanAnswer): WaitOutcome | null {
  const { percentage, endedAt, result, raw } = answer;
  const otherScan = otherScanProblem(result, options.scanId);
  // Never publish what another scan found.
  if (otherScan !== null) return outcomeWithProblem(null, otherScan);
  if (endedAt !== null && percentage >= 100) return { result, raw, percentage, problem: null };
  if (endedAt !== null) return outcomeWithProblem(answer, { kind: 'incomplete', percentage });
  if (percentage < 100) {
    state.fullSince = null;
    return null;
  }
  state.fullSince ??= options.clock.now();
  const isOverdue = options.clock.now() - state.fullSince >= endDateGraceMs;
  return isOverdue ? outcomeWithProblem(answer, { kind: 'no-end-date', graceMs: endDateGraceMs }) : null;
}

/** The problem with a result that names another scan; `null` if it names `scanId` or none. */
export function otherScanProblem({ identificator: id }: WireScanResult, scanId: string): Problem | null {
  if (id === undefined || id === null || id === '') return null;
  if (typeof id === 'string' && isSameScan(id, scanId)) return null;
  const got = typeof id === 'string' ? id : JSON.stringify(id);
  return { kind: 'other-scan', expected: scanId, got: got.slice(0, 1000) };
}

function outcomeOfTimeout({ scanInputs }: WaitOptions, state: PollState): WaitOutcome {
  const { lastWithResult, failure } = state;
  const { timeout: afterMs } = scanInputs;
  // If the service was down when time ran out, that explains more.
  if (failure !== null) return outcomeWithProblem(lastWithResult, failure.problem);
  const percentage = lastWithResult?.percentage ?? null;
  return outcomeWithProblem(lastWithResult, { kind: 'timeout', afterMs, percentage });
}

/** The end with a problem. @param last the last answer with a result; `null` for none */
export function outcomeWithProblem(last: ScanAnswer | null, problem: Problem): WaitOutcome {
  const { result = null, raw = null, percentage = null } = last ?? {};
  return { result, raw, percentage, problem };
}

/** Logs the progress if it has reached another step, and now and then if it has not. */
function logProgress({ log, clock }: WaitOptions, state: PollState, answer: ScanAnswer | null): void {
  const now = clock.now();
  const step = answer === null ? null : Math.floor(answer.percentage / logStepPercent);
  if (state.logged?.step === step && now - state.logged.at < logEveryMs) return;
  state.logged = { step, at: now };
  log.info(progressLine(answer?.percentage ?? null, now - state.waitStartedAt));
}

/** @param percentage `null` while the scan is queued */
function progressLine(percentage: number | null, elapsedMs: number): string {
  const elapsed = elapsedMs < 1000 ? '' : `  ${shownDuration(elapsedMs)} elapsed`;
  if (percentage === null) return `Waiting in the service's queue${elapsed}`;
  const shown = Math.min(100, Math.floor(percentage));
  const bar = '#'.repeat(Math.floor((shown / 100) * barLength)).padEnd(barLength, '.');
  return `[${bar}] ${String(shown).padStart(3)} %${elapsed}`;
}
