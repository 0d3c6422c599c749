import { type Waiting, waitForScan } from '../../../src/scan/wait-for-scan.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createRecordingLog } from '../../support/recording-log.ts';
import { type Step, scriptedClient } from './scripted-client.ts';

interface Setting
  extends Partial<Pick<Waiting, 'timeoutMs' | 'pollIntervalMs' | 'mustBeThere' | 'signal' | 'isEnough'>> {
  /** How long each answer takes. */
  readonly answerMs?: number;
}

/** Waits for a scan that goes by `steps`; no time passes but on the clock. */
export async function wait(steps: readonly Step[], { answerMs = 0, ...setting }: Setting = {}) {
  const clock = createFakeClock(1_000_000);
  const log = createRecordingLog();
  const client = scriptedClient(steps, () => clock.pass(answerMs));
  const timeoutMs = setting.timeoutMs ?? 3_600_000;
  const end = await waitForScan({
    client,
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
