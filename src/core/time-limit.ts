/** The clock of the machine, time limits on any wait, and how to ask again until an answer is final. */

import { addAbortListener, once } from 'node:events';
import type { Clock, StagePorts } from './ports.ts';

/** The reason of an abort when the time is up. */
export class DeadlineError extends Error {
  override name = 'DeadlineError';
}

/**
 * A signal that aborts when `signal` does, with the same reason, or after `afterMs`. `refresh` restarts the timer.
 * Disposing of the result ends the timer. The timer is a real one, for limits on single requests and on what GitHub
 * does. The scan stage, which waits in many pauses, gets its limit from `Clock.timeLimit`.
 *
 * @param reason makes the reason of the abort after `afterMs`; a {@link DeadlineError} unless given
 */
export function systemTimeLimit(
  signal: AbortSignal | null | undefined,
  afterMs: number,
  reason: () => Error = () => new DeadlineError('time is up'),
) {
  const overdue = new AbortController();
  const timer = setTimeout(() => overdue.abort(reason()), Math.max(0, afterMs));
  return {
    signal: signal ? AbortSignal.any([signal, overdue.signal]) : overdue.signal,
    refresh: () => timer.refresh(),
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}

/** The clock of the machine, with real timers. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (ms, signal) => {
    signal?.throwIfAborted();
    using pause = systemTimeLimit(signal, ms);
    await once(pause.signal, 'abort');
    signal?.throwIfAborted();
  },
  timeLimit: systemTimeLimit,
};

/**
 * Waits for the result of `operation`. Rejects as soon as `signal` aborts, or after `limitMs` if it is given (by a real
 * timer).
 *
 * @param operation gets a signal that aborts when nobody waits any more. An operation that does not use it goes on in
 *   the background, and its result is lost
 * @throws the reason of the signal when that aborts
 * @throws an Error that names `limitMs` when that is over
 */
export async function withinLimit<T>(
  operation: (signal: AbortSignal) => Promise<T>,
  { signal, limitMs }: { readonly signal: AbortSignal; readonly limitMs?: number },
): Promise<T> {
  const overdue = (ms: number) => new Error(`not done within ${Math.round(ms / 1000)} s`);
  using limit = limitMs === undefined ? null : systemTimeLimit(signal, limitMs, () => overdue(limitMs));
  const limitedSignal = limit?.signal ?? signal;
  limitedSignal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  using _listener = addAbortListener(limitedSignal, () => reject(limitedSignal.reason));
  return await Promise.race([operation(limitedSignal), aborted]);
}

/*
 * How the seconds after a cancel are spent. The runner sends SIGINT, SIGTERM 7.5 seconds later, and kills the process
 * 2.5 seconds after that. We promise to end within five seconds of the first signal (`docs/contract.md`, Cancel).
 */

/** First, the run publishes what it has. */
export const publishAfterCancelMs = 3_000;
/** Then a commit status that is not written yet gets its last try. */
export const lastStatusMs = 1_000;
/** Outputs and log are written. Then the process ends, even if something hangs. */
export const exitAfterCancelMs = publishAfterCancelMs + lastStatusMs + 300;

/** When repeated asking ends, and how often it asks. */
interface AskingRules<Answer> extends Pick<StagePorts, 'clock' | 'signal'> {
  readonly limitMs: number;
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  /** True for an answer that ends the asking. */
  readonly isFinal: (answer: Answer) => boolean;
  /** Called if the first answer does not end the asking. */
  readonly onFirstMiss: (answer: Answer) => void;
}

/**
 * Asks at least once.
 *
 * @param ask gets the time that is left in milliseconds
 * @returns the last answer, which is final unless the time is up
 * @throws what `ask` throws, and the reason of `signal` when that aborts
 */
export async function askUntil<Answer>(
  ask: (leftMs: number) => Promise<Answer>,
  { limitMs, firstPauseMs, longestPauseMs, isFinal, onFirstMiss, clock, signal }: AskingRules<Answer>,
): Promise<Answer> {
  const endsAt = clock.now() + limitMs;
  let pauseMs = firstPauseMs;
  for (let tries = 0; ; tries += 1) {
    const answer = await ask(endsAt - clock.now());
    const leftMs = endsAt - clock.now();
    if (isFinal(answer) || leftMs <= 0) return answer;
    if (tries === 0) onFirstMiss(answer);
    await clock.sleep(Math.min(pauseMs, leftMs), signal);
    pauseMs = Math.min(longestPauseMs, pauseMs * 1.5);
  }
}
