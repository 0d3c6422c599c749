import { describe, expect, test } from '@jest/globals';
import { classified } from '../../../src/core/classified-text.ts';
import { CancelledError, type RequestFault } from '../../../src/core/problem.ts';
import { statusFault } from '../../support/problem-samples.ts';
import {
  lostAnswer,
  network,
  nowSeconds,
  obtain,
  type ScanSituation,
  startedAnew,
  timeIsUp,
} from './obtaining.ts';
import { at, failing, finished, type ScriptedAnswer, serviceError } from './scripted-client.ts';

describe('a first run', () => {
  test('starts a scan of the target as given, without reading the list', async () => {
    const inputs = { url: 'a.example/?k=1', preferences: 'xss: true' };
    const { obtained, starts, listReads } = await obtain({ inputs });
    expect(obtained).toEqual(startedAnew);
    expect(starts).toEqual([{ url: 'a.example/?k=1', preferences: { xss: true } }]);
    expect(listReads).toBe(0);
  });

  test('shows no query value of the target in the log', async () => {
    const { log } = await obtain({ inputs: { url: 'https://a.example/?token=s3cret' } });
    expect(log.of('info').join()).toContain('Started scan scan-1 of https://a.example');
    expect(JSON.stringify(log.entries)).not.toContain('s3cret');
  });

  test.each<RequestFault>([
    statusFault(401),
    { kind: 'redirect', location: classified('address', 'https://login.example') },
    network('ECONNREFUSED'),
  ])('ends with a problem, without reading the list, if no scan can have begun: %j', async (fault) => {
    const { problem, starts, listReads } = await obtain({ startError: serviceError('start', fault) });
    expect(problem).toMatchObject({ kind: 'service', operation: 'start', fault });
    expect({ starts: starts.length, listReads }).toEqual({ starts: 1, listReads: 0 });
  });

  test.each([
    [timeIsUp, { kind: 'timeout', afterMs: 300_000, percentage: null }],
    [new CancelledError('SIGINT'), { kind: 'cancelled', signal: 'SIGINT', scanId: null }],
  ])('ends in time and on cancellation, and says whether a start was sent: %p', async (reason, problem) => {
    const inputs = { timeout: '5m' };
    const sent = await obtain({ inputs, startError: reason });
    expect(sent.problem).toEqual({ ...problem, scan: 'unknown' });
    const early = await obtain({ inputs, signal: AbortSignal.abort(reason) });
    expect(early.thrown).toBe(reason);
    expect(early.starts).toEqual([]);
  });
});

describe('a start that is refused', () => {
  const busy = serviceError('start', statusFault(409));
  const other = { id: 'other', startDate: nowSeconds - 60, progress: 40 };

  test.each<[how: string, fetchAnswers: readonly ScriptedAnswer[]]>([
    ['has finished', [at(40), finished()]],
    ['has ended early', [at(40), at(60, { endDate: '2027-01-15T08:00:00Z' })]],
    ['is not there', [failing(404)]],
  ])('is sent again when the running scan of the target %s', async (_how, fetchAnswers) => {
    const { obtained, starts, fetched, log } = await obtain({
      startError: [busy, null],
      listAnswers: [[other]],
      fetchAnswers,
    });
    expect(obtained).toEqual(startedAnew);
    expect(starts).toHaveLength(2);
    expect(new Set(fetched)).toEqual(new Set(['other']));
    expect(log.of('info')[0]).toContain('refused the start while scan other of https://a.example is running');
  });

  test.each<[why: string, setting: ScanSituation, count: number]>([
    ['there is no running scan', { listAnswers: [[{ ...other, progress: 100 }]] }, 1],
    ['the list cannot be read', { listAnswers: [serviceError('list', statusFault(500))] }, 1],
    ['the running scan does not end in time', { listAnswers: [[other]], fetchAnswers: [at(40)] }, 1],
    [
      'it is refused again, though the scan has ended',
      { listAnswers: [[other]], fetchAnswers: [finished()] },
      2,
    ],
  ])('is a problem if %s', async (_why, setting, count) => {
    const { problem, starts } = await obtain({ startError: busy, inputs: { timeout: '5m' }, ...setting });
    expect(problem).toMatchObject({ kind: 'service', operation: 'start', fault: statusFault(409) });
    expect(starts).toHaveLength(count);
  });

  test('whose second answer is lost is never the scan that it waited for', async () => {
    const { problem } = await obtain({
      startError: [busy, lostAnswer],
      listAnswers: [[other]],
      fetchAnswers: [finished()],
    });
    expect(problem).toMatchObject({ kind: 'start-lost' });
  });

  test('is no problem of its own if the run is cancelled while the list is read', async () => {
    const { problem, starts } = await obtain({
      startError: busy,
      listAnswers: [new CancelledError('SIGINT')],
    });
    expect(problem).toEqual({ kind: 'cancelled', signal: 'SIGINT', scanId: null });
    expect(starts).toHaveLength(1);
  });

  test('starts nothing if the run is cancelled while it waits', async () => {
    const cancel = new AbortController();
    const { problem, starts } = await obtain({
      startError: busy,
      listAnswers: [[other]],
      fetchAnswers: [at(40)],
      onFetch: () => cancel.abort(new CancelledError('SIGINT')),
      signal: cancel.signal,
    });
    expect(problem).toEqual({ kind: 'cancelled', signal: 'SIGINT', scanId: null });
    expect(starts).toHaveLength(1);
  });

  test.each([400, 422])('is sent once more with the bare host after %i', async (code) => {
    const inputs = { url: 'https://a.example/' };
    const refused = serviceError('start', statusFault(code));
    const taken = await obtain({ inputs, startError: [refused, null] });
    expect(taken.obtained).toEqual(startedAnew);
    expect(taken.starts).toMatchObject([{ url: 'https://a.example/' }, { url: 'a.example' }]);
    const twice = await obtain({
      inputs,
      startError: [refused, serviceError('start', statusFault(400))],
    });
    expect(twice.problem).toMatchObject({ fault: statusFault(code) });
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
    const { starts } = await obtain({
      inputs: { url },
      startError: serviceError('start', statusFault(code)),
    });
    expect(starts).toMatchObject([{ url }]);
  });
});
