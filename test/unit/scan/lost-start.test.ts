import { describe, expect, test } from '@jest/globals';
import { classified } from '../../../src/core/classified-text.ts';
import { CancelledError, classifiedField, type RequestFault } from '../../../src/core/problem.ts';
import { statusFault } from '../../support/problem-samples.ts';
import {
  type ListAnswer,
  lostAnswer,
  network,
  nowSeconds,
  obtain,
  type ScanSituation,
  timeIsUp,
  withXss,
} from './obtaining.ts';
import { serviceError } from './scripted-client.ts';

describe('a start whose answer was lost', () => {
  const ours = { id: 'scan-9', startDate: nowSeconds + 2, progress: 0 };
  const early = { id: 'early', startDate: nowSeconds - 40, progress: 60 };
  const undated = { id: 'undated', progress: 0 };
  const recovered = { scanId: 'scan-9', origin: 'recovered' };

  test.each<RequestFault>([
    network('ECONNRESET'),
    { kind: 'timeout', afterMs: 30_000 },
    statusFault(408),
    statusFault(500),
    statusFault(504),
    { kind: 'not-json', detail: classified('detail', '') },
    { kind: 'wrong-shape', ...classifiedField({ path: 'enqueued_scan_id', expected: 'string' }) },
  ])('is looked up in the list, and never sent again: %j', async (fault) => {
    const listAnswers = [[], [], [ours]];
    const startError = serviceError('start', fault);
    const { obtained, starts, clock, log } = await obtain({ startError, listAnswers });
    expect(obtained).toEqual(recovered);
    expect(log.of('warning')).toEqual([expect.stringContaining('was lost')]);
    expect(log.of('info')).toEqual([expect.stringContaining('scan-9')]);
    expect(starts).toHaveLength(1);
    expect(clock.sleptMs).toEqual([1_000, 2_000]);
  });

  test('is looked for again if the list cannot be read at once', async () => {
    const unread = serviceError('list', { kind: 'timeout', afterMs: 1 });
    const { obtained } = await obtain({ startError: lostAnswer, listAnswers: [unread, unread, [ours]] });
    expect(obtained).toEqual(recovered);
  });

  test.each([
    [new TypeError('broken'), 'internal', 'internal'],
    [new CancelledError('SIGINT'), 'cancelled', 'cancelled'],
    [timeIsUp, 'timeout', 'start-lost'],
  ])('is not looked for after %p, which also ends the search', async (error, kind, kindOfSearch) => {
    const { problem, clock } = await obtain({ startError: error });
    expect({ kind: problem?.kind, sleptMs: clock.sleptMs }).toEqual({ kind, sleptMs: [] });
    const looking = await obtain({ startError: lostAnswer, listAnswers: [error] });
    expect(looking.problem?.kind).toBe(kindOfSearch);
  });

  test.each<[which: string, look: ListAnswer, listFault: RequestFault | null]>([
    ['the list that can be read', [], null],
    ['one that cannot, and says why', serviceError('list', statusFault(403)), statusFault(403)],
  ])('is looked for for a minute in %s', async (_which, look, listFault) => {
    const { problem, clock } = await obtain({ startError: lostAnswer, listAnswers: [look] });
    const fault = network('ECONNRESET');
    expect(problem).toEqual({ kind: 'start-lost', fault, lookedForMs: 60_000, listFault });
    expect(clock.now()).toBe(nowSeconds * 1000 + 60_000);
  });

  test('is preferred to a scan that another push started just before', async () => {
    const { obtained } = await obtain({
      startError: lostAnswer,
      listAnswers: [[early], [early], [ours, early]],
    });
    expect(obtained).toEqual(recovered);
  });

  test.each([early, undated])(
    'may be one that started a bit too early, or has no date, at the end of the search only: %j',
    async (scan) => {
      const { obtained, clock } = await obtain({ startError: lostAnswer, listAnswers: [[scan]] });
      expect(obtained).toMatchObject({ scanId: scan.id, origin: 'recovered' });
      expect(clock.now()).toBe(nowSeconds * 1000 + 60_000);
    },
  );

  test.each<[why: string, scan: object, setting: ScanSituation]>([
    ['started long before', { ...early, startDate: nowSeconds - 3600 }, {}],
    ['started before the deployment was ready', early, { deployedAt: (nowSeconds - 30) * 1000 }],
    ['may be older than the deployment', undated, { deployedAt: (nowSeconds - 3600) * 1000 }],
    ['did, by a clock that is ahead of ours', ours, { deployedAt: (nowSeconds + 30) * 1000 }],
    ['has finished, as another run may have refused it', { ...ours, progress: 100 }, {}],
    ['has finished and started a bit too early', { ...early, progress: 100 }, {}],
    ['has finished and has no date', { ...undated, progress: 100 }, {}],
    ['has other preferences', { ...ours, preferences: { xss: false } }, withXss],
  ])('is never a scan that %s', async (_why, scan, setting) => {
    const { problem } = await obtain({ startError: lostAnswer, listAnswers: [[scan]], ...setting });
    expect(problem).toMatchObject({ kind: 'start-lost' });
  });
});
