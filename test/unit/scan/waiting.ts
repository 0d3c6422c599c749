import { type Waiting, waitForScan } from '../../../src/scan/wait-for-scan.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createRecordingLog } from '../../support/recording-log.ts';
import { type Step, scriptedClient } from './scripted-client.ts';

type Given = 'timeoutMs' | 'pollIntervalMs' | 'mustBeThere' | 'signal' | 'isEnough' | 'clock';

interface Setting extends Partial<Pick<Waiting, Given>> {
  /** How long each answer takes, in milliseconds. */
  readonly answerMs?: number;
  /** Replaces the scripted answers. */
  readonly fetch?: Waiting['client']['fetch'];
}

/** Waits for a scan that follows `steps`. Time passes only on the clock. */
export async function wait(steps: readonly Step[], { answerMs = 0, fetch, ...setting }: Setting = {}) {
  const clock = createFakeClock(1_000_000);
  const log = createRecordingLog();
  const client = scriptedClient(steps, () => clock.pass(answerMs));
  const timeoutMs = setting.timeoutMs ?? 3_600_000;
  const end = await waitForScan({
    client: fetch === undefined ? client : { ...client, fetch },
    scanId: 'scan-1',
    mustBeThere: false,
    fetchOptions: { language: 'en', includeSubdomains: false, includeLeaks: false },
    timeoutMs,
    remainingMs: timeoutMs,
    pollIntervalMs: 'auto',
    isEnough: () => false,
    clock,
    log,
    signal: new AbortController().signal,
    ...setting,
  });
  return { end, log, client, clock, waitedMs: clock.now() - 1_000_000 };
}
