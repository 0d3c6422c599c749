import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { CancelledError } from '../../../src/core/problem.ts';
import { endDateGraceMs, waitForScan } from '../../../src/scan/wait-for-scan.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createRecordingLog } from '../../support/recording-log.ts';
import { at, failing, finished, queued, scriptedClient } from './scripted-client.ts';
import { wait } from './waiting.ts';

describe('waitForScan', () => {
  test('goes from the queue to the finished result', async () => {
    const { end, client } = await wait([
      queued,
      queued,
      at('10.00'),
      at('60.00'),
      finished({ totalChecked: 9 }),
    ]);
    expect(end).toMatchObject({ problem: null, percentage: 100, result: { totalChecked: 9 } });
    expect(client.fetched).toEqual(Array.from({ length: 5 }, () => 'scan-1'));
  });

  test('polls at a fixed interval where one is given', async () => {
    const { clock } = await wait([queued, at(5), at(50), finished()], { pollIntervalMs: 20_000 });
    expect(clock.sleptMs).toEqual([20_000, 20_000, 20_000]);
  });

  test('polls by the schedule where none is given', async () => {
    const { clock } = await wait([queued, at(5), at(50), finished()]);
    for (const ms of clock.sleptMs) {
      expect(ms).toBeGreaterThanOrEqual(2_000);
      expect(ms).toBeLessThanOrEqual(30_000);
    }
  });

  test('says no more than the truth: finished only at 100 per cent with an end date', async () => {
    const percentage = fc
      .double({ min: 0, max: 120, noNaN: true })
      .map((value) => Math.round(value * 100) / 100);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(percentage, fc.boolean()), { minLength: 1, maxLength: 8 }),
        async (trace) => {
          const steps = trace.map(([value, ended]) =>
            ended ? at(value, { endDate: '2026-11-20' }) : at(value),
          );
          const { end } = await wait(steps, { timeoutMs: 600_000 });
          const decisive = trace.find(([, ended]) => ended);
          if (end.problem === null) expect(decisive?.[0]).toBeGreaterThanOrEqual(100);
          else if (end.problem.kind === 'ended-early') expect(decisive?.[0]).toBeLessThan(100);
          else expect(['no-end-date', 'timeout']).toContain(end.problem.kind);
        },
      ),
    );
  });
});

describe('the end of a scan', () => {
  test('below 100 per cent is one that ended early', async () => {
    const { end } = await wait([at('99.99', { endDate: '2026-11-20T10:00:00Z', totalChecked: 3 })]);
    expect(end).toMatchObject({
      problem: { kind: 'ended-early', percentage: 99.99 },
      result: { totalChecked: 3 },
    });
  });

  test('may come some time after 100 per cent', async () => {
    const { end, waitedMs } = await wait([at(100), at(100), at(100), finished()], { pollIntervalMs: 30_000 });
    expect(end.problem).toBeNull();
    expect(waitedMs).toBe(90_000);
  });

  test('is given up after two minutes at 100 per cent without an end date', async () => {
    const { end, waitedMs } = await wait([at(50), at(100)]);
    expect(end.problem).toEqual({ kind: 'no-end-date', graceMs: endDateGraceMs });
    expect(waitedMs).toBeGreaterThanOrEqual(120_000);
    expect(waitedMs).toBeLessThan(130_000);
  });

  test('is waited for anew where the percentage falls again', async () => {
    const steps = [at(100), at(100), at(90), at(100), at(100), finished()];
    const { end } = await wait(steps, { pollIntervalMs: 70_000 });
    expect(end.problem).toBeNull();
  });
});

describe('the time limit', () => {
  test('ends the wait, with the last percentage and the partial result', async () => {
    const { end, waitedMs } = await wait([queued, at('40.00', { totalChecked: 2 })], { timeoutMs: 600_000 });
    expect(end).toMatchObject({
      problem: { kind: 'timeout', afterMs: 600_000, percentage: 40 },
      result: { totalChecked: 2 },
    });
    expect(waitedMs).toBe(600_000);
  });

  test('is never overslept, and the scan is asked once more when it is reached', async () => {
    const { waitedMs, client } = await wait([queued], { timeoutMs: 50_000, pollIntervalMs: 30_000 });
    expect(waitedMs).toBe(50_000);
    expect(client.fetched).toHaveLength(3);
  });

  test('holds in the queue, where no percentage is known', async () => {
    const { end } = await wait([queued], { timeoutMs: 60_000 });
    expect(end).toEqual({
      result: null,
      raw: null,
      percentage: null,
      problem: { kind: 'timeout', afterMs: 60_000, percentage: null },
      partial: false,
    });
  });

  test('holds for any limit and interval, and while answers are slow', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1000, max: 4_000_000 }),
        fc.oneof(fc.constant<'auto'>('auto'), fc.integer({ min: 1000, max: 600_000 })),
        fc.nat(20_000),
        async (timeoutMs, pollIntervalMs, answerMs) => {
          const { end, waitedMs } = await wait([at(10)], { timeoutMs, pollIntervalMs, answerMs });
          expect(end.problem?.kind).toBe('timeout');
          expect(waitedMs).toBeGreaterThanOrEqual(timeoutMs);
          expect(waitedMs).toBeLessThanOrEqual(timeoutMs + answerMs);
        },
      ),
      { numRuns: 50 },
    );
  });

  test('names a service that was down when the time ran out', async () => {
    const { end } = await wait([at(40), failing(503)], { timeoutMs: 60_000 });
    expect(end.problem).toMatchObject({ kind: 'service', fault: { status: 503 } });
    expect(end.percentage).toBe(40);
  });

  test('cuts a request that is under way', async () => {
    const clock = createFakeClock();
    const client = scriptedClient([queued]);
    const hanging = {
      ...client,
      fetch: (_id: string, _options: unknown, signal: AbortSignal) =>
        new Promise<never>((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason)),
        ),
    };
    const end = await waitForScan({
      client: hanging,
      scanId: 'scan-1',
      mustBeThere: false,
      fetchOptions: { language: 'en', includeSubdomains: false, includeLeaks: false },
      timeoutMs: 30,
      remainingMs: 30,
      pollIntervalMs: 'auto',
      isEnough: () => false,
      clock,
      log: createRecordingLog(),
      signal: new AbortController().signal,
    });
    expect(end.problem).toEqual({ kind: 'timeout', afterMs: 30, percentage: null });
  });
});

describe('a result of another scan', () => {
  test('is not ours, and nothing of it is kept', async () => {
    const { end } = await wait([finished({ identificator: 'scan-2', issues: [{ name: 'Not ours' }] })]);
    expect(end).toEqual({
      result: null,
      raw: null,
      percentage: null,
      problem: { kind: 'other-scan', expected: 'scan-1', got: 'scan-2' },
      partial: false,
    });
  });

  test('is told by its identifier, whose letter case may differ and which may be absent', async () => {
    for (const identificator of ['SCAN-1', '', null, undefined]) {
      expect((await wait([finished({ identificator })])).end.problem).toBeNull();
    }
  });
});

describe('a cancellation', () => {
  test('ends the wait at once, with what is known', async () => {
    const controller = new AbortController();
    const log = createRecordingLog();
    const clock = createFakeClock(0, () => controller.abort(new CancelledError('SIGINT')));
    const end = await waitForScan({
      client: scriptedClient([at(10)]),
      scanId: 'scan-1',
      mustBeThere: false,
      fetchOptions: { language: 'en', includeSubdomains: false, includeLeaks: false },
      timeoutMs: 60_000,
      remainingMs: 60_000,
      pollIntervalMs: 'auto',
      isEnough: () => false,
      clock,
      log,
      signal: controller.signal,
    });
    expect(end).toMatchObject({ percentage: 10, problem: { kind: 'cancelled', signal: 'SIGINT' } });
    expect(clock.sleptMs).toEqual([]);
  });
});

describe('the log', () => {
  test('tells progress in steps of ten per cent, so that it stays short', async () => {
    const steps = [queued, queued, ...Array.from({ length: 100 }, (_, index) => at(index)), finished()];
    const lines = (await wait(steps, { pollIntervalMs: 2_000 })).log.of('info');
    expect(lines[0]).toContain('queue');
    expect(lines.length).toBeGreaterThanOrEqual(10);
    expect(lines.length).toBeLessThanOrEqual(13);
    expect(lines.at(-1)).toContain('100 %');
  });

  test('is not silent for long where nothing moves', async () => {
    const { log } = await wait([at(10)], { timeoutMs: 3_600_000 });
    expect(log.of('info').length).toBeGreaterThanOrEqual(11);
    expect(log.of('info').length).toBeLessThanOrEqual(14);
  });
});
