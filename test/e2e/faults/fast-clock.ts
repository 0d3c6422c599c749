import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../../src/core/ports.ts';

const factor = 200;
const originMs = Date.now();

const preloads = [
  new URL('../../support/fast-time.js', import.meta.url),
  new URL('../../support/loopback-names.js', import.meta.url),
];

/**
 * A clock of the same speed for the servers that sped-up processes talk to. Theirs stand still at times, so this one is
 * ahead of them, never behind.
 */
export const fastClock: Clock = {
  now: () => Math.round(originMs + (Date.now() - originMs) * factor),
  sleep: (ms, signal) => sleep(ms / factor, undefined, signal && { signal }),
};

export interface FastOptions {
  /** True where somebody outside has to act in the middle of the run, and must not come too late. */
  readonly unhurried: boolean;
}

/** What makes time pass faster in a run of the action that starts now, and names resolve on this machine alone. */
export function fastEnvironment({ unhurried }: FastOptions): Record<string, string> {
  return {
    NODE_OPTIONS: preloads.map(({ href }) => `--import=${href}`).join(' '),
    FAST_TIME_FACTOR: String(unhurried ? 5 : factor),
    FAST_TIME_START: String(fastClock.now()),
  };
}
