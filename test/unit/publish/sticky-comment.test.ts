import { describe, expect, test } from '@jest/globals';
import type { Clock } from '../../../src/core/ports.ts';
import { CancelledError } from '../../../src/core/problem.ts';
import { createLoginLookup } from '../../../src/github/connect.ts';
import { markerOf } from '../../../src/publish/own-posts.ts';
import { readNotedScan, upsertComment, type WantedComment } from '../../../src/publish/sticky-comment.ts';
import { type EarlierPost, noEarlierPost } from '../../../src/report/hidden-line.ts';
import { scanDigest } from '../../../src/scan/noted-scan.ts';
import { HEAD_SHA, schedule } from '../../support/events.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import type { Effect } from '../../support/faults.ts';
import type { LoopbackGitHub } from '../../support/github/server.ts';
import { startGitHub } from '../../support/github/server.ts';
import { addComment } from '../../support/github/state.ts';
import { bodiesOf, startWithPull, writesOf } from '../../support/github/with-pull.ts';
import { failedReport, hiddenLineOf } from '../../support/hidden-line.ts';
import { createRecordingLog } from '../../support/recording-log.ts';
import { preparedRun } from '../recorded-run.ts';
import { connectWithoutRetries } from './without-retries.ts';

const key = '0123456789abcdef';
const conversation = { owner: 'acme', repo: 'storefront', issue_number: 7 };
const report = { ...failedReport, blocking: 3 };
const notedScan = { sha: HEAD_SHA, runId: 99, digest: scanDigest('scan-0'), reusable: true };
const eve = { login: 'eve', type: 'User' } as const;

type Outcome = 'pass' | 'inconclusive' | 'fail' | null;

const bodyOf = (runId: number, text: string, attempt = 1, outcome: Outcome = null) =>
  `${hiddenLineOf({ key, runId, attempt }, null, null, outcome)}\n${text}`;

interface CommentOptions extends Partial<Pick<WantedComment, 'mayCreate' | 'render'>> {
  readonly runId?: number;
  readonly attempt?: number;
  readonly text?: string;
  readonly clock?: Clock;
  readonly outcome?: Outcome;
}

/** Finds our comments, and publishes at once. */
async function publish(
  github: LoopbackGitHub,
  {
    runId = 100,
    attempt = 1,
    text = 'new',
    outcome = null,
    clock = createFakeClock(),
    ...change
  }: CommentOptions = {},
) {
  const client = connectWithoutRetries(github);
  const body = bodyOf(runId, text, attempt, outcome);
  const stamp = { marker: { key, runId, attempt }, outcome };
  const ports = { clock, log: createRecordingLog(), signal: new AbortController().signal };
  const plain = { conversation, stamp, loginOf: createLoginLookup(), render: () => body, mayCreate: true };
  return upsertComment(client, { ...plain, ...change }, ports);
}

describe('upsertComment', () => {
  test('creates a comment, and updates it in place from then on', async () => {
    await using github = await startWithPull();
    const created = await publish(github, { runId: 1, text: 'first' });
    const updated = await publish(github, { runId: 2, text: 'second' });
    expect(created?.kind).toBe('written');
    expect(updated).toEqual(created);
    expect(bodiesOf(github)).toEqual([bodyOf(2, 'second')]);
    expect(writesOf(github)).toEqual(['POST', 'PATCH']);
    expect(github.violations).toEqual([]);
  });

  test('ignores comments of other people with our marker, even of a future run', async () => {
    const forged = bodyOf(999_999, 'forged');
    await using github = await startWithPull({ comments: [{ issueNumber: 7, body: forged, author: eve }] });
    expect((await publish(github))?.kind).toBe('written');
    expect(bodiesOf(github)).toEqual([forged, bodyOf(100, 'new')]);
  });

  test('ignores comments with another key, and our own without a marker', async () => {
    const other = hiddenLineOf({ key: 'f'.repeat(16), runId: 1, attempt: 1 });
    const quoted = `> ${bodyOf(1, 'quoted')}`;
    await using github = await startWithPull({
      comments: [other, quoted, 'plain'].map((body) => ({ issueNumber: 7, body })),
    });
    expect((await publish(github))?.kind).toBe('written');
    expect(bodiesOf(github)).toEqual([other, quoted, 'plain', bodyOf(100, 'new')]);
  });

  test('finds its comment on any page', async () => {
    const noise = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ issueNumber: 7, body: `${index}` }));
    await using github = await startWithPull({
      comments: [...noise(230), { issueNumber: 7, body: bodyOf(1, 'old') }, ...noise(5)],
    });
    expect((await publish(github))?.kind).toBe('written');
    expect(github.state.comments.size).toBe(236);
    expect(bodiesOf(github)[230]).toBe(bodyOf(100, 'new'));
  });

  test('never overwrites what a newer run or attempt has written', async () => {
    await using github = await startWithPull({
      comments: [{ issueNumber: 7, body: bodyOf(200, 'newer', 2) }],
    });
    const url = expect.stringContaining('#issuecomment-');
    expect(await publish(github, { runId: 199, attempt: 9 })).toEqual({ kind: 'newer-run', url });
    expect(await publish(github, { runId: 200, attempt: 1 })).toEqual({ kind: 'newer-run', url });
    expect(bodiesOf(github)).toEqual([bodyOf(200, 'newer', 2)]);
    expect(writesOf(github)).toEqual([]);
    expect((await publish(github, { runId: 200, attempt: 2 }))?.kind).toBe('written');
  });

  test.each<[outcome: Outcome, then: Outcome, kind: string]>([
    ['fail', 'pass', 'other-job'],
    ['inconclusive', 'pass', 'other-job'],
    ['fail', 'fail', 'other-job'],
    ['fail', null, 'other-job'],
    ['pass', 'fail', 'shared'],
    ['inconclusive', 'fail', 'shared'],
    // The progress of this job, or of another one, is no verdict.
    [null, 'pass', 'written'],
  ])('leaves the worse verdict of two jobs with one key: %s, then %s', async (outcome, then, kind) => {
    const first = bodyOf(100, 'first', 1, outcome);
    await using github = await startWithPull({ comments: [{ issueNumber: 7, body: first }] });
    const result = await publish(github, { text: 'then', outcome: then });
    expect(result?.kind).toBe(kind);
    expect(bodiesOf(github)).toEqual([kind === 'other-job' ? first : bodyOf(100, 'then', 1, then)]);
  });

  test('only updates if no new comment is wanted', async () => {
    await using empty = await startWithPull();
    expect(await publish(empty, { mayCreate: false })).toBeNull();
    expect(writesOf(empty)).toEqual([]);
    await using github = await startWithPull({ comments: [{ issueNumber: 7, body: bodyOf(1, 'red') }] });
    expect((await publish(github, { mayCreate: false, text: 'green' }))?.kind).toBe('written');
    expect(bodiesOf(github)).toEqual([bodyOf(100, 'green')]);
  });

  test('creates another if somebody deletes the comment in the meantime', async () => {
    await using github = await startWithPull({
      comments: [{ issueNumber: 7, body: bodyOf(1, 'old') }],
      faults: [{ method: 'PATCH', path: /comments/, effect: { kind: 'delete-comment' } }],
    });
    expect((await publish(github))?.kind).toBe('written');
    expect(bodiesOf(github)).toEqual([bodyOf(100, 'new')]);
  });

  test('leaves one comment if two runs write at the same time, that of the newer', async () => {
    await using github = await startWithPull();
    const results = await Promise.all([
      publish(github, { runId: 1, text: 'one' }),
      publish(github, { runId: 2, text: 'two' }),
    ]);
    expect(results.map((result) => result?.kind)).toContain('written');
    expect(bodiesOf(github)).toEqual([bodyOf(2, 'two')]);
  });

  test('leaves one comment if the answer to its creation is lost', async () => {
    await using github = await startWithPull({
      faults: [{ method: 'POST', path: /comments/, times: 1, effect: { kind: 'lose-answer' } }],
    });
    expect((await publish(github))?.kind).toBe('written');
    expect(bodiesOf(github)).toEqual([bodyOf(100, 'new')]);
  });

  test('looks again before it sends an update again, in case a newer run has written', async () => {
    const message = 'You have exceeded a secondary rate limit';
    const held = { kind: 'status', status: 403, headers: { 'retry-after': '9' }, json: { message } } as const;
    const comments = [{ issueNumber: 7, body: bodyOf(1, 'old') }];
    await using github = await startWithPull({
      comments,
      faults: [{ method: 'PATCH', path: /comments/, times: 1, effect: held }],
    });
    const newer = bodyOf(101, 'newer');
    const clock = createFakeClock(0, () => {
      for (const [id, comment] of github.state.comments)
        github.state.comments.set(id, { ...comment, body: newer });
    });
    expect((await publish(github, { clock }))?.kind).toBe('newer-run');
    expect(clock.sleptMs).toEqual([9_000]);
    expect(bodiesOf(github)).toEqual([newer]);
  });

  test.each<[fault: string, effect: Effect, thrown: RegExp]>([
    ['no answer', { kind: 'reset' }, /fetch failed|other side closed|ECONNRESET/],
    ['an error of GitHub', { kind: 'status', status: 500, json: { message: 'oops' } }, /oops/],
  ])('gives up after three creations with %s, and looks before each', async (_fault, effect, thrown) => {
    await using github = await startWithPull({ faults: [{ method: 'POST', path: /comments/, effect }] });
    const clock = createFakeClock();
    await expect(publish(github, { clock })).rejects.toThrow(thrown);
    expect(writesOf(github)).toEqual(['POST', 'POST', 'POST']);
    expect(clock.sleptMs).toEqual([1_000, 4_000]);
    expect(github.requests.filter(({ method }) => method === 'GET')).toHaveLength(3);
  });

  test('creates none again that GitHub refused', async () => {
    const effect = { kind: 'status', status: 422, json: { message: 'no' } } as const;
    await using github = await startWithPull({ faults: [{ method: 'POST', path: /comments/, effect }] });
    await expect(publish(github)).rejects.toMatchObject({ status: 422 });
    expect(writesOf(github)).toEqual(['POST']);
  });
});

test.each([
  ['ours', {}, { marker: { key, runId: 100, attempt: 1 }, report, notedScan, reportMarkdown: '## Failed' }],
  ["somebody else's", { author: eve }, noEarlierPost],
])('what our comment says is given to what replaces it, only if it is ours: %s', async (_, by, expected) => {
  const body = `${hiddenLineOf({ key, runId: 100, attempt: 1 }, report, notedScan)}\n## Failed`;
  await using github = await startWithPull({ comments: [{ issueNumber: 7, body, ...by }] });
  const given: EarlierPost[] = [];
  const render = (before: EarlierPost) => {
    given.push(before);
    return bodyOf(101, 'new');
  };
  await publish(github, { runId: 101, render });
  expect(given).toEqual([expect.objectContaining(expected)]);
});

describe('readNotedScan', () => {
  test('reads which scan our comment names', async () => {
    await using github = await startWithPull();
    const { setup, ports } = await preparedRun({ github });
    const head = hiddenLineOf({ ...markerOf(setup), runId: 99 }, null, notedScan);
    addComment(github.state, { issueNumber: 7, body: `${head}\n## Failed: SQL injection` });
    expect(await readNotedScan(setup, ports)).toEqual(notedScan);
    expect(await readNotedScan({ ...setup, commentKey: 'another' }, ports)).toBeNull();
  });

  test('asks nothing without a pull request, nor without a token', async () => {
    await using github = await startWithPull();
    const none = await preparedRun({ github, event: schedule() });
    const tokenless = await preparedRun();
    for (const { setup, ports } of [none, tokenless]) expect(await readNotedScan(setup, ports)).toBeNull();
    expect(github.requests).toEqual([]);
    expect(tokenless.ports.log.of('info')).toEqual([]);
  });

  test('finds nothing if the comment cannot be read, and says so', async () => {
    await using github = await startGitHub({ permissions: { issues: 'none', pull_requests: 'none' } });
    const { setup, ports } = await preparedRun({ github });
    expect(await readNotedScan(setup, ports)).toBeNull();
    expect(ports.log.of('info')).toEqual([expect.stringContaining('could not be read')]);
  });

  test('is ended by a cancel', async () => {
    await using github = await startWithPull();
    const cancelled = AbortSignal.abort(new CancelledError('SIGINT'));
    const { setup, ports } = await preparedRun({ github, ports: { cancelled } });
    await expect(readNotedScan(setup, ports)).rejects.toThrow(CancelledError);
  });
});
