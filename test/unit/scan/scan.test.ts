import { describe, expect, test } from '@jest/globals';
import { CancelledError, type Problem, ProblemError, SettingsError } from '../../../src/core/problem.ts';
import { DeadlineError } from '../../../src/core/time-limit.ts';
import { createRedactor } from '../../../src/runner/redactor.ts';
import { runScanStage, targetOfAttachedScan } from '../../../src/scan/scan.ts';
import { scanListSchema } from '../../../src/service/wire.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createRecordingLog } from '../../support/recording-log.ts';
import { scanSetup } from './scan-setup.ts';
import { at, failing, finished, queued, type ScriptedAnswer, scriptedClient } from './scripted-client.ts';

interface StageOptions {
  /** Why nothing can be scanned. */
  readonly problem?: Problem;
  readonly cancelled?: AbortSignal;
  readonly startMs?: number;
  readonly startError?: Error;
  /** The list of scans. */
  readonly list?: readonly object[];
  readonly attempt?: number;
}

async function run(
  steps: readonly ScriptedAnswer[],
  given: Readonly<Record<string, string>> = {},
  options: StageOptions = {},
) {
  const { problem = null, startMs = 0, list = [], attempt = 1, startError } = options;
  const { cancelled = new AbortController().signal } = options;
  const clock = createFakeClock();
  const scripted = scriptedClient(steps);
  let starts = 0;
  const client = {
    ...scripted,
    listScans: async () => scanListSchema.parse(list),
    start: async () => {
      starts += 1;
      clock.pass(startMs);
      if (startError !== undefined) throw startError;
      return 'scan-1';
    },
  };
  const setup = scanSetup(given, { attempt });
  const found = { target: setup.inputs.url, problem };
  const ports = { clock, log: createRecordingLog(), cancelSignal: cancelled, redactor: createRedactor() };
  const scan = await runScanStage(setup, { service: client, targetOutcome: found }, ports);
  return { scan, starts, nowMs: clock.now(), fetched: scripted.fetched };
}

const attached = { url: '', 'scan-id': 'given-1' };
const noResult = { result: null, raw: null, percentage: null };

test('the stage starts a scan and waits for its end', async () => {
  const { scan } = await run([queued, at(50), finished({ totalChecked: 3 })]);
  expect(scan).toMatchObject({ scanId: 'scan-1', origin: 'started', percentage: 100, problem: null });
  expect(scan).toMatchObject({
    result: { totalChecked: 3 },
    baseline: { kind: 'none' },
    mayBeTakenUp: false,
  });
});

test('it waits for a scan to appear, its own or a given one, which starts none', async () => {
  const steps = [failing(404), failing(404), finished()];
  expect((await run(steps)).scan.problem).toBeNull();
  const { scan, starts } = await run(steps, attached);
  expect(scan).toMatchObject({ scanId: 'given-1', origin: 'attached', problem: null });
  expect(starts).toBe(0);
});

test('it refuses a given scan of another target, and needs the list to know', async () => {
  const list = [{ url: 'b.example', scans: [{ id: 'given-1' }] }];
  await expect(run([finished()], { 'scan-id': 'given-1' }, { list })).rejects.toThrow(SettingsError);
  const { scan } = await run([finished()], attached, { list });
  expect(scan).toMatchObject({ target: { givenAddress: 'b.example' }, problem: null });
});

describe('targetOfAttachedScan', () => {
  function check(given: Readonly<Record<string, string>>, url: string) {
    const ports = { log: createRecordingLog(), redactor: createRedactor() };
    const list = scanListSchema.parse([{ url, scans: [{ id: 'GIVEN-1' }] }]);
    const { 'scan-id': scanId = 'given-1' } = given;
    return { ports, find: () => targetOfAttachedScan(list, scanId, scanSetup(given), ports) };
  }

  test('is the target that the list names, and keeps its secrets', () => {
    const url = 'https://reviewer:pass-phrase@preview.example.com/?access=pr3view-t0ken';
    const { find, ports } = check({ url: '' }, url);
    expect(find()).toMatchObject({ givenAddress: url, shownAddress: 'https://preview.example.com' });
    for (const secret of ['pass-phrase', 'pr3view-t0ken']) expect(ports.redactor.redact(secret)).toBe('***');
    const longest = `a.example/${'x'.repeat(1_990)}`;
    expect(check({ url: '' }, longest).find()).toMatchObject({ givenAddress: longest });
  });

  test.each([
    ['is not in the list', { 'scan-id': 'given-2' }, 'a.example'],
    ['is empty', {}, ''],
    ['is not of the web', {}, 'ftp://a.example'],
    ['would fill the log', {}, `a.example/${'x'.repeat(1_991)}`],
  ])('is not known if it %s', (_why, given, url) => {
    expect(check({ url: '', ...given }, url).find()).toBeNull();
  });

  test.each([
    ['a.example', 'https://a.example', true],
    ['http://A.example/', 'https://a.example', true],
    ['a.example', 'https://b.example', false],
    ['https://a.example', 'https://a.example/shop', false],
    // The list knows hosts only.
    ['a.example', 'https://a.example/shop', true],
  ])('of %s is that of `url: %s`: %s', (listed, url, isSame) => {
    const { find } = check({ url }, listed);
    if (isSame) expect(find()?.givenAddress).toBe(url);
    else expect(find).toThrow(SettingsError);
  });

  test('is `url` for a scan that is not in the list, with a notice', () => {
    const { find, ports } = check({ 'scan-id': 'given-2' }, 'a.example');
    expect(find()?.givenAddress).toBe('https://a.example');
    expect(ports.log.of('notice').join()).toContain('The scan list does not hold scan given-2');
  });
});

test('a re-run takes up a scan in place of a start', async () => {
  const list = [{ url: 'a.example', scans: [{ id: 'left', startDate: 0, progress: 40 }] }];
  const { scan, starts, fetched } = await run([finished()], {}, { list, attempt: 2 });
  expect(scan).toMatchObject({ scanId: 'left', origin: 'taken-up', problem: null });
  expect({ starts, fetched }).toEqual({ starts: 0, fetched: ['left'] });
});

test('nothing is scanned without a ready target, and no scan is named', async () => {
  const problem = { kind: 'target-refused', status: 401 } as const;
  const expected = { scanId: null, origin: null, problem, ...noResult };
  expect((await run([], attached, { problem })).scan).toMatchObject(expected);
  expect((await run([], {}, { problem })).scan).toMatchObject(expected);
});

test('a scan that was not started is the problem of the end, and nothing is waited for', async () => {
  const startError = new ProblemError({ kind: 'no-commit', eventName: 'push' });
  const { scan, fetched } = await run([], {}, { startError });
  const { problem } = startError;
  const none = { scanId: null, origin: null, baseline: { kind: 'none' }, mayBeTakenUp: false };
  expect(scan).toMatchObject({ ...none, problem, ...noResult });
  expect(fetched).toEqual([]);
});

test.each([
  [new DeadlineError('up'), { kind: 'timeout', afterMs: 300_000, percentage: null }],
  [new CancelledError('SIGINT'), { kind: 'cancelled' }],
])('it starts nothing after %p, and says that there is no scan', async (reason, problem) => {
  const { scan, starts } = await run([], { timeout: '5m' }, { cancelled: AbortSignal.abort(reason) });
  expect(scan).toMatchObject({ scanId: null, problem, result: null });
  expect(starts).toBe(0);
});

test('the start counts towards the time limit', async () => {
  const { scan, nowMs } = await run([at(20)], { timeout: '5m' }, { startMs: 100_000 });
  const problem = { kind: 'timeout', afterMs: 300_000, percentage: 20 };
  expect(scan).toMatchObject({ scanId: 'scan-1', percentage: 20, problem });
  expect(nowMs).toBe(300_000);
});

describe('the baseline', () => {
  const list = [
    { url: 'b.example', scans: [{ id: 'base', startDate: 1, progress: 100 }] },
    { url: 'a.example', scans: [{ id: 'left', startDate: 0, progress: 40 }] },
  ];

  test('is read before a scan is started', async () => {
    const { scan, fetched } = await run([finished()], { baseline: 'b.example' }, { list });
    const baseline = { kind: 'scan', scanId: 'base' };
    expect(scan).toMatchObject({ scanId: 'scan-1', problem: null, baseline });
    expect(fetched).toEqual(['base', 'scan-1']);
  });

  test('is the problem of the end if it cannot be read, and nothing is started in vain', async () => {
    const { scan, starts } = await run([failing(404)], { baseline: 'b.example' }, { list });
    expect(scan).toMatchObject({ scanId: null, problem: { kind: 'baseline' }, baseline: { kind: 'none' } });
    expect(starts).toBe(0);
  });

  test('is never the scan that a re-run takes up', async () => {
    const stage = run([finished()], { baseline: 'LEFT' }, { list, attempt: 2 });
    await expect(stage).rejects.toThrow(SettingsError);
  });
});

describe('a scan is left unjudged', () => {
  const early = at(40, { endDate: '2026-11-20T10:00:00Z' });
  const cancelled = { throws: new CancelledError('SIGINT') };

  test.each<[why: string, steps: readonly ScriptedAnswer[], mayBeTakenUp: boolean]>([
    ['the time is up', [at(40)], true],
    ['it is still queued', [queued], true],
    ['the run is cancelled', [at(40), cancelled], true],
    ['the service is gone', [at(40), failing(500)], true],
    ['it ended early', [early], false],
    ['it never got an end date', [at(100)], false],
    ['it is another scan', [finished({ identificator: 'another' })], false],
    ['the wait failed by our mistake', [{ throws: new TypeError('a mistake') }], false],
  ])('if %s: %p', async (_why, steps, mayBeTakenUp) => {
    const own = await run(steps, { timeout: '10m' });
    expect(own.scan).toMatchObject({ scanId: 'scan-1', mayBeTakenUp });
    // It may be of any commit.
    expect((await run(steps, { ...attached, timeout: '10m' })).scan.mayBeTakenUp).toBe(false);
  });
});
