import type { StageContext } from '../core/ports.ts';
import { type Problem, ProblemError, problemOf, type RequestFault } from '../core/problem.ts';
import { isTransient } from '../core/request-fault.ts';
import type { RawAnswer, ScanAnswer } from '../service/answers.ts';
import type { FetchOptions, ServiceClient } from '../service/client.ts';
import type { WireScanResult } from '../service/schema.ts';
import { DeadlineError, withDeadline } from './deadline.ts';
import { estimateRestMs, nextPauseMs, type Sighting } from './poll-schedule.ts';
import { progressLine } from './progress-line.ts';

/** How far a scan that has not ended is. */
export interface ScanProgress {
  /** `null` while it waits in the queue. */
  readonly percentage: number | null;
  /** Since the waiting began, in milliseconds. */
  readonly elapsedMs: number;
  /** Estimate of what is left, in milliseconds; `null` while nobody can know. */
  readonly restMs: number | null;
}

export interface Waiting extends StageContext {
  readonly client: ServiceClient;
  readonly scanId: string;
  /** True for a given scan id: unlike a scan just started, it is visible at once or does not exist. */
  readonly mustBeThere: boolean;
  readonly fetchOptions: FetchOptions;
  /** What is left of the whole wait, in milliseconds. */
  readonly remainingMs: number;
  /** The whole wait, for the message. */
  readonly timeoutMs: number;
  readonly pollIntervalMs: number | 'auto';
  /** Asked of every partial result: true ends the wait (`fail-fast`). */
  readonly isEnough: (result: WireScanResult) => boolean | Promise<boolean>;
  /** Told after each answer that is not the last one. Must neither throw nor wait. */
  readonly onProgress?: (progress: ScanProgress) => void;
}

/** How the waiting ended. A `problem` means that `result` is partial, absent or not to be trusted. */
export interface ScanEnd {
  readonly result: WireScanResult | null;
  /** All that was answered with it. */
  readonly raw: RawAnswer | null;
  readonly percentage: number | null;
  readonly problem: Problem | null;
  /** True when the wait was ended by `isEnough`, on a partial result. */
  readonly partial: boolean;
}

/** How long a scan may be at 100 % without an end date (`contract.md`, promise 2). */
export const endDateGraceMs = 120_000;
/** A scan may become visible some time after its start was answered. */
const visibleWithinMs = 60_000;
/** How long polls may fail one after the other before the service counts as gone. */
const outageMs = 300_000;
/** The log tells progress in steps, so that it stays one screen long. */
const toldStep = 10;
const toldEveryMs = 300_000;

/** Polls the scan until it has ended, the time is up, the service is lost or the run is cancelled. Short faults are ridden out. */
export async function waitForScan(waiting: Waiting): Promise<ScanEnd> {
  using deadline = withDeadline(waiting.signal, waiting.remainingMs);
  const state = newState(waiting);
  for (;;) {
    try {
      const end = await poll(waiting, state, deadline.signal);
      if (end !== null) return end;
      tellProgress(waiting, state);
      if (waiting.clock.now() >= state.deadlineAt) throw new DeadlineError('time is up');
      const pauseMs =
        waiting.pollIntervalMs === 'auto' ? nextPauseMs(state.sightings) : waiting.pollIntervalMs;
      await waiting.clock.sleep(
        Math.min(pauseMs, Math.max(0, state.deadlineAt - waiting.clock.now())),
        deadline.signal,
      );
    } catch (error) {
      if (error instanceof DeadlineError) return timedOut(waiting, state);
      return ended(state, problemOf(error, waiting.scanId));
    }
  }
}

function tellProgress({ onProgress }: Waiting, { sightings }: State): void {
  const last = sightings.at(-1);
  if (last === undefined) return;
  onProgress?.({
    percentage: last.percentage,
    elapsedMs: last.atMs,
    restMs: estimateRestMs(sightings),
  });
}

interface State {
  readonly startedAt: number;
  readonly deadlineAt: number;
  readonly sightings: Sighting[];
  last: { result: WireScanResult; raw: RawAnswer; percentage: number } | null;
  /** When the last usable answer came, or the waiting began. */
  heardAt: number;
  fullSince: number | null;
  told: { percentage: number | null; atMs: number } | null;
  failure: Problem | null;
}

function newState({ clock, remainingMs }: Waiting): State {
  const startedAt = clock.now();
  return {
    startedAt,
    deadlineAt: startedAt + remainingMs,
    sightings: [],
    last: null,
    heardAt: startedAt,
    fullSince: null,
    told: null,
    failure: null,
  };
}

async function poll(waiting: Waiting, state: State, signal: AbortSignal): Promise<ScanEnd | null> {
  const { client, scanId, fetchOptions, clock } = waiting;
  let answer: ScanAnswer;
  try {
    answer = await client.fetch(scanId, fetchOptions, signal);
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.kind !== 'service') throw error;
    return rideOut(waiting, state, error.problem);
  }
  state.heardAt = clock.now();
  state.failure = null;
  const percentage = answer.state === 'queued' ? null : answer.progress.percentage;
  state.sightings.push({ atMs: clock.now() - state.startedAt, percentage });
  tell(waiting, state, answer);
  if (answer.state === 'queued') return null;
  const { result, raw, progress } = answer;
  state.last = { result, raw, percentage: progress.percentage };
  return endOf(waiting, state, answer);
}

/** Keeps polling through a fault that may pass; ends with the problem when it lasts or cannot pass. */
function rideOut(waiting: Waiting, state: State, problem: Problem & { kind: 'service' }): ScanEnd | null {
  const silentMs = waiting.clock.now() - state.heardAt;
  if (silentMs >= toleranceMs(problem.fault, waiting.mustBeThere && state.sightings.length === 0))
    return ended(state, problem);
  if (state.failure === null) {
    waiting.log.warning(
      `Scan ${waiting.scanId} could not be read (${problem.fault.kind}). Asking again; the scan goes on at the service.`,
    );
  }
  state.failure = problem;
  return null;
}

/** How long a fault may last, in milliseconds. */
function toleranceMs(fault: RequestFault, mustBeThere: boolean): number {
  if (fault.kind === 'status' && fault.status === 404) return mustBeThere ? 0 : visibleWithinMs;
  return isTransient(fault) ? outageMs : 0;
}

async function endOf(
  waiting: Waiting,
  state: State,
  answer: ScanAnswer & { state: 'started' },
): Promise<ScanEnd | null> {
  const { percentage, endedAt } = answer.progress;
  const id = answer.result.identificator;
  if (typeof id === 'string' && id !== '' && id.toLowerCase() !== waiting.scanId.toLowerCase()) {
    // What another scan found is not ours to show.
    return {
      result: null,
      raw: null,
      percentage: null,
      problem: { kind: 'other-scan', expected: waiting.scanId, got: id },
      partial: false,
    };
  }
  if (endedAt !== null) return ended(state, percentage >= 100 ? null : { kind: 'ended-early', percentage });
  if (percentage < 100) {
    state.fullSince = null;
    return (await waiting.isEnough(answer.result)) ? { ...ended(state, null), partial: true } : null;
  }
  state.fullSince ??= waiting.clock.now();
  const overdue = waiting.clock.now() - state.fullSince >= endDateGraceMs;
  return overdue ? ended(state, { kind: 'no-end-date', graceMs: endDateGraceMs }) : null;
}

function timedOut(waiting: Waiting, state: State): ScanEnd {
  // A service that was down when the time ran out is the better explanation.
  const problem: Problem = state.failure ?? {
    kind: 'timeout',
    afterMs: waiting.timeoutMs,
    percentage: state.last?.percentage ?? null,
  };
  return ended(state, problem);
}

function ended(state: State, problem: Problem | null): ScanEnd {
  return {
    result: state.last?.result ?? null,
    raw: state.last?.raw ?? null,
    percentage: state.last?.percentage ?? null,
    problem,
    partial: false,
  };
}

function tell({ log }: Waiting, state: State, answer: ScanAnswer): void {
  const last = state.sightings.at(-1);
  if (last === undefined) return;
  const { told } = state;
  const advanced =
    (last.percentage ?? 0) - (told?.percentage ?? 0) >= toldStep ||
    (last.percentage === null) !== (told?.percentage === null);
  if (told !== null && !advanced && last.atMs - told.atMs < toldEveryMs) return;
  state.told = { percentage: last.percentage, atMs: last.atMs };
  log.info(progressLine(state.sightings, answer.state === 'queued' ? null : answer.result.issuesSummary));
}
