import { parseTarget } from '../../../src/settings/target-url.ts';
import type { TargetQuestion } from '../../../src/target/ask-target.ts';
import { acceptedOf } from '../../support/accepted-of.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createRecordingLog } from '../../support/recording-log.ts';

/** How to ask `url`, with changes. Time passes only while the code sleeps. */
export function questionOf<Changes extends Partial<TargetQuestion>>(url: string, changes: Changes) {
  const [clock, log] = [createFakeClock(), createRecordingLog()];
  const { signal } = new AbortController();
  const target = acceptedOf(parseTarget(url));
  const disclosure = { mode: 'full' } as const;
  const question = { target, disclosure, allowedStatuses: [], clock, log, signal, ...changes };
  return { question, clock, log };
}
