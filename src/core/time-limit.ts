/** The clock of the machine, and time limits on any wait. */

import { addAbortListener, once } from 'node:events';
import type { Clock } from './ports.ts';

/** The reason of an abort when the time is up. */
export class DeadlineError extends Error {
  override name = 'DeadlineError';
}

/**
 * A signal that aborts when `signal` does, with the same reason, or after `afterMs`. `refresh` restarts the timer.
 * Disposing of the result ends the timer. The timer is a real one, also in tests: it limits requests. What waits in
 * many pauses, such as the scan stage, takes `timeLimit` of its {@link Clock}.
 *
 * @param reason makes the reason of the abort after `afterMs`; a {@link DeadlineError} unless given
 */
export function realTimeLimit(
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
    using pause = realTimeLimit(signal, ms);
    await once(pause.signal, 'abort');
    signal?.throwIfAborted();
  },
  timeLimit: realTimeLimit,
};

/**
 * Waits for the result of `operation`, at most until `signal` aborts. Then the operation goes on in the background, and
 * its result is lost.
 *
 * @throws the reason of the signal when that aborts
 */
export async function untilAborted<T>(operation: () => Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  using _listener = addAbortListener(signal, () => reject(signal.reason));
  return await Promise.race([operation(), aborted]);
}

/**
 * Like {@link untilAborted}, but also ends after `limitMs`, by a real timer.
 *
 * @param operation gets a signal that aborts when nobody waits any more
 * @throws an Error that names `limitMs` when that is over
 */
export async function withinLimit<T>(
  operation: (signal: AbortSignal) => Promise<T>,
  { signal, limitMs }: { readonly signal: AbortSignal; readonly limitMs: number },
): Promise<T> {
  const overdue = () => new Error(`not done within ${Math.round(limitMs / 1000)} s`);
  using limit = realTimeLimit(signal, limitMs, overdue);
  return await untilAborted(() => operation(limit.signal), limit.signal);
}
