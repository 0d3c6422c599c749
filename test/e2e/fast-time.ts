/** Time that passes faster, for silences and rate limits that last minutes. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../src/core/ports.ts';

const factor = 200;
const originMs = Date.now();

const preloads = {
  'fast-time': new URL('../support/fast-time.js', import.meta.url),
  'loopback-names': new URL('../support/loopback-names.js', import.meta.url),
  'peak-memory': new URL('../support/hostile/peak-memory.js', import.meta.url),
} as const;

/** `NODE_OPTIONS` that loads modules before the action. */
export function preload(...names: readonly (keyof typeof preloads)[]): Readonly<Record<string, string>> {
  return { NODE_OPTIONS: names.map((name) => `--import=${preloads[name].href}`).join(' ') };
}

/** Lets time pass fast in a run of the action. */
export const fastEnvironment = preload('fast-time');

/**
 * A clock of the same speed for the servers that fast processes ask. The time of a process sometimes stops, so this
 * clock is ahead of it and never behind.
 */
export const fastClock: Clock = {
  now: () => Math.round(originMs + (Date.now() - originMs) * factor),
  sleep: (ms, signal) => sleep(ms / factor, undefined, signal && { signal }),
};

/**
 * The environment of a run that starts now and shares its time with {@link fastClock}. Names resolve on this machine only.
 * With `PEAK_MEMORY_FILE`, the run writes its largest resident set there.
 *
 * @param options `unhurried`: slower, for a test that has to act during the run
 */
export function sharedFastTime({ unhurried = false } = {}): Record<string, string> {
  return {
    ...preload('fast-time', 'loopback-names', 'peak-memory'),
    FAST_TIME_FACTOR: String(unhurried ? 5 : factor),
    FAST_TIME_START: String(fastClock.now()),
  };
}
