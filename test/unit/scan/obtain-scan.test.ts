import { describe, expect, test } from '@jest/globals';
import { SettingsError } from '../../../src/core/problem.ts';
import type { PullRequestLookup } from '../../../src/github/pull-request.ts';
import { type ScanTie, scanDigest } from '../../../src/scan/scan-tie.ts';
import { nowSeconds, obtain, runId, type Setting, startedAnew, status, up, withXss } from './obtaining.ts';
import { failed } from './scripted-client.ts';

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
  'a list that decides and cannot be read is a problem, and nothing is started: %j',
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
const pull = { kind: 'found', number: 7, headSha, fromFork: false } as const;
const unknownPull: PullRequestLookup = { kind: 'unknown' };
const tied: ScanTie = { sha: headSha, runId, digest: scanDigest('running'), reusable: true };
/** What the comment says while a run works, and if it refused its scan. */
const unended = (id: string): ScanTie => ({ ...tied, digest: scanDigest(id), reusable: false });
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
    ['the comment names another scan', { tie: { ...tied, digest: scanDigest('other') } }],
    ['the comment is of another run', { tie: { ...tied, runId: runId + 1 } }],
    ['the comment is of another commit', { tie: otherCommit }],
    ['only a part of the commit is known', { pullRequest: { ...pull, headSha: headSha.slice(0, 7) } }],
    ['the scan started before the deployment was ready', { readyAt: readyAfter }],
    ['it may have', { readyAt: readyBefore, looks: [[{ id: 'running', progress: 40 }]] }],
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
        tie: { ...tied, digest: scanDigest('done'), reusable: false },
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
  ])('if the readiness is not known, judges a pull request by a scan %s: %s', async (_which, from, more) => {
    expect((await reuse({ pullRequest: pull, ...more })).from).toBe(from);
  });

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
  ])('with a pull request and a known readiness, if %s: %s', async (_which, from, more) => {
    const setting = { pullRequest: pull, readyAt: readyBefore, looks: [[done]], ...more };
    expect(await reuse(setting)).toEqual({ from, asked: setting.pullRequest === pull ? 1 : 0 });
  });

  test.each<[string, string, Setting]>([
    ['starts anew if it has finished and no comment names one', 'started scan-1', { looks: [[done]] }],
    ['takes up one that still runs', 'reused running', { looks: [[running]] }],
    [
      'takes one that the comment names',
      'reused done',
      { pullRequest: pull, looks: [[done]], tie: { ...tied, digest: scanDigest('done') } },
    ],
  ])('in a re-run %s', async (_what, from, more) => {
    expect((await reuse({ attempt: 2, ...more })).from).toBe(from);
  });
});
