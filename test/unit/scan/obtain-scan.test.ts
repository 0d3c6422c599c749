import { describe, expect, test } from '@jest/globals';
import { SettingsError } from '../../../src/core/problem.ts';
import type { PullRequestLookup } from '../../../src/github/pull-request.ts';
import { type NotedScan, scanDigest } from '../../../src/scan/noted-scan.ts';
import type { ObtainedScan } from '../../../src/scan/scan-origin.ts';
import { statusFault } from '../../support/problem-samples.ts';
import {
  nowSeconds,
  obtain,
  runId,
  type ScanSituation,
  startedAnew,
  timeIsUp,
  withXss,
} from './obtaining.ts';
import { serviceError } from './scripted-client.ts';

describe('an attached scan', () => {
  const inputs = { 'scan-id': 'given-1' };
  const listAnswers = [[{ id: 'given-1' }]];

  test('is accepted as it is if no target is given', async () => {
    const { obtained, starts, listReads } = await obtain({ inputs: { ...inputs, url: '' } });
    expect(obtained).toEqual({ scanId: 'given-1', origin: 'attached' });
    expect({ starts, listReads }).toEqual({ starts: [], listReads: 0 });
  });

  test('must belong to the target, if one is given', async () => {
    expect((await obtain({ inputs, listAnswers })).obtained?.origin).toBe('attached');
    const other = await obtain({ inputs: { ...inputs, url: 'https://b.example' }, listAnswers });
    expect(other.thrown).toBeInstanceOf(SettingsError);
  });

  test('is accepted with a notice if the list does not have it', async () => {
    const { obtained, log } = await obtain({ inputs });
    expect(obtained?.scanId).toBe('given-1');
    expect(log.of('notice').join()).toContain('The scan list does not hold scan given-1');
  });

  test('is of the same target if the list holds bare hosts only and the host is the same', async () => {
    const shop = { ...inputs, url: 'https://a.example/shop' };
    expect((await obtain({ inputs: shop, listAnswers })).obtained?.origin).toBe('attached');
    const whole = await obtain({
      inputs: shop,
      listAnswers,
      listEntryFields: { url: 'https://a.example' },
    });
    expect(whole.thrown).toBeInstanceOf(SettingsError);
  });
});

test.each<ScanSituation>([
  { attempt: 2 },
  { inputs: { 'reuse-within': '1h' } },
  { inputs: { 'scan-id': 'a' } },
])('a list that decides and cannot be read is a problem, and nothing is started: %j', async (scene) => {
  const { problem, starts } = await obtain({
    ...scene,
    listAnswers: [serviceError('list', statusFault(403))],
  });
  expect(problem).toMatchObject({ kind: 'service', operation: 'list' });
  const late = await obtain({ ...scene, listAnswers: [timeIsUp] });
  expect(late.thrown).toBe(timeIsUp);
  expect([...starts, ...late.starts]).toEqual([]);
});

const headSha = '2fd4e1c67a2d28fced849ee1bb76e7391b93eb12';
const running = { id: 'running', startDate: nowSeconds - 600, progress: 40 };
const done = { id: 'done', startDate: nowSeconds - 300, progress: 100 };
const pullRequest = { kind: 'found', number: 7, headSha, isFromFork: false } as const;
const maybePullRequest: PullRequestLookup = { kind: 'unknown' };
/** When the deployment became ready, in milliseconds: before and after both scans started. */
const [deployedBefore, deployedAfter] = [(nowSeconds - 3600) * 1000, (nowSeconds - 60) * 1000];
const otherSha = 'a'.repeat(40);

/** What the comment of the pull request says: the scan of this commit and run, which another run may reuse. */
function noteOf(id: string, changes: Partial<NotedScan> = {}): NotedScan {
  return { sha: headSha, runId, digest: scanDigest(id), reusable: true, ...changes };
}

/** The comment while its run works, and if that run refused the scan. */
const notReusable = { reusable: false };

describe('a re-run without a pull request', () => {
  test('takes up the newest scan of the target if it still runs', async () => {
    const { obtained, starts } = await obtain({ attempt: 2, listAnswers: [[running]] });
    expect(obtained).toEqual({ scanId: 'running', origin: 'resumed' });
    expect(starts).toEqual([]);
  });

  test.each<[why: string, scans: readonly object[], ScanSituation]>([
    ['the newest has finished', [done, running], {}],
    ['it started longer ago than `timeout`', [running], { inputs: { timeout: '9m' } }],
    ['it started before the deployment was ready', [running], { deployedAt: deployedAfter }],
    ['its start date is not known', [{ id: 'queued', progress: 0 }], {}],
    ['it is not known whether there is a pull request', [running], { pullRequest: maybePullRequest }],
    ['the preferences differ', [{ ...running, preferences: { xss: false } }], withXss],
  ])('starts a new scan if %s', async (_why, scans, scene) => {
    expect((await obtain({ attempt: 2, listAnswers: [scans], ...scene })).obtained).toEqual(startedAnew);
  });
});

describe('a re-run with a pull request', () => {
  const rerun = async (scene: ScanSituation) => {
    const usual = { attempt: 2, pullRequest, listAnswers: [[running]], notedScan: noteOf('running') };
    return (await obtain({ ...usual, ...scene })).obtained;
  };

  test.each<[which: string, ScanSituation]>([
    ['that the comment names', {}],
    ['that started after the deployment was ready', { deployedAt: deployedBefore }],
    ['that has no start date yet', { listAnswers: [[{ id: 'running', progress: 0 }]] }],
  ])('takes up a running scan %s', async (_which, scene) => {
    expect(await rerun(scene)).toEqual({ scanId: 'running', origin: 'resumed' });
  });

  test('compares scan ids without letter case', async () => {
    const found = await rerun({ listAnswers: [[{ ...running, id: 'RUNNING' }]] });
    expect(found).toMatchObject({ scanId: 'RUNNING', origin: 'resumed' });
  });

  test.each<[why: string, ScanSituation]>([
    ['the comment names no scan', { notedScan: null }],
    ['the comment names another scan', { notedScan: noteOf('other') }],
    ['the comment is of another run', { notedScan: noteOf('running', { runId: runId + 1 }) }],
    ['the comment is of another commit', { notedScan: noteOf('running', { sha: otherSha }) }],
    ['only a part of the commit is known', { pullRequest: { ...pullRequest, headSha: headSha.slice(0, 7) } }],
    ['the scan started before the deployment was ready', { deployedAt: deployedAfter }],
    [
      'the scan may have started before the deployment was ready',
      { deployedAt: deployedBefore, listAnswers: [[{ id: 'running', progress: 40 }]] },
    ],
    ['the scan has finished', { listAnswers: [[{ ...running, progress: 100 }]] }],
    ['the list does not hold the scan', { listAnswers: [[done]] }],
    ['the preferences differ', withXss],
  ])('starts a new scan if %s', async (_why, scene) => {
    expect(await rerun(scene)).toEqual(startedAnew);
  });
});

const reusedDone = { scanId: 'done', origin: 'reused' } as const;
const reusedRunning = { scanId: 'running', origin: 'reused' } as const;

describe('reuse-within', () => {
  const inputs = { 'reuse-within': '10m' };
  const differing = [
    { ...done, preferences: { xss: false } },
    { ...running, preferences: { xss: true } },
  ];
  /** How the scan was obtained, and how often the comment was read. */
  const reuse = async (scene: ScanSituation) => {
    const { obtained, noteReads } = await obtain({ inputs, listAnswers: [[done, running]], ...scene });
    return { obtained, noteReads };
  };

  test.each<[what: string, ScanSituation, scan: ObtainedScan]>([
    ['reuses a scan that started within the given time', {}, reusedDone],
    ['reuses a scan that still runs', { listAnswers: [[running]] }, reusedRunning],
    ['reuses no scan that started earlier', { inputs: { 'reuse-within': '4m' } }, startedAnew],
    ['reuses no scan from before the deployment was ready', { deployedAt: deployedAfter }, startedAnew],
    [
      'reuses no older scan if the newest has other preferences',
      { inputs: { ...inputs, ...withXss.inputs }, listAnswers: [differing] },
      startedAnew,
    ],
    [
      'reuses no older scan if the newest was refused',
      { pullRequest, deployedAt: deployedBefore, notedScan: noteOf('done', notReusable) },
      startedAnew,
    ],
  ])('by the list, %s', async (_what, scene, scan) => {
    expect((await reuse(scene)).obtained).toEqual(scan);
  });

  // Then a scan may be of an earlier push, and only the comment says which commit it is of.
  test.each<[when: string, ScanSituation, scan: ObtainedScan]>([
    [
      'names the scan',
      { notedScan: noteOf('running', { runId: 1 }), listAnswers: [[running]] },
      reusedRunning,
    ],
    ['names no scan', {}, startedAnew],
    ['is of another commit', { notedScan: noteOf('running', { sha: otherSha }) }, startedAnew],
    [
      'may be of another pull request',
      { notedScan: noteOf('running'), pullRequest: maybePullRequest },
      startedAnew,
    ],
  ])(
    'on a pull request, if nobody knows when it was deployed, and the comment %s',
    async (_when, scene, scan) => {
      expect((await reuse({ pullRequest, ...scene })).obtained).toEqual(scan);
    },
  );

  test.each<[when: string, ScanSituation, scan: ObtainedScan]>([
    ['runs, and there is no comment', { listAnswers: [[running]], notedScan: null }, reusedRunning],
    [
      'runs for another run',
      { listAnswers: [[running]], notedScan: noteOf('running', notReusable) },
      reusedRunning,
    ],
    ['has finished, and its run did not refuse it', { notedScan: noteOf('done') }, reusedDone],
    ['has finished, and its run refused it', { notedScan: noteOf('done', notReusable) }, startedAnew],
    ['has finished, and the comment names another', { notedScan: noteOf('running') }, startedAnew],
    [
      'has finished, and the comment is of another commit',
      { notedScan: noteOf('done', { sha: otherSha }) },
      startedAnew,
    ],
    ['has finished, and there is no comment', { notedScan: null }, startedAnew],
    [
      'has finished, and there may be a pull request',
      { notedScan: noteOf('done'), pullRequest: maybePullRequest },
      startedAnew,
    ],
  ])('on a pull request that was deployed before the scan, if the scan %s', async (_when, scene, scan) => {
    const whole = { pullRequest, deployedAt: deployedBefore, listAnswers: [[done]], ...scene };
    expect(await reuse(whole)).toEqual({
      obtained: scan,
      noteReads: whole.pullRequest === pullRequest ? 1 : 0,
    });
  });

  test.each<[when: string, ScanSituation, scan: ObtainedScan]>([
    ['has finished, and no comment names it', { listAnswers: [[done]] }, startedAnew],
    ['still runs', { listAnswers: [[running]] }, reusedRunning],
    [
      'has finished, and the comment names it',
      { pullRequest, listAnswers: [[done]], notedScan: noteOf('done') },
      reusedDone,
    ],
  ])('in a re-run, if the scan %s', async (_when, scene, scan) => {
    expect((await reuse({ attempt: 2, ...scene })).obtained).toEqual(scan);
  });
});
