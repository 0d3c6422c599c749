/** Time that passes faster, for silences and rate limits that last minutes. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../src/core/ports.ts';

const factor = 200;
const originMs = Date.now();

/** `NODE_OPTIONS` that loads modules of `test/support` before the action, named without `.js`. */
export function preload(...names: readonly string[]): Readonly<Record<'NODE_OPTIONS', string>> {
  const urls = names.map((name) => new URL(`../support/${name}.js`, import.meta.url).href);
  return { NODE_OPTIONS: urls.map((url) => `--import=${url}`).join(' ') };
}

/** Lets time pass fast in a run of the action. */
export const fastEnvironment = preload('fast-time');

/**
 * A clock of the same speed for the servers that fast processes ask. The time of a process stops now and then, so this
 * clock is ahead of it and never behind.
 */
export const fastClock: Clock = {
  now: () => Math.round(originMs + (Date.now() - originMs) * factor),
  sleep: (ms, signal) => sleep(ms / factor, undefined, signal && { signal }),
};

/**
 * The environment of a run that starts now and shares its time with {@link fastClock}. Names resolve on this machine only.
 *
 * @param options `unhurried`: slower, for a run in the middle of which a test has to act
 */
export function sharedFastTime({ unhurried = false } = {}): Record<string, string> {
  return {
    ...preload('fast-time', 'loopback-names'),
    FAST_TIME_FACTOR: String(unhurried ? 5 : factor),
    FAST_TIME_START: String(fastClock.now()),
  };
}
