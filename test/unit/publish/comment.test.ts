import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { Verdict } from '../../../src/core/severity.ts';
import { encodeNote, noteKeyOf, readNote } from '../../../src/github/note.ts';
import { publishComment } from '../../../src/publish/comment.ts';
import { pullRequest, push, schedule } from '../../support/events.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import type { Effect } from '../../support/faults.ts';
import type { LoopbackGitHub } from '../../support/github/server.ts';
import { bodiesOf, failing, startWithPull, writesOf } from '../../support/github/with-pull.ts';
import { type JudgedOptions, judgedRun } from '../recorded-run.ts';

/** Publishes the comment of a run that passes, unless `options` say otherwise. */
async function publish(github: LoopbackGitHub | undefined, options: JudgedOptions = {}) {
  const run = await judgedRun({ ...(github && { github }), ...options });
  const published = await publishComment(run.publication, run.ports.runner.tempFolder);
  return { ...run, ...published };
}

const key = noteKeyOf('CI / scan');
const eve = { login: 'eve', type: 'User' } as const;

/** A comment of ours. */
const commentOf = (runId: number, text: string, attempt = 1, verdict: Verdict = 'fail') =>
  `${encodeNote({ key, runId, attempt, verdict })}\n${text}`;
const seeded = (...bodies: string[]) => ({ comments: bodies.map((body) => ({ issueNumber: 7, body })) });

/** A GitHub with an old comment of ours, where an update has this effect. */
const startWithOld = (effect: Effect) =>
  startWithPull({ ...seeded(commentOf(1, 'old')), faults: [{ method: 'PATCH', path: /comments/, effect }] });

/** The runs whose comments there are. */
const runsOf = (github: LoopbackGitHub) => bodiesOf(github).map((body) => readNote(body)?.runId ?? body);

describe('the comment', () => {
  test('is created with the note first, updated in place by later runs, and is a file too', async () => {
    await using github = await startWithPull();
    const first = await publish(github, { scanned: failing, runId: 1 });
    expect(first.commentUrl).toMatch(/#issuecomment-\d+$/);
    expect((await publish(github, { scanned: failing, runId: 2 })).commentUrl).toBe(first.commentUrl);
    const [body = '', ...more] = bodiesOf(github);
    expect(more).toEqual([]);
    expect(readNote(body)).toEqual({ key, runId: 2, attempt: 1, verdict: 'fail' });
    expect(body).toContain('SQL injection');
    expect(writesOf(github)).toEqual(['POST', 'PATCH']);
    expect(first.commentPath).toBe(join(first.ports.runner.tempFolder, 'comment.md'));
    expect(readFileSync(first.commentPath ?? '', 'utf8')).toContain('SQL injection');
    expect(github.violations).toEqual([]);
  });

  test.each([
    ['always', {}, 1],
    ['on-failure', {}, 0],
    ['on-failure', failing, 1],
    ['on-failure', { totalChecked: 0 }, 1],
    ['never', failing, 0],
  ])('with `comment: %s` for %j makes %i', async (comment, scanned, count) => {
    await using github = await startWithPull();
    const { commentUrl, commentPath } = await publish(github, { scanned, inputs: { comment } });
    expect(bodiesOf(github)).toHaveLength(count);
    expect(commentUrl === null).toBe(count === 0);
    expect(readFileSync(commentPath ?? '', 'utf8')).toContain('Scan Gate');
  });

  test('with `on-failure` is updated by a pass', async () => {
    await using github = await startWithPull(seeded(commentOf(1, 'red')));
    await publish(github, { inputs: { comment: 'on-failure' } });
    expect(runsOf(github)).toEqual([100]);
  });
});

/** Comments of others, on three pages. */
const noise = Array.from({ length: 230 }, (_, index) => `${index}`);

test('our comment is found by author and key on any page, and all others are left alone', async () => {
  const other = encodeNote({ key: noteKeyOf('CI / other'), runId: 1, attempt: 1, verdict: 'fail' });
  const quoted = `> ${commentOf(1, 'quoted')}`;
  const forged = { issueNumber: 7, body: commentOf(999_999, 'forged'), author: eve };
  const { comments } = seeded(other, quoted, ...noise, commentOf(1, 'old'), 'last');
  await using github = await startWithPull({ comments: [forged, ...comments] });
  const before = bodiesOf(github);
  await publish(github);
  const ours = 1 + 2 + noise.length;
  expect(runsOf(github)[ours]).toBe(100);
  expect(bodiesOf(github).toSpliced(ours, 1)).toEqual(before.toSpliced(ours, 1));
});

test('the search for our comment stops at the page that has it', async () => {
  await using github = await startWithPull(seeded(commentOf(1, 'old'), ...noise));
  await publish(github);
  expect(
    github.requests.filter(({ method, path }) => method === 'GET' && /comments/.test(path)),
  ).toHaveLength(1);
  expect(runsOf(github)[0]).toBe(100);
});

describe('who writes last', () => {
  test('what a newer run wrote stays, and a notice says so', async () => {
    await using github = await startWithPull(seeded(commentOf(200, 'newer')));
    const { commentUrl, ports } = await publish(github, { runId: 199 });
    expect(commentUrl).toContain('#issuecomment-');
    expect(ports.log.of('notice')).toEqual([expect.stringContaining(commentUrl ?? '')]);
    expect(bodiesOf(github)).toEqual([commentOf(200, 'newer')]);
    expect(writesOf(github)).toEqual([]);
  });

  test.each<[theirs: Verdict, scanned: Record<string, unknown>, stays: boolean]>([
    ['fail', {}, true],
    ['pass', failing, false],
  ])('of two jobs with one key, the worse verdict: first %s, then %j', async (theirs, scanned, stays) => {
    const first = commentOf(100, 'first', 1, theirs);
    await using github = await startWithPull(seeded(first));
    const { ports } = await publish(github, { scanned });
    expect(bodiesOf(github).includes(first)).toBe(stays);
    expect(readNote(bodiesOf(github)[0] ?? '')?.verdict).toBe('fail');
    expect(ports.log.of('warning')).toEqual([expect.stringContaining('its own `comment-key`')]);
  });

  test('of two runs that create one at the same time, the newer: the next run removes the other', async () => {
    await using github = await startWithPull(seeded(commentOf(2, 'two'), commentOf(1, 'one')));
    await publish(github, { runId: 3 });
    expect(runsOf(github)).toEqual([3]);
  });

  test('a newer run that writes while GitHub makes this one wait stays', async () => {
    const message = 'You have exceeded a secondary rate limit';
    const held = { kind: 'status', status: 403, headers: { 'retry-after': '9' }, json: { message } } as const;
    await using github = await startWithOld(held);
    const newer = commentOf(101, 'newer');
    const clock = createFakeClock(0, () => {
      for (const [id, comment] of github.state.comments)
        github.state.comments.set(id, { ...comment, body: newer });
    });
    await publish(github, { clock });
    expect(clock.sleptMs).toEqual([9_000]);
    expect(bodiesOf(github)).toEqual([newer]);
  });
});

describe('a comment that does not get through', () => {
  test('is created again if somebody deletes it in the meantime', async () => {
    await using github = await startWithOld({ kind: 'delete-comment' });
    await publish(github);
    expect(runsOf(github)).toEqual([100]);
  });

  test('is looked for once more if GitHub does not know it, as it says to a token that may not write', async () => {
    await using github = await startWithOld({ kind: 'status', status: 404, json: { message: 'Not Found' } });
    const { ports } = await publish(github);
    expect(writesOf(github)).toEqual(['PATCH', 'PATCH']);
    expect(ports.log.of('warning')).toEqual([expect.stringContaining('pull-requests: write')]);
  });

  test('is one comment if the answer to its creation is lost', async () => {
    await using github = await startWithPull({
      faults: [{ method: 'POST', path: /comments/, times: 1, effect: { kind: 'lose-answer' } }],
    });
    const { ports } = await publish(github);
    expect(runsOf(github)).toEqual([100]);
    expect(ports.log.of('warning')).toEqual([]);
  });

  test.each<[fault: string, effect: Effect, tries: number]>([
    ['an error of GitHub', { kind: 'status', status: 500, json: { message: 'oops' } }, 3],
    ['a refusal', { kind: 'status', status: 422, json: { message: 'no' } }, 1],
  ])('is given up after %s, with a look before each try', async (_fault, effect, tries) => {
    await using github = await startWithPull({ faults: [{ method: 'POST', path: /comments/, effect }] });
    const { commentUrl, ports } = await publish(github);
    expect(commentUrl).toBeNull();
    expect(writesOf(github)).toEqual(Array.from({ length: tries }, () => 'POST'));
    expect(github.requests.filter(({ path }) => path.endsWith('/comments'))).toHaveLength(2 * tries);
    expect(ports.log.of('warning')).toHaveLength(1);
  });

  test('for want of a token is a notice', async () => {
    const { commentUrl, ports } = await publish(undefined);
    expect(commentUrl).toBeNull();
    expect(ports.log.of('notice')).toEqual([expect.stringContaining('`github-token` is empty')]);
  });
});

test.each<[what: string, options: JudgedOptions]>([
  ['without a pull request', { event: schedule() }],
  ['if the pull request can not be looked up', { event: push() }],
  [
    'on a skipped run, whose token may only read',
    {
      event: pullRequest({ fork: true }),
      inputs: { 'api-key': '', 'on-missing-api-key': 'skip' },
      problem: { kind: 'missing-api-key-skipped' },
    },
  ],
])('there is no comment %s, and none is looked for', async (_what, options) => {
  const effect = { kind: 'status', status: 403, json: {} } as const;
  await using github = await startWithPull({ faults: [{ path: /\/commits\/\w+\/pulls/, effect }] });
  const { commentUrl } = await publish(github, options);
  expect(commentUrl).toBeNull();
  expect(github.requests.filter(({ path }) => /graphql|comments/.test(path))).toEqual([]);
});
