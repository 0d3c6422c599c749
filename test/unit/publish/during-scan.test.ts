import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { CancelledError } from '../../../src/core/problem.ts';
import { commentOnProgress, readTiedScan } from '../../../src/publish/during-scan.ts';
import type { ProgressComment } from '../../../src/publish/progress-comment.ts';
import { markerOf } from '../../../src/publish/publish-context.ts';
import { hiddenLines, type PreviousState, parseState, parseTie } from '../../../src/report/previous-state.ts';
import { scanDigest } from '../../../src/scan/scan-tie.ts';
import type { ScanProgress } from '../../../src/scan/wait-for-scan.ts';
import { HEAD_SHA, schedule } from '../../support/events.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { type LoopbackGitHub, startGitHub } from '../../support/github/server.ts';
import { addComment } from '../../support/github/state.ts';
import { until } from '../../support/until.ts';
import { preparedRun, type RunOptions, startedAt } from '../recorded-run.ts';

const start = () => startGitHub({ pulls: [{ number: 7, headSha: HEAD_SHA }] });
const tie = { sha: HEAD_SHA, runId: 99, scan: scanDigest('scan-0') };
const state: PreviousState = {
  ...{ outcome: 'fail', sha: '1234567', scanId: 'scan-0', blocking: 3 },
  ...{ prints: null, names: [], listSha: null },
};

/** A run whose pull request has the comment of an earlier one. */
async function commented(github: LoopbackGitHub, options: RunOptions = {}) {
  const run = await preparedRun({ github, clock: patientClock(), ...options });
  const head = hiddenLines({ ...markerOf(run.setup), runId: 99 }, state, tie);
  addComment(github.state, { issueNumber: 7, body: `${head}\n## Failed: SQL injection` });
  return run;
}

const bodies = ({ state: { comments } }: LoopbackGitHub) => [...comments.values()].map(({ body }) => body);

describe('readTiedScan', () => {
  test('reads which scan our comment names', async () => {
    await using github = await start();
    const { setup, world } = await commented(github);
    expect(await readTiedScan(setup, world)).toEqual(tie);
    expect(await readTiedScan({ ...setup, key: 'another' }, world)).toBeNull();
  });

  test('asks nothing without a pull request, nor without a token', async () => {
    await using github = await start();
    const none = await preparedRun({ github, event: schedule() });
    const tokenless = await preparedRun();
    for (const { setup, world } of [none, tokenless]) expect(await readTiedScan(setup, world)).toBeNull();
    expect(github.requests).toEqual([]);
    expect(tokenless.world.log.of('info')).toEqual([]);
  });

  test('finds nothing where the comment cannot be read, and says so', async () => {
    await using github = await startGitHub({ permissions: { issues: 'none', pull_requests: 'none' } });
    const { setup, world } = await preparedRun({ github });
    expect(await readTiedScan(setup, world)).toBeNull();
    expect(world.log.of('info')).toEqual([expect.stringContaining('could not be read')]);
  });

  test('is ended by a cancel', async () => {
    await using github = await start();
    const cancelled = AbortSignal.abort(new CancelledError('SIGINT'));
    const { setup, world } = await preparedRun({ github, world: { cancelled } });
    await expect(readTiedScan(setup, world)).rejects.toThrow(CancelledError);
  });
});

/** A clock on which only the first pause passes, so that a stop waits for what is under way. */
function patientClock(): FakeClock {
  const clock = createFakeClock(startedAt);
  const sleep: FakeClock['sleep'] = async (ms, signal) => {
    if (ms > 3_000 && signal !== undefined) await once(signal, 'abort');
    await clock.sleep(ms, signal);
  };
  return { ...clock, sleep };
}

/** Stops when the request that a write ends with has come. */
async function stopAfter(github: LoopbackGitHub, comment: ProgressComment, last: RegExp) {
  await until(() => github.requests.some(({ method, path }) => last.test(`${method} ${path}`)));
  return await comment.stop();
}

const progress: ScanProgress = {
  ...{ percentage: 40, elapsedMs: 60_000, restMs: 90_000 },
  found: { critical: 1, high: 2, medium: 0, low: 0, warning: 0 },
};
const scan = { scanId: 'scan-1', origin: 'started' } as const;

describe('commentOnProgress', () => {
  test('writes the progress, and ties the scan to the run, so that a re-run can take it up', async () => {
    await using github = await start();
    const { setup, world } = await commented(github, { runId: 100 });
    const comment = commentOnProgress(setup, setup.inputs.target.url, world);
    comment.report(progress, scan);
    const written = await stopAfter(github, comment, /PATCH/);
    const [body = '', ...more] = bodies(github);
    expect(more).toEqual([]);
    expect(parseTie(body)).toEqual({ sha: HEAD_SHA, runId: 100, scan: scanDigest('scan-1') });
    expect(parseState(body)).toEqual(state);
    expect(body).toContain('preview.example.com');
    expect(body).toContain('Failed: SQL injection');
    expect(github.state.comments.has(written?.id ?? 0)).toBe(true);
    expect(written?.author).toBe('github-actions[bot]');
    expect(world.clock.sleptMs[0]).toBe(3_000);
  });

  test('updates the comment that it wrote, at most once a minute', async () => {
    await using github = await start();
    const { setup, world } = await commented(github);
    const comment = commentOnProgress(setup, null, world);
    const updates = () => world.log.of('debug').filter((line) => /PATCH \S+ → 200/.test(line)).length;
    const look = () => github.requests.filter(({ path }) => path.endsWith('/comments')).length;
    comment.report(progress, scan);
    await until(() => updates() === 1);
    world.clock.pass(59_000);
    comment.report({ ...progress, percentage: 50 }, scan);
    await nextTurn();
    expect(updates()).toBe(1);
    const looked = look();
    world.clock.pass(1_000);
    await until(() => {
      comment.report({ ...progress, percentage: 60 }, scan);
      return updates() === 2;
    });
    expect(look()).toBe(looked);
    expect(bodies(github)[0]).toContain('60%');
    await comment.stop();
  });

  test('of counts names neither the target nor what the last report named', async () => {
    await using github = await start();
    const { setup, world } = await commented(github, { inputs: { disclosure: 'counts' } });
    const comment = commentOnProgress(setup, setup.inputs.target.url, world);
    comment.report(progress, scan);
    await stopAfter(github, comment, /PATCH/);
    expect(bodies(github)[0]).not.toMatch(/preview\.example\.com|SQL injection/);
    expect(parseState(bodies(github)[0] ?? '')).toMatchObject({ outcome: 'fail', blocking: 3, scanId: null });
  });

  test('keeps the tie of an earlier run where the scan is given', async () => {
    await using github = await start();
    const { setup, world } = await commented(github);
    const comment = commentOnProgress(setup, null, world);
    comment.report(progress, { scanId: 'scan-1', origin: 'attached' });
    await stopAfter(github, comment, /PATCH/);
    expect(parseTie(bodies(github)[0] ?? '')).toEqual(tie);
  });

  test('leaves the comment of a newer run', async () => {
    await using github = await start();
    const { setup, world } = await commented(github, { runId: 98 });
    const comment = commentOnProgress(setup, null, world);
    comment.report(progress, scan);
    expect(await stopAfter(github, comment, /graphql/)).toBeNull();
    expect(bodies(github)).toEqual([expect.stringContaining('Failed: SQL injection')]);
  });

  test.each<[string, RunOptions]>([
    ['without a pull request', { event: schedule() }],
    ['with `comment: on-failure`', { inputs: { comment: 'on-failure' } }],
    ['with `comment: never`', { inputs: { comment: 'never' } }],
    ['without a token', { inputs: { 'github-token': '' } }],
  ])('writes nothing %s', async (_, options) => {
    await using github = await start();
    const { setup, world } = await preparedRun({ github, ...options });
    const comment = commentOnProgress(setup, null, world);
    comment.report(progress, scan);
    await nextTurn();
    expect(await comment.stop()).toBeNull();
    expect([github.requests, world.clock.sleptMs]).toEqual([[], []]);
  });

  test('writes nothing where no progress came', async () => {
    await using github = await start();
    const { setup, world } = await preparedRun({ github });
    expect(await commentOnProgress(setup, null, world).stop()).toBeNull();
    expect(github.requests).toEqual([]);
  });
});
