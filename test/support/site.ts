import { parseTarget } from '../../src/settings/target-url.ts';
import type { ReadinessCheck } from '../../src/target/wait-for-target.ts';
import { acceptedOf } from './accepted-of.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { type RawServer, startRawServer } from './raw-server.ts';
import { createRecordingLog, type RecordingLog } from './recording-log.ts';

/** A site that gives these answers in turn, the last one for ever: a status, or the address of a redirect. */
export function startSite(...answers: readonly (number | string)[]): Promise<RawServer> {
  let asked = 0;
  return startRawServer((_request, response) => {
    const answer = answers[asked] ?? answers.at(-1) ?? 200;
    asked += 1;
    if (typeof answer === 'number') response.writeHead(answer).end();
    else response.writeHead(302, { location: answer }).end();
  });
}

interface RecordedCheck extends ReadinessCheck {
  readonly clock: FakeClock;
  readonly log: RecordingLog;
}

/** How to ask `url`, with changes. Time passes only while the code sleeps. */
export function readinessCheckOf(url: string, changes: Partial<RecordedCheck> = {}): RecordedCheck {
  return {
    target: acceptedOf(parseTarget(url)),
    waitMs: 120_000,
    disclosure: { mode: 'full' } as const,
    allowedStatuses: [],
    clock: createFakeClock(),
    log: createRecordingLog(),
    signal: new AbortController().signal,
    ...changes,
  };
}
