import { describe, expect, test } from '@jest/globals';
import { CancelledError, ProblemError, type RequestFault, SettingsError } from '../../../src/core/problem.ts';
import { DeadlineError } from '../../../src/scan/deadline.ts';
import { obtainScan } from '../../../src/scan/obtain-scan.ts';
import type { ServiceClient } from '../../../src/service/client.ts';
import { scanListSchema } from '../../../src/service/schema.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createRecordingLog } from '../../support/recording-log.ts';
import { inputsOf } from './inputs-of.ts';
import { partialClient } from './scripted-client.ts';

/** The time at which every test starts, in seconds since the Unix epoch. */
const nowSeconds = 1_800_000_000;

const broken = (fault: RequestFault, endpoint: 'start' | 'list' = 'start') =>
  new ProblemError({ kind: 'service', endpoint, fault, attempts: 1 });
const lost = broken({ kind: 'network', code: 'ECONNRESET' });

interface Setting {
  readonly readyAt?: number | null;
  readonly given?: Readonly<Record<string, string>>;
  readonly attempt?: number;
  readonly start?: ServiceClient['start'];
  /** The scans of the target in the list at each look. The last entry is repeated. */
  readonly looks?: readonly (readonly object[])[];
  readonly signal?: AbortSignal;
}

async function obtain({
  given = {},
  attempt = 1,
  start,
  looks = [],
  readyAt = null,
  signal = new AbortController().signal,
}: Setting) {
  const clock = createFakeClock(nowSeconds * 1000);
  const log = createRecordingLog();
  const calls: unknown[] = [];
  let looked = 0;
  const client = partialClient({
    start: async (request, startSignal) => {
      calls.push(request);
      return start === undefined ? 'scan-1' : await start(request, startSignal);
    },
    list: async () => {
      const scans = looks[Math.min(looked, looks.length - 1)] ?? [];
      looked += 1;
      return scanListSchema.parse([{ url: 'a.example', scans }]);
    },
  });
  const inputs = await inputsOf(given);
  const target = inputs.target.url;
  const obtained = await obtainScan({ client, inputs, target, readyAt, attempt, clock, log, signal });
  return { obtained, calls, log, clock, looked: () => looked };
}

const fails = (error: unknown) => async (): Promise<string> => {
  throw error;
};

describe('a first run', () => {
  test('starts a scan of the target as given, without reading the list', async () => {
    const { obtained, calls, looked } = await obtain({
      given: { url: 'a.example/?k=1', preferences: 'xss: true' },
    });
    expect(obtained).toEqual({ scanId: 'scan-1', origin: 'started', problem: null });
    expect(calls).toEqual([{ url: 'a.example/?k=1', preferences: { xss: true } }]);
    expect(looked()).toBe(0);
  });

  test('shows no query value of the target in the log', async () => {
    const { log } = await obtain({ given: { url: 'https://a.example/?token=s3cret' } });
    expect(log.of('info').join()).toContain('Started scan scan-1 of https://a.example');
    expect(JSON.stringify(log.entries)).not.toContain('s3cret');
  });

  test.each([400, 401, 403, 422, 429, 503])(
    'ends with a problem if the service refused with %i',
    async (status) => {
      const fault: RequestFault = { kind: 'status', status, detail: 'no', retryAfterMs: null };
      const { obtained, calls, looked } = await obtain({ start: fails(broken(fault)) });
      expect(obtained).toMatchObject({
        scanId: null,
        problem: { kind: 'service', endpoint: 'start', fault },
      });
      expect([calls.length, looked()]).toEqual([1, 0]);
    },
  );

  test('ends without reading the list if there was no connection', async () => {
    const { obtained, looked } = await obtain({
      start: fails(broken({ kind: 'network', code: 'ECONNREFUSED' })),
    });
    expect(obtained.problem).toMatchObject({ kind: 'service', fault: { code: 'ECONNREFUSED' } });
    expect(looked()).toBe(0);
  });

  test('ends in time and on cancellation', async () => {
    expect(
      (await obtain({ start: fails(new DeadlineError('up')), given: { timeout: '5m' } })).obtained.problem,
    ).toEqual({
      kind: 'timeout',
      afterMs: 300_000,
      percentage: null,
    });
    expect((await obtain({ start: fails(new CancelledError('SIGINT')) })).obtained.problem).toMatchObject({
      kind: 'cancelled',
      signal: 'SIGINT',
    });
  });
});

describe('a start whose answer was lost', () => {
  const ours = { id: 'scan-9', startDate: nowSeconds + 2, progress: 0 };

  test.each<RequestFault>([
    { kind: 'network', code: 'ECONNRESET' },
    { kind: 'timeout', afterMs: 30_000 },
    { kind: 'status', status: 500, detail: '', retryAfterMs: null },
    { kind: 'status', status: 504, detail: '', retryAfterMs: null },
    { kind: 'not-json', detail: '' },
    { kind: 'wrong-shape', where: 'enqueued_scan_id', expected: 'string' },
  ])('is looked up in the list, and never sent again: %j', async (fault) => {
    const { obtained, calls, clock } = await obtain({ start: fails(broken(fault)), looks: [[], [], [ours]] });
    expect(obtained).toEqual({ scanId: 'scan-9', origin: 'recovered', problem: null });
    expect(calls).toHaveLength(1);
    expect(clock.sleptMs).toEqual([1_000, 2_000]);
  });

  test('is looked for for a minute', async () => {
    const { obtained, clock } = await obtain({ start: fails(lost), looks: [[]] });
    expect(obtained.problem).toEqual({
      kind: 'start-lost',
      fault: { kind: 'network', code: 'ECONNRESET' },
      lookedForMs: 60_000,
    });
    expect(clock.now()).toBe(nowSeconds * 1000 + 60_000);
  });

  test('is not mistaken for an earlier scan, or one with other preferences', async () => {
    const others = [
      { id: 'earlier', startDate: nowSeconds - 3600, progress: 20 },
      { id: 'different', startDate: nowSeconds + 1, progress: 0, preferences: { xss: false } },
    ];
    const { obtained } = await obtain({
      start: fails(lost),
      given: { preferences: 'xss: true' },
      looks: [others],
    });
    expect(obtained.problem).toMatchObject({ kind: 'start-lost' });
  });

  test('is looked for again if the list cannot be read at once', async () => {
    const clock = createFakeClock(nowSeconds * 1000);
    let looks = 0;
    const client = partialClient({
      start: fails(lost),
      list: async () => {
        looks += 1;
        if (looks < 3) throw broken({ kind: 'timeout', afterMs: 1 }, 'list');
        return scanListSchema.parse([{ url: 'a.example', scans: [ours] }]);
      },
    });
    const { signal } = new AbortController();
    const inputs = await inputsOf();
    const obtained = await obtainScan({
      client,
      inputs,
      target: inputs.target.url,
      readyAt: null,
      attempt: 1,
      clock,
      log: createRecordingLog(),
      signal,
    });
    expect(obtained).toMatchObject({ scanId: 'scan-9', origin: 'recovered' });
  });
});

describe('a given scan', () => {
  test('is accepted as it is if no target is given', async () => {
    const { obtained, calls, looked } = await obtain({ given: { url: '', 'scan-id': 'given-1' } });
    expect(obtained).toEqual({ scanId: 'given-1', origin: 'attached', problem: null });
    expect([calls.length, looked()]).toEqual([0, 0]);
  });

  test('must belong to the target, if one is given', async () => {
    const looks = [[{ id: 'given-1' }]];
    expect((await obtain({ given: { 'scan-id': 'given-1' }, looks })).obtained.origin).toBe('attached');
    await expect(
      obtain({ given: { 'scan-id': 'given-1', url: 'https://b.example' }, looks }),
    ).rejects.toThrow(SettingsError);
  });

  test('is accepted with a notice if the list does not have it', async () => {
    const { obtained, log } = await obtain({ given: { 'scan-id': 'given-1' } });
    expect(obtained.scanId).toBe('given-1');
    expect(log.of('notice').join()).toContain('given-1');
  });
});

describe('an existing scan', () => {
  const running = { id: 'running', startDate: nowSeconds - 600, progress: 40 };
  const done = { id: 'done', startDate: nowSeconds - 300, progress: 100 };

  test('is resumed by a re-run if an earlier attempt left it running', async () => {
    const { obtained, calls } = await obtain({ attempt: 2, looks: [[done, running]] });
    expect(obtained).toEqual({ scanId: 'running', origin: 'resumed', problem: null });
    expect(calls).toEqual([]);
  });

  test('is not resumed if it has finished, or if the preferences differ', async () => {
    expect((await obtain({ attempt: 2, looks: [[done]] })).obtained.origin).toBe('started');
    const different = [[{ ...running, preferences: { xss: false } }]];
    expect(
      (await obtain({ attempt: 2, given: { preferences: 'xss: true' }, looks: different })).obtained.origin,
    ).toBe('started');
  });

  test('is reused if it started within the given time, finished or not', async () => {
    const looks = [[running, done]];
    expect((await obtain({ given: { 'reuse-within': '10m' }, looks })).obtained).toMatchObject({
      scanId: 'done',
      origin: 'reused',
    });
    expect((await obtain({ given: { 'reuse-within': '10m' }, looks: [[running]] })).obtained).toMatchObject({
      scanId: 'running',
      origin: 'reused',
    });
    expect((await obtain({ given: { 'reuse-within': '4m' }, looks })).obtained.origin).toBe('started');
  });
});
