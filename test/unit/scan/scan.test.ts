import { describe, expect, test } from '@jest/globals';
import { resolveSettings } from '../../../src/policy/settings.ts';
import { scan } from '../../../src/scan/scan.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createRecordingLog } from '../../support/recording-log.ts';
import { inputsOf } from './inputs-of.ts';
import { at, finished, queued, type Step, scriptedClient } from './scripted-client.ts';

async function run(steps: readonly Step[], given: Readonly<Record<string, string>>, startMs = 0) {
  const clock = createFakeClock();
  const client = {
    ...scriptedClient(steps),
    start: async () => {
      clock.pass(startMs);
      return 'scan-1';
    },
  };
  const { signal } = new AbortController();
  const inputs = await inputsOf(given);
  const outcome = await scan({
    client,
    inputs,
    target: inputs.target.url,
    readyAt: null,
    policy: resolveSettings(inputs.given, null, 'en').policy,
    pullRequest: { kind: 'none' },
    blocks: () => false,
    attempt: 1,
    clock,
    log: createRecordingLog(),
    signal,
  });
  return { outcome, nowMs: clock.now() };
}

describe('scan', () => {
  test('starts a scan and waits for its end', async () => {
    const { outcome } = await run([queued, at(50), finished({ totalChecked: 3 })], {});
    expect(outcome).toMatchObject({
      scanId: 'scan-1',
      origin: 'started',
      percentage: 100,
      problem: null,
      result: { totalChecked: 3 },
    });
  });

  test('waits for a given scan without starting one', async () => {
    const { outcome } = await run([finished()], { url: '', 'scan-id': 'given-1' });
    expect(outcome).toMatchObject({ scanId: 'given-1', origin: 'attached', problem: null });
  });

  test('counts the start towards the time limit', async () => {
    const { outcome, nowMs } = await run([at(20)], { timeout: '5m' }, 100_000);
    expect(outcome).toMatchObject({
      scanId: 'scan-1',
      percentage: 20,
      problem: { kind: 'timeout', afterMs: 300_000, percentage: 20 },
    });
    expect(nowMs).toBe(300_000);
  });
});
