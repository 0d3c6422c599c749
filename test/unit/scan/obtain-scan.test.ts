import { describe, expect, test } from '@jest/globals';
import { outside } from '../../../src/core/outside.ts';
import { CancelledError, misread, type RequestFault, SettingsError } from '../../../src/core/problem.ts';
import { DeadlineError } from '../../../src/core/time-limit.ts';
import type { PullRequestStatus } from '../../../src/github/pull-request.ts';
import { type ObtainRequest, obtainScan } from '../../../src/scan/obtain-scan.ts';
import { type ScanTie, scanDigest } from '../../../src/scan/scan-tie.ts';
import { scanListSchema } from '../../../src/service/wire.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createRecordingLog } from '../../support/recording-log.ts';
import { inputsOf } from './inputs-of.ts';
import {
  at,
  failed,
  failing,
  finished,
  partialClient,
  type Step,
  scriptedClient,
} from './scripted-client.ts';

/** The time at which every test starts, in seconds since the Unix epoch. */
const nowSeconds = 1_800_000_000;
const runId = 77;

/** The scans of the target in the list, or why the list cannot be read. */
type Look = readonly object[] | Error;

interface Setting extends Partial<Pick<ObtainRequest, 'attempt' | 'readyAt' | 'signal' | 'pullRequest'>> {
  readonly given?: Readonly<Record<string, string>>;
  /** Why each start gets no answer, in order; the last one is repeated. `null`: it gets one. */
  readonly startError?: Error | readonly (Error | null)[];
  /** What each request for a scan is answered with. */
  readonly steps?: readonly Step[];
  readonly onFetch?: () => void;
  /** At each look into the list. The last one is repeated. */
  readonly looks?: readonly Look[];
  /** What our comment says. */
  readonly tie?: ScanTie | null;
  /** Fields of the list entry of the target. */
  readonly entry?: object;
}

async function obtain(scene: Setting) {
  const {
    given = {},
    startError = null,
    steps = [],
    onFetch,
    looks = [],
    tie = null,
    entry,
    ...setting
  } = scene;
  const errors = [startError].flat();
  const { fetch, fetched } = scriptedClient(steps, onFetch);

  const clock = createFakeClock(nowSeconds * 1000);
  const log = createRecordingLog();
  const calls: unknown[] = [];
  let [looked, asked] = [0, 0];
  const client = partialClient({
    start: async (request) => {
      calls.push(request);
      const error = errors[Math.min(calls.length, errors.length) - 1] ?? null;
      if (error !== null) throw error;
      return 'scan-1';
    },
    fetch,
    list: async () => {
      const scans = looks[Math.min(looked, looks.length - 1)] ?? [];
      looked += 1;
      if (scans instanceof Error) throw scans;
      return scanListSchema.parse([{ url: 'a.example', scans, ...entry }]);
    },
  });
  const inputs = await inputsOf(given);
  const obtained = await obtainScan({
    client,
    inputs,
    deadline: { at: clock.now() + inputs.scan.timeoutMs, timeoutMs: inputs.scan.timeoutMs },
    clock,
    log,
    runId,
    attempt: 1,
    readyAt: null,
    pullRequest: { kind: 'none' },
    target: inputs.target.url,
    signal: new AbortController().signal,
    findTiedScan: async () => {
      asked += 1;
      return tie;
    },
    ...setting,
  });
  return { obtained, calls, log, clock, looked, asked, fetched };
}

const status = (code: number) => failing(code).fault;
const network = (code: string) => ({ kind: 'network', code: outside('name', code) }) as const;
const lost = failed('start', network('ECONNRESET'));
const up = new DeadlineError('up');
const withXss = { given: { preferences: 'xss: true' } };
const startedAnew = { scanId: 'scan-1', origin: 'started', problem: null };

describe('a first run', () => {
  test('starts a scan of the target as given, without reading the list', async () => {
    const given = { url: 'a.example/?k=1', preferences: 'xss: true' };
    const { obtained, calls, looked } = await obtain({ given });
    expect(obtained).toEqual(startedAnew);
    expect(calls).toEqual([{ url: 'a.example/?k=1', preferences: { xss: true } }]);
    expect(looked).toBe(0);
  });

  test('shows no query value of the target in the log', async () => {
    const { log } = await obtain({ given: { url: 'https://a.example/?token=s3cret' } });
    expect(log.of('info').join()).toContain('Started scan scan-1 of https://a.example');
    expect(JSON.stringify(log.entries)).not.toContain('s3cret');
  });

  test.each<RequestFault>([
    status(401),
    { kind: 'redirect', location: outside('address', 'https://login.example') },
    network('ECONNREFUSED'),
  ])('ends with a problem, without reading the list, where no scan can have begun: %j', async (fault) => {
    const { obtained, calls, looked } = await obtain({ startError: failed('start', fault) });
    const problem = { kind: 'service', endpoint: 'start', fault };
    expect(obtained).toMatchObject({ scanId: null, origin: 'started', problem });
    expect([calls.length, looked]).toEqual([1, 0]);
  });

  test.each([
    [up, { kind: 'timeout', afterMs: 300_000, percentage: null }],
    [new CancelledError('SIGINT'), { kind: 'cancelled', signal: 'SIGINT', scanId: null }],
  ])('ends in time and on cancellation, and says whether a start was sent: %p', async (reason, problem) => {
    const given = { timeout: '5m' };
    const sent = await obtain({ given, startError: reason });
    expect(sent.obtained.problem).toEqual({ ...problem, scan: 'unknown' });
    const early = await obtain({ given, signal: AbortSignal.abort(reason) });
    expect(early.obtained.problem).toEqual(reason === up ? { ...problem, scan: 'none' } : problem);
    expect(early.calls).toEqual([]);
  });
});

describe('a start that is refused', () => {
  const busy = failed('start', status(409));
  const other = { id: 'other', startDate: nowSeconds - 60, progress: 40 };

  test.each<[string, readonly Step[]]>([
    ['has finished', [at(40), finished()]],
    ['has ended early', [at(40), at(60, { endDate: '2027-01-15T08:00:00Z' })]],
    ['is not there', [failing(404)]],
  ])('is sent again when the running scan of the target %s', async (_how, steps) => {
    const { obtained, calls, fetched, log } = await obtain({
      startError: [busy, null],
      looks: [[other]],
      steps,
    });
    expect(obtained).toEqual(startedAnew);
    expect([calls.length, new Set(fetched)]).toEqual([2, new Set(['other'])]);
    expect(log.of('info')[0]).toContain('refused the start while scan other of https://a.example is running');
  });

  test.each<[string, Setting, number]>([
    ['there is no running scan', { looks: [[{ ...other, progress: 100 }]] }, 1],
    ['the list cannot be read', { looks: [failed('list', status(500))] }, 1],
    ['the running scan does not end in time', { looks: [[other]], steps: [at(40)] }, 1],
    ['it is refused again, though the scan has ended', { looks: [[other]], steps: [finished()] }, 2],
  ])('is a problem if %s', async (_why, setting, starts) => {
    const { obtained, calls } = await obtain({ startError: busy, given: { timeout: '5m' }, ...setting });
    expect(obtained.problem).toMatchObject({ kind: 'service', endpoint: 'start', fault: status(409) });
    expect(calls).toHaveLength(starts);
  });

  test('whose second answer is lost is never the scan that it waited for', async () => {
    const { obtained } = await obtain({ startError: [busy, lost], looks: [[other]], steps: [finished()] });
    expect(obtained.problem).toMatchObject({ kind: 'start-lost' });
  });

  test('starts nothing if the run is cancelled while it waits', async () => {
    const cancel = new AbortController();
    const { obtained, calls } = await obtain({
      startError: busy,
      looks: [[other]],
      steps: [at(40)],
      onFetch: () => cancel.abort(new CancelledError('SIGINT')),
      signal: cancel.signal,
    });
    expect(obtained.problem).toEqual({ kind: 'cancelled', signal: 'SIGINT', scanId: null });
    expect(calls).toHaveLength(1);
  });

  test.each([400, 422])('is sent once more with the bare host after %i', async (code) => {
    const given = { url: 'https://a.example/' };
    const refused = failed('start', status(code));
    const taken = await obtain({ given, startError: [refused, null] });
    expect(taken.obtained).toEqual(startedAnew);
    expect(taken.calls).toMatchObject([{ url: 'https://a.example/' }, { url: 'a.example' }]);
    const twice = await obtain({ given, startError: [refused, failed('start', status(400))] });
    expect(twice.obtained.problem).toMatchObject({ fault: status(code) });
  });

  test.each([
    ['https://a.example', 409],
    ['http://a.example/', 400],
    ['https://a.example:8443/', 400],
    ['https://a.example/shop', 422],
    ['https://a.example/?shop=1', 422],
    ['https://user@a.example/', 422],
    ['a.example', 400],
  ])('drops nothing else from a target: %s after %i', async (url, code) => {
    const { calls } = await obtain({ given: { url }, startError: failed('start', status(code)) });
    expect(calls).toMatchObject([{ url }]);
  });
});

describe('a start whose answer was lost', () => {
  const ours = { id: 'scan-9', startDate: nowSeconds + 2, progress: 0 };
  const early = { id: 'early', startDate: nowSeconds - 40, progress: 60 };
  const undated = { id: 'undated', progress: 0 };
  const recovered = { scanId: 'scan-9', origin: 'recovered', problem: null };

  test.each<RequestFault>([
    network('ECONNRESET'),
    { kind: 'timeout', afterMs: 30_000 },
    status(408),
    status(500),
    status(504),
    { kind: 'not-json', detail: outside('detail', '') },
    { kind: 'wrong-shape', ...misread({ where: 'enqueued_scan_id', expected: 'string' }) },
  ])('is looked up in the list, and never sent again: %j', async (fault) => {
    const looks = [[], [], [ours]];
    const { obtained, calls, clock, log } = await obtain({ startError: failed('start', fault), looks });
    expect(obtained).toEqual(recovered);
    expect(log.of('warning')).toEqual([expect.stringContaining('was lost')]);
    expect(log.of('info')).toEqual([expect.stringContaining('scan-9')]);
    expect(calls).toHaveLength(1);
    expect(clock.sleptMs).toEqual([1_000, 2_000]);
  });

  test('is looked for again if the list cannot be read at once', async () => {
    const unread = failed('list', { kind: 'timeout', afterMs: 1 });
    const { obtained } = await obtain({ startError: lost, looks: [unread, unread, [ours]] });
    expect(obtained).toEqual(recovered);
  });

  test.each([
    [new TypeError('broken'), 'internal', 'internal'],
    [new CancelledError('SIGINT'), 'cancelled', 'cancelled'],
    [up, 'timeout', 'start-lost'],
  ])('is not looked for after %p, which also ends the search', async (error, kind, kindOfSearch) => {
    const { obtained, clock } = await obtain({ startError: error });
    expect([obtained.problem?.kind, clock.sleptMs]).toEqual([kind, []]);
    const looking = await obtain({ startError: lost, looks: [error] });
    expect(looking.obtained.problem?.kind).toBe(kindOfSearch);
  });

  test.each<[string, Look, object]>([
    ['the list that can be read', [], {}],
    ['one that cannot, and says why', failed('list', status(403)), { listFault: status(403) }],
  ])('is looked for for a minute in %s', async (_which, look, unread) => {
    const { obtained, clock } = await obtain({ startError: lost, looks: [look] });
    const fault = network('ECONNRESET');
    expect(obtained.problem).toEqual({ kind: 'start-lost', fault, lookedForMs: 60_000, ...unread });
    expect(clock.now()).toBe(nowSeconds * 1000 + 60_000);
  });

  test('is preferred to a scan that another push started just before', async () => {
    const { obtained } = await obtain({ startError: lost, looks: [[early], [early], [ours, early]] });
    expect(obtained).toEqual(recovered);
  });

  test.each([early, undated])(
    'may be one that started a bit too early, or has no date, at the end of the search only: %j',
    async (scan) => {
      const { obtained, clock } = await obtain({ startError: lost, looks: [[scan]] });
      expect(obtained).toMatchObject({ scanId: scan.id, origin: 'recovered' });
      expect(clock.now()).toBe(nowSeconds * 1000 + 60_000);
    },
  );

  test.each<[string, object, Setting]>([
    ['started long before', { ...early, startDate: nowSeconds - 3600 }, {}],
    ['started before the deployment was ready', early, { readyAt: (nowSeconds - 30) * 1000 }],
    ['has finished and has no date', { ...undated, progress: 100 }, {}],
    ['has other preferences', { ...ours, preferences: { xss: false } }, withXss],
  ])('is never a scan that %s', async (_why, scan, setting) => {
    const { obtained } = await obtain({ startError: lost, looks: [[scan]], ...setting });
    expect(obtained.problem).toMatchObject({ kind: 'start-lost' });
  });
});

describe('a given scan', () => {
  const given = { 'scan-id': 'given-1' };
  const looks = [[{ id: 'given-1' }]];

  test('is accepted as it is if no target is given', async () => {
    const { obtained, calls, looked } = await obtain({ given: { ...given, url: '' } });
    expect(obtained).toEqual({ scanId: 'given-1', origin: 'attached', problem: null });
    expect([calls.length, looked]).toEqual([0, 0]);
  });

  test('must belong to the target, if one is given', async () => {
    expect((await obtain({ given, looks })).obtained.origin).toBe('attached');
    const other = obtain({ given: { ...given, url: 'https://b.example' }, looks });
    await expect(other).rejects.toThrow(SettingsError);
  });

  test('is accepted with a notice if the list does not have it', async () => {
    const { obtained, log } = await obtain({ given });
    expect(obtained.scanId).toBe('given-1');
    expect(log.of('notice').join()).toContain('The scan list does not hold scan given-1');
  });

  test('is of the same target if the list holds bare hosts only and the host is the same', async () => {
    const shop = { ...given, url: 'https://a.example/shop' };
    expect((await obtain({ given: shop, looks })).obtained.origin).toBe('attached');
    const whole = obtain({ given: shop, looks, entry: { url: 'https://a.example' } });
    await expect(whole).rejects.toThrow(SettingsError);
  });
});

test.each<Setting>([{ attempt: 2 }, { given: { 'reuse-within': '1h' } }, { given: { 'scan-id': 'a' } }])(
  'a list that cannot be read where it decides is a problem, and nothing is started: %j',
  async (setting) => {
    const { obtained, calls } = await obtain({ ...setting, looks: [failed('list', status(403))] });
    expect(obtained).toMatchObject({ scanId: null, problem: { kind: 'service', endpoint: 'list' } });
    const late = await obtain({ ...setting, looks: [up] });
    expect(late.obtained.problem).toMatchObject({ kind: 'timeout', scan: 'none' });
    expect([...calls, ...late.calls]).toEqual([]);
  },
);

const headSha = '2fd4e1c67a2d28fced849ee1bb76e7391b93eb12';
const running = { id: 'running', startDate: nowSeconds - 600, progress: 40 };
const done = { id: 'done', startDate: nowSeconds - 300, progress: 100 };
const pull = { kind: 'known', number: 7, headSha, fromFork: false } as const;
const unknownPull: PullRequestStatus = { kind: 'unknown' };
const tied: ScanTie = { sha: headSha, runId, scan: scanDigest('running'), reusable: true };
/** What the comment says while a run works, and if it refused its scan. */
const unended = (id: string): ScanTie => ({ ...tied, scan: scanDigest(id), reusable: false });
const judged = (id: string): ScanTie => ({ ...unended(id), reusable: true });
const otherCommit = { ...tied, sha: 'a'.repeat(40) };
const resumed = { scanId: 'running', origin: 'resumed', problem: null };
/** Of the deployment, in milliseconds: before and after both scans. */
const [readyBefore, readyAfter] = [(nowSeconds - 3600) * 1000, (nowSeconds - 60) * 1000];

describe('a re-run without a pull request', () => {
  test('takes up the newest scan of the target if it still runs', async () => {
    const { obtained, calls } = await obtain({ attempt: 2, looks: [[running]] });
    expect(obtained).toEqual(resumed);
    expect(calls).toEqual([]);
  });

  test.each<[string, readonly object[], Setting]>([
    ['the newest has finished', [done, running], {}],
    ['it started longer ago than `timeout`', [running], { given: { timeout: '9m' } }],
    ['it started before the deployment was ready', [running], { readyAt: readyAfter }],
    ['its start date is not known', [{ id: 'queued', progress: 0 }], {}],
    ['it is not known whether there is a pull request', [running], { pullRequest: unknownPull }],
    ['the preferences differ', [{ ...running, preferences: { xss: false } }], withXss],
  ])('starts a new one if %s', async (_why, scans, more) => {
    expect((await obtain({ attempt: 2, looks: [scans], ...more })).obtained).toEqual(startedAnew);
  });
});

describe('a re-run with a pull request', () => {
  const rerun = async (more: Setting) =>
    (await obtain({ attempt: 2, pullRequest: pull, looks: [[running]], tie: tied, ...more })).obtained;

  test('takes up the scan that the comment names, also while it has no start date', async () => {
    expect(await rerun({})).toEqual(resumed);
    expect(await rerun({ readyAt: readyBefore })).toEqual(resumed);
    expect((await rerun({ looks: [[{ id: 'RUNNING', progress: 0 }]] })).origin).toBe('resumed');
  });

  test.each<[string, Setting]>([
    ['the comment names none', { tie: null }],
    ['the comment names another scan', { tie: { ...tied, scan: scanDigest('other') } }],
    ['the comment is of another run', { tie: { ...tied, runId: runId + 1 } }],
    ['the comment is of another commit', { tie: otherCommit }],
    ['only a part of the commit is known', { pullRequest: { ...pull, headSha: headSha.slice(0, 7) } }],
    ['the scan started before the deployment was ready', { readyAt: readyAfter }],
    ['the scan has finished', { looks: [[{ ...running, progress: 100 }]] }],
    ['the list does not hold it', { looks: [[done]] }],
    ['the preferences differ', withXss],
  ])('starts a new one if %s', async (_why, more) => {
    expect(await rerun(more)).toEqual(startedAnew);
  });
});

describe('reuse-within', () => {
  const given = { 'reuse-within': '10m' };
  const [otherDone, runningXss] = [
    { ...done, preferences: { xss: false } },
    { ...running, preferences: { xss: true } },
  ];
  const reuse = async (more: Setting) => {
    const { obtained, asked } = await obtain({ given, looks: [[done, running]], ...more });
    return { from: `${obtained.origin} ${obtained.scanId}`, asked };
  };

  test.each<[string, string, Setting]>([
    ['reuses a scan that started within the given time', 'reused done', {}],
    ['reuses one that still runs', 'reused running', { looks: [[running]] }],
    [
      'reuses none but the newest',
      'started scan-1',
      { given: { ...given, ...withXss.given }, looks: [[otherDone, runningXss]] },
    ],
    [
      'reuses none below one that was refused',
      'started scan-1',
      {
        pullRequest: pull,
        readyAt: readyBefore,
        tie: { ...tied, scan: scanDigest('done'), reusable: false },
      },
    ],
    ['reuses none that started before', 'started scan-1', { given: { 'reuse-within': '4m' } }],
    ['reuses none from before the deployment was ready', 'started scan-1', { readyAt: readyAfter }],
  ])('%s', async (_rule, from, more) => {
    expect((await reuse(more)).from).toBe(from);
  });

  test.each<[string, string, Setting]>([
    [
      'that the comment names for this commit',
      'reused running',
      { tie: { ...tied, runId: 1 }, looks: [[running]] },
    ],
    ['without a comment', 'started scan-1', {}],
    ['of another commit', 'started scan-1', { tie: otherCommit }],
    ['of a pull request that is not known', 'started scan-1', { tie: tied, pullRequest: unknownPull }],
  ])(
    'where the readiness is not known, judges a pull request by a scan %s: %s',
    async (_which, from, more) => {
      expect((await reuse({ pullRequest: pull, ...more })).from).toBe(from);
    },
  );

  test.each<[string, string, Setting]>([
    ['it runs, whatever the comment says', 'reused running', { looks: [[running]], tie: null }],
    ['it runs, and its run has not ended', 'reused running', { looks: [[running]], tie: unended('running') }],
    ['the comment says that its run did not refuse it', 'reused done', { tie: judged('done') }],
    ['its run has not ended or refused it', 'started scan-1', { tie: unended('done') }],
    ['the comment names another scan', 'started scan-1', { tie: judged('running') }],
    [
      'the comment is of another commit',
      'started scan-1',
      { tie: { ...judged('done'), sha: otherCommit.sha } },
    ],
    ['there is no comment', 'started scan-1', { tie: null }],
    ['the pull request is not known', 'started scan-1', { tie: judged('done'), pullRequest: unknownPull }],
  ])('with a pull request and a known readiness, where %s: %s', async (_which, from, more) => {
    const setting = { pullRequest: pull, readyAt: readyBefore, looks: [[done]], ...more };
    expect(await reuse(setting)).toEqual({ from, asked: setting.pullRequest === pull ? 1 : 0 });
  });

  test.each<[string, string, Setting]>([
    ['starts anew if it has finished and no comment names one', 'started scan-1', { looks: [[done]] }],
    ['takes up one that still runs', 'reused running', { looks: [[running]] }],
    [
      'takes one that the comment names',
      'reused done',
      { pullRequest: pull, looks: [[done]], tie: { ...tied, scan: scanDigest('done') } },
    ],
  ])('in a re-run %s', async (_what, from, more) => {
    expect((await reuse({ attempt: 2, ...more })).from).toBe(from);
  });
});
