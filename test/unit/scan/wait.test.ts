import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { CancelledError } from '../../../src/core/problem.ts';
import { otherScanProblem, type WaitOptions, waitForScan } from '../../../src/scan/wait.ts';
import { scanResultSchema } from '../../../src/service/wire.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createRecordingLog } from '../../support/recording-log.ts';
import { scanSetup } from './scan-setup.ts';
import {
  at,
  failing,
  finished,
  queued,
  type ScriptedAnswer,
  scriptedClient,
  statusFault,
} from './scripted-client.ts';

interface Setting extends Partial<WaitOptions> {
  readonly timeoutMs?: number;
  readonly pollIntervalMs?: WaitOptions['scanInputs']['poll-interval'];
  /** How long each answer takes, in milliseconds. */
  readonly answerMs?: number;
}

/** Waits for a scan that follows `steps`. Time passes only on the clock. */
async function wait(
  steps: readonly ScriptedAnswer[],
  { answerMs = 0, timeoutMs = 3_600_000, pollIntervalMs = 'auto', ...setting }: Setting = {},
) {
  const clock = createFakeClock(1_000_000);
  const log = createRecordingLog();
  const client = scriptedClient(steps, () => clock.pass(answerMs));
  const { signal = new AbortController().signal } = setting;
  using limit = (setting.clock ?? clock).timeLimit(signal, timeoutMs);
  const end = await waitForScan({
    service: client,
    scanId: 'scan-1',
    scanInputs: { ...scanSetup().inputs, timeout: timeoutMs, 'poll-interval': pollIntervalMs },
    clock,
    log,
    ...setting,
    signal: limit.signal,
  });
  return { end, log, client, clock, waitedMs: clock.now() - 1_000_000 };
}

const nothing = { result: null, raw: null, percentage: null };
const ended = { endDate: '2026-11-20T10:00:00Z' };

describe('waitForScan', () => {
  test('waits from the queue to the finished result', async () => {
    const steps = [queued, queued, at('10.00'), at('60.00'), finished({ totalChecked: 9 })];
    const { end, client } = await wait(steps);
    expect(end).toMatchObject({ problem: null, percentage: 100, result: { totalChecked: 9 } });
    expect(client.fetched).toEqual(Array.from({ length: 5 }, () => 'scan-1'));
  });

  test('pauses for a twentieth of the time so far, from 3 to 20 seconds', async () => {
    const { clock } = await wait([at(10)], { timeoutMs: 600_000 });
    expect(clock.sleptMs.slice(0, 21)).toEqual(Array.from({ length: 21 }, () => 3_000));
    expect(clock.sleptMs.slice(21, 24)).toEqual([3_150, 3_308, 3_473]);
    expect(clock.sleptMs.at(-1)).toBe(20_000);
  });

  test('polls at the interval that is given', async () => {
    const { clock } = await wait([queued, at(5), at(50), finished()], { pollIntervalMs: 90_000 });
    expect(clock.sleptMs).toEqual([90_000, 90_000, 90_000]);
  });
});

describe('the end of a scan', () => {
  test('below 100 per cent means that it ended early', async () => {
    const { end } = await wait([at('99.99', { ...ended, totalChecked: 3 })]);
    expect(end).toMatchObject({
      problem: { kind: 'incomplete', percentage: 99.99 },
      result: { totalChecked: 3 },
    });
  });
});

describe('the time limit', () => {
  test('ends the wait, with the last percentage and the partial result', async () => {
    const { end } = await wait([queued, at('40.00', { totalChecked: 2 })], { timeoutMs: 600_000 });
    expect(end).toMatchObject({
      problem: { kind: 'timeout', afterMs: 600_000, percentage: 40 },
      result: { totalChecked: 2 },
    });
  });

  test('is kept exactly, also in the queue, and ends a pause', async () => {
    const { end, waitedMs, client } = await wait([queued], { timeoutMs: 50_000, pollIntervalMs: 30_000 });
    expect(end).toEqual({ ...nothing, problem: { kind: 'timeout', afterMs: 50_000, percentage: null } });
    expect(waitedMs).toBe(50_000);
    expect(client.fetched).toHaveLength(2);
  });

  test('applies for any limit and interval, and while answers are slow', async () => {
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
    expect(end).toMatchObject({ percentage: 40, problem: { kind: 'service', fault: { status: 503 } } });
  });

  test('aborts a request in progress', async () => {
    const clock = createFakeClock();
    const hang = (_id: string, _options: unknown, signal: AbortSignal) =>
      new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        clock.pass(30);
      });
    const { end } = await wait([], {
      timeoutMs: 30,
      service: { ...scriptedClient([]), fetchScan: hang },
      clock,
    });
    expect(end.problem).toEqual({ kind: 'timeout', afterMs: 30, percentage: null });
  });
});

const wrongShape: ScriptedAnswer = {
  fault: { kind: 'wrong-shape', path: 'percentage', expected: 'a percentage' },
};
const failed = { fault: { kind: 'error-text', detail: 'Scan failed' } } as const;
const partial = at('30.00', { totalChecked: 1 });
const partialResult = { percentage: 30, result: { totalChecked: 1 } };

test.each<[what: string, pollIntervalMs: number, steps: readonly ScriptedAnswer[]]>([
  ['100 per cent and more before the end', 30_000, [at(100), at(101), at(100), at('101.50', ended)]],
  ['another two minutes after the percentage fell', 70_000, [at(100), at(100), at(90), at(100), at(100)]],
  ['faults that last longer together', 100_000, [at(10), failing(500), failing(500), at(20), failing(500)]],
  ['one fault at an interval of ten minutes', 600_000, [at(10), failing(503)]],
  ['answers that are not understood', 3_000, [wrongShape, wrongShape]],
  ['a scan that is not visible yet', 3_000, [failing(404), failing(404)]],
  ['errors in place of a result', 50_000, [failed, failed, failed]],
])('the wait goes on through %s', async (_what, pollIntervalMs, steps) => {
  const { end, client } = await wait([...steps, finished()], { pollIntervalMs });
  expect(end.problem).toBeNull();
  expect(client.fetched.length).toBeGreaterThanOrEqual(steps.length);
});

test.each<[what: string, minutes: number, steps: readonly ScriptedAnswer[], problem: object, rest?: object]>([
  ['two minutes at 100 per cent', 2, [at(50), at(100)], { kind: 'no-end-date', graceMs: 120_000 }],
  ['five minutes of faults', 5, [partial, failing(500)], { fault: { status: 500 } }, partialResult],
  ['five minutes of answers that are not understood', 5, [wrongShape], wrongShape],
  ['five minutes of errors in place of a result', 5, [queued, at(10), failed], failed, { percentage: 10 }],
  ['a minute without the scan', 1, [failing(404)], { kind: 'service', fault: { status: 404 } }],
])('the wait ends after %s', async (_what, minutes, steps, problem, rest = {}) => {
  const { end, waitedMs } = await wait(steps);
  expect(end).toMatchObject({ problem, ...rest });
  expect(waitedMs).toBeGreaterThanOrEqual(minutes * 60_000);
  expect(waitedMs).toBeLessThan(minutes * 60_000 + 40_000);
});

describe('faults of the service', () => {
  test('that are temporary are retried, and logged once until the service is back', async () => {
    const steps = [at(10), failing(503), failing(502), failing(429), at(50), failing(503), finished()];
    const { end, log } = await wait(steps);
    expect(end.problem).toBeNull();
    expect(log.of('warning')).toEqual(Array.from({ length: 2 }, () => expect.stringContaining('scan-1')));
  });

  test.each<[fault: object, step: ScriptedAnswer]>([
    [{ kind: 'service', fault: statusFault(403) }, failing(403)],
    [{ kind: 'service', fault: { kind: 'too-large' } }, { fault: { kind: 'too-large', limitMib: 5 } }],
    [{ kind: 'internal', detail: 'TypeError: broken' }, { throws: new TypeError('broken') }],
  ])('that are permanent end the wait at once: %j', async (problem, step) => {
    const { end, client } = await wait([step]);
    expect(end.problem).toMatchObject(problem);
    expect(client.fetched).toHaveLength(1);
  });
});

test('a result of another scan is a problem, and nothing of it is kept', async () => {
  const { end } = await wait([at(10), finished({ identificator: 'scan-2', issues: [{ name: 'Not ours' }] })]);
  expect(end).toEqual({ ...nothing, problem: { kind: 'other-scan', expected: 'scan-1', got: 'scan-2' } });
});

test.each([
  ['scan-1', null],
  ['SCAN-1', null],
  [undefined, null],
  [null, null],
  ['', null],
  ['scan-2', 'scan-2'],
  [7, '7'],
  [false, 'false'],
  [['scan-1'], '["scan-1"]'],
  ['x'.repeat(5_000), 'x'.repeat(1_000)],
])('a result with the id %j is of another scan than scan-1: %j', (identificator, got) => {
  const problem = otherScanProblem(scanResultSchema.parse({ identificator }), 'scan-1');
  expect(problem).toEqual(got === null ? null : { kind: 'other-scan', expected: 'scan-1', got });
});

test('a cancellation ends the wait at once, with what is known', async () => {
  const controller = new AbortController();
  const clock = createFakeClock(0, () => controller.abort(new CancelledError('SIGINT')));
  const { end } = await wait([at(10)], { timeoutMs: 60_000, clock, signal: controller.signal });
  expect(end).toMatchObject({ percentage: 10, problem: { kind: 'cancelled' } });
  expect(clock.sleptMs).toEqual([]);
});

describe('the log', () => {
  test('shows bar, percentage and time', async () => {
    const steps = [queued, at(4.99), at('42.40'), at(99.99), at(100), at(999, ended)];
    const { log } = await wait(steps, { pollIntervalMs: 60_000 });
    expect(log.of('info')).toEqual([
      "Waiting in the service's queue",
      '[....................]   4 %  1 min elapsed',
      '[########............]  42 %  2 min elapsed',
      '[###################.]  99 %  3 min elapsed',
      '[####################] 100 %  4 min elapsed',
      '[####################] 100 %  5 min elapsed',
    ]);
  });

  test('shows progress in steps of ten per cent, and every five minutes without', async () => {
    const steps = [queued, queued, ...Array.from({ length: 100 }, (_, index) => at(index)), finished()];
    expect((await wait(steps, { pollIntervalMs: 2_000 })).log.of('info')).toHaveLength(12);
    expect((await wait([at(10)], { pollIntervalMs: 60_000 })).log.of('info')).toHaveLength(12);
  });
});
