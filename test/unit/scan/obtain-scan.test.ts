import { describe, expect, test } from '@jest/globals';
import { CancelledError, ProblemError, type RequestFault, SettingsError } from '../../../src/core/problem.ts';
import type { PullRequestStatus } from '../../../src/github/pull-request.ts';
import { DeadlineError } from '../../../src/scan/deadline.ts';
import { obtainScan } from '../../../src/scan/obtain-scan.ts';
import { type ScanTie, scanDigest } from '../../../src/scan/scan-tie.ts';
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
  /** Replaces the list. */
  readonly list?: ServiceClient['list'];
  /** The scans of the target in the list at each look. The last entry is repeated. */
  readonly looks?: readonly (readonly object[])[];
  readonly signal?: AbortSignal;
  readonly pullRequest?: PullRequestStatus;
  /** What our comment says. */
  readonly tie?: ScanTie | null;
  /** Fields of the list entry of the target. */
  readonly entry?: object;
}

const runId = 77;

async function obtain({
  given = {},
  attempt = 1,
  start,
  list,
  looks = [],
  readyAt = null,
  signal = new AbortController().signal,
  pullRequest = { kind: 'none' },
  tie = null,
  entry = {},
}: Setting) {
  const clock = createFakeClock(nowSeconds * 1000);
  const log = createRecordingLog();
  const calls: unknown[] = [];
  let [looked, asked] = [0, 0];
  const client = partialClient({
    start: async (request, startSignal) => {
      calls.push(request);
      return start === undefined ? 'scan-1' : await start(request, startSignal);
    },
    list: async (listSignal) => {
      if (list !== undefined) return await list(listSignal);
      const scans = looks[Math.min(looked, looks.length - 1)] ?? [];
      looked += 1;
      return scanListSchema.parse([{ url: 'a.example', scans, ...entry }]);
    },
  });
  const inputs = await inputsOf(given);
  const target = inputs.target.url;
  const findTiedScan = async () => {
    asked += 1;
    return tie;
  };
  const run = { runId, attempt, pullRequest, findTiedScan };
  const obtained = await obtainScan({ client, inputs, target, readyAt, ...run, clock, log, signal });
  return { obtained, calls, log, clock, looked: () => looked, asked };
}

const fails = (error: unknown) => async (): Promise<never> => {
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
        ...{ scanId: null, origin: 'started' },
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
      scan: 'unknown',
    });
    expect((await obtain({ start: fails(new CancelledError('SIGINT')) })).obtained.problem).toEqual({
      kind: 'cancelled',
      signal: 'SIGINT',
      scanId: null,
      scan: 'unknown',
    });
  });

  test('says that no scan was started if the time was up before that', async () => {
    const late = new AbortController();
    late.abort(new DeadlineError('up'));
    const { obtained, calls } = await obtain({ signal: late.signal, given: { timeout: '5m' } });
    expect(obtained.problem).toEqual({ kind: 'timeout', afterMs: 300_000, percentage: null, scan: 'none' });
    const cancelled = new AbortController();
    cancelled.abort(new CancelledError('SIGTERM'));
    const early = await obtain({ signal: cancelled.signal });
    expect(early.obtained.problem).toEqual({ kind: 'cancelled', signal: 'SIGTERM', scanId: null });
    expect([...calls, ...early.calls]).toEqual([]);
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
    const looks = [[], [], [ours]];
    const { obtained, calls, clock, log } = await obtain({ start: fails(broken(fault)), looks });
    expect(obtained).toEqual({ scanId: 'scan-9', origin: 'recovered', problem: null });
    expect(log.of('warning')).toEqual([expect.stringContaining('was lost')]);
    expect(log.of('info')).toEqual([expect.stringContaining('scan-9')]);
    expect(calls).toHaveLength(1);
    expect(clock.sleptMs).toEqual([1_000, 2_000]);
  });

  test('says why the list could not be read at last', async () => {
    const fault: RequestFault = { kind: 'status', status: 403, detail: '', retryAfterMs: null };
    const { obtained } = await obtain({ start: fails(lost), list: fails(broken(fault, 'list')) });
    expect(obtained.problem).toMatchObject({ kind: 'start-lost', listFault: fault });
  });

  test('is not looked for after a mistake of our own, a cancel and the time limit', async () => {
    for (const [error, kind] of [
      [new TypeError('broken'), 'internal'],
      [new CancelledError('SIGINT'), 'cancelled'],
      [new DeadlineError('up'), 'timeout'],
    ] as const) {
      const { obtained, clock } = await obtain({ start: fails(error) });
      expect([obtained.problem?.kind, clock.sleptMs]).toEqual([kind, []]);
      const looking = await obtain({ start: fails(lost), list: fails(error) });
      expect(looking.obtained.problem?.kind).toBe(kind === 'timeout' ? 'start-lost' : kind);
    }
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

  test('is preferred to a scan that another push started just before', async () => {
    const other = { id: 'other', startDate: nowSeconds - 40, progress: 60 };
    const { obtained } = await obtain({ start: fails(lost), looks: [[other], [other], [ours, other]] });
    expect(obtained).toMatchObject({ scanId: 'scan-9', origin: 'recovered' });
  });

  test('is taken to be one that started a bit too early, or has no date, at the end of the search only', async () => {
    const early = { id: 'early', startDate: nowSeconds - 40, progress: 60 };
    const undated = { id: 'undated', progress: 0 };
    for (const scan of [early, undated]) {
      const { obtained, clock } = await obtain({ start: fails(lost), looks: [[scan]] });
      expect(obtained).toMatchObject({ scanId: scan.id, origin: 'recovered' });
      expect(clock.now()).toBe(nowSeconds * 1000 + 60_000);
    }
    const finished = { start: fails(lost), looks: [[{ ...undated, progress: 100 }]] };
    expect((await obtain(finished)).obtained.problem).toMatchObject({ kind: 'start-lost' });
  });

  test('is never one that started before the deployment was ready', async () => {
    const early = { id: 'early', startDate: nowSeconds - 40, progress: 60 };
    const readyAt = (nowSeconds - 30) * 1000;
    const { obtained } = await obtain({ start: fails(lost), looks: [[early]], readyAt });
    expect(obtained.problem).toMatchObject({ kind: 'start-lost' });
  });

  test('is looked for again if the list cannot be read at once', async () => {
    let looks = 0;
    const list = async () => {
      looks += 1;
      if (looks < 3) throw broken({ kind: 'timeout', afterMs: 1 }, 'list');
      return scanListSchema.parse([{ url: 'a.example', scans: [ours] }]);
    };
    const { obtained } = await obtain({ start: fails(lost), list });
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
    expect(log.of('notice').join()).toContain('The scan list does not hold scan given-1');
  });

  test('is accepted with a notice that says that the list was cut', async () => {
    const { log } = await obtain({ given: { 'scan-id': 'given-1' }, entry: { total: 3 } });
    expect(log.of('notice').join()).toContain('The scan list, which was cut, does not hold scan given-1');
  });

  test('is of the same target if the list holds bare hosts only and the host is the same', async () => {
    const looks = [[{ id: 'given-1' }]];
    const given = { 'scan-id': 'given-1', url: 'https://a.example/shop' };
    expect((await obtain({ given, looks })).obtained.origin).toBe('attached');
    const entry = { url: 'https://a.example' };
    await expect(obtain({ given, looks, entry })).rejects.toThrow(SettingsError);
  });
});

const headSha = '2fd4e1c67a2d28fced849ee1bb76e7391b93eb12';
const running = { id: 'running', startDate: nowSeconds - 600, progress: 40 };
const done = { id: 'done', startDate: nowSeconds - 300, progress: 100 };
const pull = { kind: 'known', number: 7, headSha, fromFork: false } as const;
const unknownPull: PullRequestStatus = { kind: 'unknown' };
const tied: ScanTie = { sha: headSha, runId, scan: scanDigest('running') };
/** Of the deployment, in milliseconds: before and after both scans. */
const [readyBefore, readyAfter] = [(nowSeconds - 3600) * 1000, (nowSeconds - 60) * 1000];

test('a list that cannot be read where it decides is a problem, and nothing is started', async () => {
  const fault: RequestFault = { kind: 'status', status: 403, detail: '', retryAfterMs: null };
  const list = fails(broken(fault, 'list'));
  for (const setting of [
    { attempt: 2 },
    { given: { 'reuse-within': '1h' } },
    { given: { 'scan-id': 'a' } },
  ]) {
    const { obtained, calls } = await obtain({ ...setting, list });
    expect(obtained).toMatchObject({ scanId: null, problem: { kind: 'service', endpoint: 'list' } });
    expect(calls).toEqual([]);
  }
  const late = await obtain({ attempt: 2, list: fails(new DeadlineError('up')) });
  expect(late.obtained.problem).toMatchObject({ kind: 'timeout', scan: 'none' });
});

describe('a re-run without a pull request', () => {
  const rerun = async (scans: readonly object[], more: Setting = {}) =>
    (await obtain({ attempt: 2, looks: [scans], ...more })).obtained;

  test('takes up the newest scan of the target if it still runs', async () => {
    const { obtained, calls } = await obtain({ attempt: 2, looks: [[running]] });
    expect(obtained).toEqual({ scanId: 'running', origin: 'resumed', problem: null });
    expect(calls).toEqual([]);
  });

  test.each<[string, readonly object[], Setting]>([
    ['the newest has finished', [done, running], {}],
    ['it started longer ago than `timeout`', [running], { given: { timeout: '9m' } }],
    ['it started before the deployment was ready', [running], { readyAt: readyAfter }],
    ['its start date is not known', [{ id: 'queued', progress: 0 }], {}],
    ['it is not known whether there is a pull request', [running], { pullRequest: unknownPull }],
    [
      'the preferences differ',
      [{ ...running, preferences: { xss: false } }],
      { given: { preferences: 'xss: true' } },
    ],
  ])('starts a new one if %s', async (_why, scans, more) => {
    expect(await rerun(scans, more)).toEqual({ scanId: 'scan-1', origin: 'started', problem: null });
  });
});

describe('a re-run with a pull request', () => {
  const rerun = async (tie: ScanTie | null, more: Setting = {}) =>
    (await obtain({ attempt: 2, pullRequest: pull, looks: [[running]], tie, ...more })).obtained;

  test('takes up the scan that the comment names, also while it has no start date', async () => {
    const resumed = { scanId: 'running', origin: 'resumed', problem: null };
    expect(await rerun(tied)).toEqual(resumed);
    expect(await rerun(tied, { readyAt: readyBefore })).toEqual(resumed);
    expect(await rerun(tied, { looks: [[{ id: 'RUNNING', progress: 0 }]] })).toMatchObject({
      origin: 'resumed',
    });
  });

  test.each<[string, ScanTie | null, Setting]>([
    ['the comment names none', null, {}],
    ['the comment names another scan', { ...tied, scan: scanDigest('other') }, {}],
    ['the comment is of another run', { ...tied, runId: runId + 1 }, {}],
    ['the comment is of another commit', { ...tied, sha: 'a'.repeat(40) }, {}],
    ['only a part of the commit is known', tied, { pullRequest: { ...pull, headSha: headSha.slice(0, 7) } }],
    ['the scan started before the deployment was ready', tied, { readyAt: readyAfter }],
    ['the scan has finished', tied, { looks: [[{ ...running, progress: 100 }]] }],
    ['the list does not hold it', tied, { looks: [[done]] }],
    ['the preferences differ', tied, { given: { preferences: 'xss: true' } }],
  ])('starts a new one if %s', async (_why, tie, more) => {
    expect(await rerun(tie, more)).toMatchObject({ scanId: 'scan-1', origin: 'started' });
  });
});

test('a list that was cut and holds no scan to take up leads to a new one, and the log says so', async () => {
  const { obtained, log } = await obtain({ attempt: 2, looks: [[done]], entry: { total: 2 } });
  expect(obtained.origin).toBe('started');
  expect(log.of('info').join()).toContain(
    'The scan list was cut: it names 1 of 2 scans of https://a.example.',
  );
});

describe('reuse-within', () => {
  const given = { 'reuse-within': '10m' };

  test('reuses a scan that started within the given time, finished or not', async () => {
    const looks = [[running, done]];
    const reused = (scanId: string) => ({ scanId, origin: 'reused' });
    expect((await obtain({ given, looks })).obtained).toMatchObject(reused('done'));
    expect((await obtain({ given, looks: [[running]] })).obtained).toMatchObject(reused('running'));
    expect((await obtain({ given: { 'reuse-within': '4m' }, looks })).obtained.origin).toBe('started');
    expect((await obtain({ given, looks, readyAt: readyAfter })).obtained.origin).toBe('started');
  });

  test('takes only the scan that the comment names for this commit if the readiness is not known', async () => {
    const looks = [[done, running]];
    const ofPull = { given, looks, pullRequest: pull };
    expect((await obtain(ofPull)).obtained.origin).toBe('started');
    expect((await obtain({ ...ofPull, pullRequest: unknownPull, tie: tied })).obtained.origin).toBe(
      'started',
    );
    expect((await obtain({ ...ofPull, tie: { ...tied, runId: 1 } })).obtained).toMatchObject({
      scanId: 'running',
      origin: 'reused',
    });
    const otherCommit = { ...tied, sha: 'a'.repeat(40) };
    expect((await obtain({ ...ofPull, tie: otherCommit })).obtained.origin).toBe('started');
  });

  test('does not read the comment if the readiness is known', async () => {
    const known = await obtain({ given, looks: [[done]], pullRequest: pull, readyAt: readyBefore });
    expect([known.obtained.scanId, known.asked]).toEqual(['done', 0]);
    expect((await obtain({ given, looks: [[done]], pullRequest: pull })).asked).toBe(1);
  });
});
