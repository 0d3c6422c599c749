import { describe, expect, test } from '@jest/globals';
import { resolveSettings } from '../../../src/policy/settings.ts';
import { scan } from '../../../src/scan/scan.ts';
import { scanListSchema } from '../../../src/service/schema.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createRecordingLog } from '../../support/recording-log.ts';
import { inputsOf } from './inputs-of.ts';
import { at, finished, queued, type Step, scriptedClient } from './scripted-client.ts';

/** @param listed the scans of the target in the list, which a re-run may take up */
async function run(
  steps: readonly Step[],
  given: Readonly<Record<string, string>>,
  { startMs = 0, listed = [] }: { startMs?: number; listed?: readonly object[] } = {},
) {
  const clock = createFakeClock();
  const log = createRecordingLog();
  const scripted = scriptedClient(steps);
  const client = {
    ...scripted,
    list: async () => scanListSchema.parse([{ url: 'a.example', scans: listed }]),
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
    organization: null,
    pullRequest: { kind: 'none' },
    failsFast: () => false,
    runId: 1,
    attempt: listed.length === 0 ? 1 : 2,
    findTiedScan: async () => null,
    clock,
    log,
    signal,
  });
  return { outcome, log, nowMs: clock.now(), fetched: scripted.fetched };
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
    const { outcome, nowMs } = await run([at(20)], { timeout: '5m' }, { startMs: 100_000 });
    expect(outcome).toMatchObject({
      scanId: 'scan-1',
      percentage: 20,
      problem: { kind: 'timeout', afterMs: 300_000, percentage: 20 },
    });
    expect(nowMs).toBe(300_000);
  });

  const left = [{ id: 'left', startDate: 0, progress: 40 }];
  const ended = at(40, { endDate: '2026-11-20T10:00:00Z' });

  test('replaces a scan that it took up and that ended early by a new one, and says so', async () => {
    const { outcome, log, fetched } = await run([ended, at(50), finished()], {}, { listed: left });
    expect(outcome).toMatchObject({ scanId: 'scan-1', origin: 'started', problem: null });
    expect(fetched).toEqual(['left', 'scan-1', 'scan-1']);
    expect(log.of('info').join()).toContain('Scan left ended before it was finished. Starting a new one');
  });

  test('replaces a reused scan that has no end date', async () => {
    const listed = [{ id: 'left', startDate: 0, progress: 100 }];
    // 49 polls, 2.5 seconds apart, last longer than the grace of two minutes.
    const steps = [...Array.from({ length: 49 }, () => at(100)), finished()];
    const { outcome } = await run(steps, { 'reuse-within': '1h' }, { listed });
    expect(outcome).toMatchObject({ scanId: 'scan-1', origin: 'started', problem: null });
  });

  test('does so once, and not for a scan of its own or a given one', async () => {
    const twice = await run([ended, ended], {}, { listed: left });
    expect(twice.outcome).toMatchObject({ scanId: 'scan-1', problem: { kind: 'ended-early' } });
    expect(twice.fetched).toEqual(['left', 'scan-1']);
    for (const given of [{}, { url: '', 'scan-id': 'given-1' }]) {
      const { outcome, fetched } = await run([ended, finished()], given);
      expect(outcome.problem).toEqual({ kind: 'ended-early', percentage: 40 });
      expect(fetched).toHaveLength(1);
    }
  });
});
