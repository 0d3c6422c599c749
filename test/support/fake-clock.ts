import type { Clock } from '../../src/core/ports.ts';

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
  let nowMs = startMs;
  return {
    sleptMs,
    now: () => nowMs,
    pass: (ms) => {
      nowMs += ms;
    },
    sleep: async (ms, signal) => {
      onSleep(nowMs);
      signal?.throwIfAborted();
      sleptMs.push(ms);
      nowMs += ms;
    },
  };
}
