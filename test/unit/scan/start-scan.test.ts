import { describe, expect, test } from '@jest/globals';
import { classified } from '../../../src/core/classified-text.ts';
import { CancelledError, classifiedPart, type RequestFault } from '../../../src/core/problem.ts';
import {
  type Look,
  lostAnswer,
  network,
  nowSeconds,
  obtain,
  type Scene,
  startedAnew,
  status,
  timeIsUp,
  withXss,
} from './obtaining.ts';
import { at, failed, failing, finished, type Step } from './scripted-client.ts';

describe('a first run', () => {
  test('starts a scan of the target as given, without reading the list', async () => {
    const given = { url: 'a.example/?k=1', preferences: 'xss: true' };
    const { obtained, starts, listReads } = await obtain({ given });
    expect(obtained).toEqual(startedAnew);
    expect(starts).toEqual([{ url: 'a.example/?k=1', preferences: { xss: true } }]);
    expect(listReads).toBe(0);
  });

  test('shows no query value of the target in the log', async () => {
    const { log } = await obtain({ given: { url: 'https://a.example/?token=s3cret' } });
    expect(log.of('info').join()).toContain('Started scan scan-1 of https://a.example');
    expect(JSON.stringify(log.entries)).not.toContain('s3cret');
  });

  test.each<RequestFault>([
    status(401),
    { kind: 'redirect', location: classified('address', 'https://login.example') },
    network('ECONNREFUSED'),
  ])('ends with a problem, without reading the list, if no scan can have begun: %j', async (fault) => {
    const { problem, starts, listReads } = await obtain({ startError: failed('start', fault) });
    expect(problem).toMatchObject({ kind: 'service', endpoint: 'start', fault });
    expect({ starts: starts.length, listReads }).toEqual({ starts: 1, listReads: 0 });
  });

  test.each([
    [timeIsUp, { kind: 'timeout', afterMs: 300_000, percentage: null }],
    [new CancelledError('SIGINT'), { kind: 'cancelled', signal: 'SIGINT', scanId: null }],
  ])('ends in time and on cancellation, and says whether a start was sent: %p', async (reason, problem) => {
    const given = { timeout: '5m' };
    const sent = await obtain({ given, startError: reason });
    expect(sent.problem).toEqual({ ...problem, scan: 'unknown' });
    const early = await obtain({ given, signal: AbortSignal.abort(reason) });
    expect(early.thrown).toBe(reason);
    expect(early.starts).toEqual([]);
  });
});

describe('a start that is refused', () => {
  const busy = failed('start', status(409));
  const other = { id: 'other', startDate: nowSeconds - 60, progress: 40 };

  test.each<[how: string, steps: readonly Step[]]>([
    ['has finished', [at(40), finished()]],
    ['has ended early', [at(40), at(60, { endDate: '2027-01-15T08:00:00Z' })]],
    ['is not there', [failing(404)]],
  ])('is sent again when the running scan of the target %s', async (_how, steps) => {
    const { obtained, starts, fetched, log } = await obtain({
      startError: [busy, null],
      looks: [[other]],
      steps,
    });
    expect(obtained).toEqual(startedAnew);
    expect([starts.length, new Set(fetched)]).toEqual([2, new Set(['other'])]);
    expect(log.of('info')[0]).toContain('refused the start while scan other of https://a.example is running');
  });

  test.each<[why: string, setting: Scene, count: number]>([
    ['there is no running scan', { looks: [[{ ...other, progress: 100 }]] }, 1],
    ['the list cannot be read', { looks: [failed('list', status(500))] }, 1],
    ['the running scan does not end in time', { looks: [[other]], steps: [at(40)] }, 1],
    ['it is refused again, though the scan has ended', { looks: [[other]], steps: [finished()] }, 2],
  ])('is a problem if %s', async (_why, setting, count) => {
    const { problem, starts } = await obtain({ startError: busy, given: { timeout: '5m' }, ...setting });
    expect(problem).toMatchObject({ kind: 'service', endpoint: 'start', fault: status(409) });
    expect(starts).toHaveLength(count);
  });

  test('whose second answer is lost is never the scan that it waited for', async () => {
    const { problem } = await obtain({
      startError: [busy, lostAnswer],
      looks: [[other]],
      steps: [finished()],
    });
    expect(problem).toMatchObject({ kind: 'start-lost' });
  });

  test('is no problem of its own if the run is cancelled while the list is read', async () => {
    const { problem, starts } = await obtain({ startError: busy, looks: [new CancelledError('SIGINT')] });
    expect(problem).toEqual({ kind: 'cancelled', signal: 'SIGINT', scanId: null });
    expect(starts).toHaveLength(1);
  });

  test('starts nothing if the run is cancelled while it waits', async () => {
    const cancel = new AbortController();
    const { problem, starts } = await obtain({
      startError: busy,
      looks: [[other]],
      steps: [at(40)],
      onFetch: () => cancel.abort(new CancelledError('SIGINT')),
      signal: cancel.signal,
    });
    expect(problem).toEqual({ kind: 'cancelled', signal: 'SIGINT', scanId: null });
    expect(starts).toHaveLength(1);
  });

  test.each([400, 422])('is sent once more with the bare host after %i', async (code) => {
    const given = { url: 'https://a.example/' };
    const refused = failed('start', status(code));
    const taken = await obtain({ given, startError: [refused, null] });
    expect(taken.obtained).toEqual(startedAnew);
    expect(taken.starts).toMatchObject([{ url: 'https://a.example/' }, { url: 'a.example' }]);
    const twice = await obtain({ given, startError: [refused, failed('start', status(400))] });
    expect(twice.problem).toMatchObject({ fault: status(code) });
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
    const { starts } = await obtain({ given: { url }, startError: failed('start', status(code)) });
    expect(starts).toMatchObject([{ url }]);
  });
});

describe('a start whose answer was lost', () => {
  const ours = { id: 'scan-9', startDate: nowSeconds + 2, progress: 0 };
  const early = { id: 'early', startDate: nowSeconds - 40, progress: 60 };
  const undated = { id: 'undated', progress: 0 };
  const recovered = { scanId: 'scan-9', origin: 'recovered' };

  test.each<RequestFault>([
    network('ECONNRESET'),
    { kind: 'timeout', afterMs: 30_000 },
    status(408),
    status(500),
    status(504),
    { kind: 'not-json', detail: classified('detail', '') },
    { kind: 'wrong-shape', ...classifiedPart({ where: 'enqueued_scan_id', expected: 'string' }) },
  ])('is looked up in the list, and never sent again: %j', async (fault) => {
    const looks = [[], [], [ours]];
    const { obtained, starts, clock, log } = await obtain({ startError: failed('start', fault), looks });
    expect(obtained).toEqual(recovered);
    expect(log.of('warning')).toEqual([expect.stringContaining('was lost')]);
    expect(log.of('info')).toEqual([expect.stringContaining('scan-9')]);
    expect(starts).toHaveLength(1);
    expect(clock.sleptMs).toEqual([1_000, 2_000]);
  });

  test('is looked for again if the list cannot be read at once', async () => {
    const unread = failed('list', { kind: 'timeout', afterMs: 1 });
    const { obtained } = await obtain({ startError: lostAnswer, looks: [unread, unread, [ours]] });
    expect(obtained).toEqual(recovered);
  });

  test.each([
    [new TypeError('broken'), 'internal', 'internal'],
    [new CancelledError('SIGINT'), 'cancelled', 'cancelled'],
    [timeIsUp, 'timeout', 'start-lost'],
  ])('is not looked for after %p, which also ends the search', async (error, kind, kindOfSearch) => {
    const { problem, clock } = await obtain({ startError: error });
    expect({ kind: problem?.kind, sleptMs: clock.sleptMs }).toEqual({ kind, sleptMs: [] });
    const looking = await obtain({ startError: lostAnswer, looks: [error] });
    expect(looking.problem?.kind).toBe(kindOfSearch);
  });

  test.each<[which: string, look: Look, listFault: RequestFault | null]>([
    ['the list that can be read', [], null],
    ['one that cannot, and says why', failed('list', status(403)), status(403)],
  ])('is looked for for a minute in %s', async (_which, look, listFault) => {
    const { problem, clock } = await obtain({ startError: lostAnswer, looks: [look] });
    const fault = network('ECONNRESET');
    expect(problem).toEqual({ kind: 'start-lost', fault, lookedForMs: 60_000, listFault });
    expect(clock.now()).toBe(nowSeconds * 1000 + 60_000);
  });

  test('is preferred to a scan that another push started just before', async () => {
    const { obtained } = await obtain({ startError: lostAnswer, looks: [[early], [early], [ours, early]] });
    expect(obtained).toEqual(recovered);
  });

  test.each([early, undated])(
    'may be one that started a bit too early, or has no date, at the end of the search only: %j',
    async (scan) => {
      const { obtained, clock } = await obtain({ startError: lostAnswer, looks: [[scan]] });
      expect(obtained).toMatchObject({ scanId: scan.id, origin: 'recovered' });
      expect(clock.now()).toBe(nowSeconds * 1000 + 60_000);
    },
  );

  test.each<[why: string, scan: object, setting: Scene]>([
    ['started long before', { ...early, startDate: nowSeconds - 3600 }, {}],
    ['started before the deployment was ready', early, { readyAt: (nowSeconds - 30) * 1000 }],
    ['may be older than the deployment', undated, { readyAt: (nowSeconds - 3600) * 1000 }],
    ['did, by a clock that is ahead of ours', ours, { readyAt: (nowSeconds + 30) * 1000 }],
    ['has finished, as another run may have refused it', { ...ours, progress: 100 }, {}],
    ['has finished and started a bit too early', { ...early, progress: 100 }, {}],
    ['has finished and has no date', { ...undated, progress: 100 }, {}],
    ['has other preferences', { ...ours, preferences: { xss: false } }, withXss],
  ])('is never a scan that %s', async (_why, scan, setting) => {
    const { problem } = await obtain({ startError: lostAnswer, looks: [[scan]], ...setting });
    expect(problem).toMatchObject({ kind: 'start-lost' });
  });
});
