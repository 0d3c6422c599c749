import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { CancelledError } from '../../../src/core/problem.ts';
import { markerOf } from '../../../src/publish/own-posts.ts';
import { startProgressUpdates } from '../../../src/publish/progress-comment.ts';
import { readOwnPost } from '../../../src/report/hidden-line.ts';
import { scanDigest } from '../../../src/scan/noted-scan.ts';
import type { ObtainedScan } from '../../../src/scan/scan-origin.ts';
import type { ScanProgress } from '../../../src/scan/scan-progress.ts';
import { HEAD_SHA, schedule } from '../../support/events.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { type LoopbackGitHub, startGitHub } from '../../support/github/server.ts';
import { addComment } from '../../support/github/state.ts';
import { bodiesOf, startWithPull } from '../../support/github/with-pull.ts';
import { failedReport, hiddenLineOf } from '../../support/hidden-line.ts';
import { until } from '../../support/until.ts';
import { preparedRun, type RecordedOptions, startedAt } from '../recorded-run.ts';

const notedScan = { sha: HEAD_SHA, runId: 99, digest: scanDigest('scan-0'), reusable: true };
const noted = { ...failedReport, sha: '1234567', blocking: 3 };

/** A run whose pull request has the comment of an earlier one. */
async function commented(github: LoopbackGitHub, options: RecordedOptions = {}) {
  const run = await preparedRun({ github, clock: patientClock(), ...options });
  const head = hiddenLineOf({ ...markerOf(run.setup), runId: 99 }, noted, notedScan);
  addComment(github.state, { issueNumber: 7, body: `${head}\n## Failed: SQL injection` });
  return run;
}

/** A clock on which the first pause passes, and each longer one when the test says so. */
function patientClock(): FakeClock & { readonly passMinute: () => void } {
  const clock = createFakeClock(startedAt);
  let passed = Promise.withResolvers<void>();
  return {
    ...clock,
    sleep: async (ms, signal = neverAborted) => {
      signal.throwIfAborted();
      if (ms > 3_000) await Promise.race([once(signal, 'abort'), passed.promise]);
      await clock.sleep(ms, signal);
    },
    passMinute: () => {
      passed.resolve();
      passed = Promise.withResolvers();
    },
  };
}

const neverAborted = new AbortController().signal;
const progress: ScanProgress = {
  percentage: 40,
  elapsedMs: 60_000,
  timeLeftMs: 90_000,
  counts: { critical: 1, high: 2, medium: 0, low: 0, warning: 0 },
};
const started: ObtainedScan = { scanId: 'scan-1', origin: 'started' };

/** Reports progress over the comment of an earlier run, and stops when the request that a write ends with has come. */
async function report(github: LoopbackGitHub, last: RegExp, options: RecordedOptions = {}, scan = started) {
  const { setup, ports } = await commented(github, options);
  const comment = startProgressUpdates(setup, setup.inputs.target.url, ports);
  comment.onProgress(progress, scan);
  await until(() => github.requests.some(({ method, path }) => last.test(`${method} ${path}`)));
  await comment.stop();
  const [body = '', ...more] = bodiesOf(github);
  expect(more).toEqual([]);
  return { body, ports };
}

describe('startProgressUpdates', () => {
  test('writes the progress, and notes the scan, so that a re-run can take it up', async () => {
    await using github = await startWithPull();
    const { body, ports } = await report(github, /PATCH/);
    expect(readOwnPost(body)?.notedScan).toEqual({
      sha: HEAD_SHA,
      runId: 100,
      digest: scanDigest('scan-1'),
      reusable: false,
    });
    expect(readOwnPost(body)?.report).toEqual(noted);
    expect(body).toContain('preview.example.com');
    expect(body).toContain('Failed: SQL injection');
    expect(ports.clock.sleptMs[0]).toBe(3_000);
  });

  test('updates the comment that it wrote, once a minute', async () => {
    await using github = await startWithPull();
    const clock = patientClock();
    const { setup, ports } = await commented(github, { clock });
    const comment = startProgressUpdates(setup, null, ports);
    const updates = () => github.requests.filter(({ method }) => method === 'PATCH').length;
    comment.onProgress(progress, started);
    await until(() => updates() === 1);
    comment.onProgress({ ...progress, percentage: 50 }, started);
    comment.onProgress({ ...progress, percentage: 60 }, started);
    await nextTurn();
    expect(updates()).toBe(1);
    await until(() => {
      clock.passMinute();
      return updates() === 2;
    });
    await comment.stop();
    expect(bodiesOf(github)).toEqual([expect.stringContaining('60%')]);
    expect(github.requests.filter(({ path }) => path === '/graphql')).toHaveLength(1);
    expect(clock.sleptMs).toEqual([3_000, 60_000]);
  });

  test('ends with an update that fails', async () => {
    await using github = await startGitHub({ permissions: { issues: 'none', pull_requests: 'none' } });
    const { setup, ports } = await preparedRun({ github, clock: createFakeClock(startedAt) });
    const comment = startProgressUpdates(setup, null, ports);
    comment.onProgress(progress, started);
    await until(() => github.requests.length > 0);
    await comment.stop();
    comment.onProgress(progress, started);
    await nextTurn();
    expect(ports.clock.sleptMs).toEqual([3_000]);
  });

  test('does not begin if the scan is over within three seconds', async () => {
    await using github = await startWithPull();
    const clock = createFakeClock(startedAt);
    const sleep: FakeClock['sleep'] = async (_ms, signal = neverAborted) => {
      await once(signal, 'abort');
      signal.throwIfAborted();
    };
    const { setup, ports } = await preparedRun({ github, clock: { ...clock, sleep } });
    const comment = startProgressUpdates(setup, null, ports);
    comment.onProgress(progress, started);
    await comment.stop();
    expect(github.requests).toEqual([]);
  });

  describe('an update that GitHub does not answer', () => {
    const hanging = { method: 'PATCH', path: /comments/, effect: { kind: 'hang' } } as const;

    /** Reports progress, until the update is under way. */
    async function startHanging(github: LoopbackGitHub, options: RecordedOptions = {}) {
      const { setup, ports } = await commented(github, options);
      github.faults.add(hanging);
      const comment = startProgressUpdates(setup, null, ports);
      comment.onProgress(progress, started);
      await until(() => github.requests.some(({ method }) => method === 'PATCH'));
      return comment;
    }

    test('is given up five seconds after the scan', async () => {
      await using github = await startWithPull();
      const comment = await startHanging(github);
      const stoppedAt = performance.now();
      await comment.stop();
      expect(performance.now() - stoppedAt).toBeGreaterThan(4_900);
    });

    test('is given up at once by a cancel', async () => {
      await using github = await startWithPull();
      const cancelled = new AbortController();
      const comment = await startHanging(github, { ports: { cancelled: cancelled.signal } });
      const stopped = comment.stop();
      cancelled.abort(new CancelledError('SIGINT'));
      await expect(stopped).resolves.toBeUndefined();
    });
  });

  test('with `disclosure: counts` names neither the target nor what the last report named', async () => {
    await using github = await startWithPull();
    const { body } = await report(github, /PATCH/, { inputs: { disclosure: 'counts' } });
    expect(body).not.toMatch(/preview\.example\.com|SQL injection/);
    expect(readOwnPost(body)?.report).toMatchObject({ outcome: 'fail', blocking: 3 });
  });

  test('keeps the noted scan of an earlier run if the scan is given', async () => {
    await using github = await startWithPull();
    const { body } = await report(github, /PATCH/, {}, { scanId: 'scan-1', origin: 'attached' });
    expect(readOwnPost(body)?.notedScan).toEqual(notedScan);
  });

  test.each([
    ['fail', true],
    ['warn', false],
  ])('with `on-fail: %s` says that what was found so far will block: %p', async (onFail, says) => {
    await using github = await startWithPull();
    const { body } = await report(github, /PATCH/, { inputs: { 'on-fail': onFail } });
    expect(body).toContain('Found so far');
    expect(body.includes('will block')).toBe(says);
  });

  test('leaves the comment of a newer run', async () => {
    await using github = await startWithPull();
    const { body } = await report(github, /GET.*comments/, { runId: 98 });
    expect(body).toContain('Failed: SQL injection');
  });

  test('ends the updates with the comment of a newer run', async () => {
    await using github = await startWithPull();
    const clock = patientClock();
    const { setup, ports } = await commented(github, { clock, runId: 98 });
    const comment = startProgressUpdates(setup, null, ports);
    const looks = () => github.requests.filter(({ path }) => path.includes('/comments')).length;
    comment.onProgress(progress, started);
    await until(() => looks() === 1);
    for (let turn = 0; turn < 200; turn += 1) {
      clock.passMinute();
      await nextTurn();
    }
    await comment.stop();
    expect(looks()).toBe(1);
  });

  test.each<[when: string, options: RecordedOptions, isReported: boolean]>([
    ['without a pull request', { event: schedule() }, true],
    ['with `comment: on-failure`', { inputs: { comment: 'on-failure' } }, true],
    ['without a token', { inputs: { 'github-token': '' } }, true],
    ['if no progress came', {}, false],
  ])('writes nothing %s', async (_when, options, isReported) => {
    await using github = await startWithPull();
    const { setup, ports } = await preparedRun({ github, ...options });
    const comment = startProgressUpdates(setup, null, ports);
    if (isReported) comment.onProgress(progress, started);
    await nextTurn();
    await comment.stop();
    expect(github.requests).toEqual([]);
    expect(ports.clock.sleptMs).toEqual([]);
  });
});
