/** Every fault of a connection or an answer, whatever the operation. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { fastClock } from '../fast-time.ts';
import type { WireFault } from './fault-row.ts';

const file = new URL('../../fixtures/faults/wire.yml', import.meta.url);
const written: readonly WireFault[] = parse(readFileSync(file, 'utf8'), { merge: true });

/** Worked out anew for each answer. */
const inTwentySeconds = {
  get 'retry-after'() {
    return new Date(fastClock.now() + 20_000).toUTCString();
  },
};

export const wireFaults: readonly WireFault[] = written.map((fault) =>
  fault.title.endsWith('as a date')
    ? { ...fault, cause: { kind: 'status', code: 429, headers: inTwentySeconds } }
    : fault,
);
