/** The clock of the machine. */

import { once } from 'node:events';
import type { Clock } from '../core/ports.ts';
import { systemTimeLimit } from '../core/time-limit.ts';

/** The clock of the machine, with real timers. */
export const systemClock: Clock = {
  now: () => Date.now(),
  jitter: (maxMs) => Math.floor(Math.random() * maxMs),
  sleep: async (ms, signal) => {
    signal?.throwIfAborted();
    using pause = systemTimeLimit(signal, ms);
    await once(pause.signal, 'abort');
    signal?.throwIfAborted();
  },
  timeLimit: systemTimeLimit,
};
