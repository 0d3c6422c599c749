import type { Clock } from '../../src/core/ports.ts';
import { DeadlineError } from '../../src/core/time-limit.ts';

/** A clock that only advances during a sleep, so that hours of waiting take no time. */
export interface FakeClock extends Clock {
  /** Each sleep that was asked for, in milliseconds. */
  readonly sleptMs: readonly number[];
  /** Lets `ms` milliseconds pass, as a slow answer would. */
  pass(ms: number): void;
}

/** @param onSleep called before each sleep, with the time the clock shows then */
export function createFakeClock(startMs = 0, onSleep: (nowMs: number) => void = () => {}): FakeClock {
  const sleptMs: number[] = [];
  const limits = new Set<{ readonly endsAt: number; readonly overdue: AbortController }>();
  let nowMs = startMs;
  /** Lets the time pass until `endMs`, or until `signal` aborts because a limit ends before. */
  const passUntil = (endMs: number, signal?: AbortSignal) => {
    for (const limit of [...limits].toSorted((a, b) => a.endsAt - b.endsAt)) {
      if (limit.endsAt > endMs) break;
      nowMs = Math.max(nowMs, limit.endsAt);
      limits.delete(limit);
      limit.overdue.abort(new DeadlineError('time is up'));
      signal?.throwIfAborted();
    }
    nowMs = endMs;
  };
  return {
    sleptMs,
    now: () => nowMs,
    pass: (ms) => passUntil(nowMs + ms),
    sleep: async (ms, signal) => {
      onSleep(nowMs);
      signal?.throwIfAborted();
      sleptMs.push(ms);
      passUntil(nowMs + ms, signal);
    },
    timeLimit: (signal, ms) => {
      const limit = { endsAt: nowMs + ms, overdue: new AbortController() };
      limits.add(limit);
      return {
        signal: AbortSignal.any([signal, limit.overdue.signal]),
        [Symbol.dispose]: () => limits.delete(limit),
      };
    },
  };
}
