import { parseSiteAddress } from '../../../src/settings/site-address.ts';
import type { AskOptions } from '../../../src/target/ask-target.ts';
import { acceptedOf } from '../../support/accepted-of.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createRecordingLog } from '../../support/recording-log.ts';

/** How to ask `url`, with changes. Time passes only while the code sleeps. */
export function questionOf<Changes extends Partial<AskOptions>>(url: string, changes: Changes) {
  const [clock, log] = [createFakeClock(), createRecordingLog()];
  const { signal } = new AbortController();
  const target = acceptedOf(parseSiteAddress(url));
  const disclosure = { mode: 'full' } as const;
  const question = { target, disclosure, allowedStatuses: [], clock, log, signal, ...changes };
  return { question, clock, log };
}
