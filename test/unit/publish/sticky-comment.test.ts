import { describe, expect, test } from '@jest/globals';
import { adviseOnGitHub, commentSink } from '../../../src/publish/failure-advice.ts';
import {
  type CommentRequest,
  findComments,
  publishComment,
  readTie,
  type WrittenComment,
} from '../../../src/publish/sticky-comment.ts';
import {
  formatMarker,
  hiddenLines,
  nothingWritten,
  type PreviousState,
  type Written,
} from '../../../src/report/previous-state.ts';
import type { Effect } from '../../support/faults.ts';
import type { GitHubOptions, LoopbackGitHub } from '../../support/github/server.ts';
import { startGitHub } from '../../support/github/server.ts';
import { connectUnthrottled } from './unthrottled.ts';

const key = '0123456789abcdef';
const place = { owner: 'acme', repo: 'storefront', number: 7 };
const eve = { login: 'eve', type: 'User' } as const;

const bodyOf = (runId: number, text: string, attempt = 1) =>
  `${formatMarker({ key, runId, attempt })}\n${text}`;

function start(options: GitHubOptions = {}) {
  return startGitHub({ pulls: [{ number: 7, headSha: 'a'.repeat(40) }], ...options });
}

/** Finds our comments, and publishes at once. */
async function findAndPublish(
  client: Parameters<typeof publishComment>[0],
  request: Omit<CommentRequest, 'found'>,
  known?: WrittenComment,
) {
  const found = await findComments(client, request.place, request.marker.key, known);
  return publishComment(client, { ...request, found });
}

interface Publication extends Partial<Pick<CommentRequest, 'create' | 'pause' | 'render'>> {
  readonly runId?: number;
  readonly attempt?: number;
  readonly text?: string;
  readonly known?: WrittenComment | undefined;
}

function publish(
  github: LoopbackGitHub,
  { runId = 100, attempt = 1, text = 'new', known, ...rest }: Publication = {},
) {
  const marker = { key, runId, attempt };
  const body = bodyOf(runId, text, attempt);
  const request = { place, marker, render: () => body, create: true, pause: async () => {}, ...rest };
  return findAndPublish(connectUnthrottled(github), request, known);
}

const bodies = ({ state }: LoopbackGitHub) => [...state.comments.values()].map(({ body }) => body);
const writes = ({ requests }: LoopbackGitHub) =>
  requests.filter(({ method, path }) => method !== 'GET' && path !== '/graphql').map(({ method }) => method);

describe('publishComment', () => {
  test('creates a comment, and updates it in place from then on', async () => {
    await using github = await start();
    const created = await publish(github, { runId: 1, text: 'first' });
    const updated = await publish(github, { runId: 2, text: 'second' });
    expect(created.kind).toBe('created');
    expect(updated).toEqual({ ...created, kind: 'updated' });
    expect(bodies(github)).toEqual([bodyOf(2, 'second')]);
    expect(writes(github)).toEqual(['POST', 'PATCH']);
    expect(github.violations).toEqual([]);
  });

  test('needs two requests for the comment that it wrote before', async () => {
    await using github = await start();
    const first = await publish(github, { text: 'running' });
    const known = 'comment' in first ? first.comment : undefined;
    const before = github.requests.length;
    expect((await publish(github, { text: 'done', known })).kind).toBe('updated');
    expect(github.requests.slice(before).map(({ method }) => method)).toEqual(['GET', 'PATCH']);
    expect(bodies(github)).toEqual([bodyOf(100, 'done')]);
  });

  test.each([
    ['was deleted', () => null],
    ['lost its marker', () => 'edited'],
  ])('creates another if the one that it wrote before %s', async (_, edit) => {
    await using github = await start();
    const first = await publish(github);
    const known = 'comment' in first ? first.comment : undefined;
    for (const [id, comment] of github.state.comments) {
      const body = edit();
      if (body === null) github.state.comments.delete(id);
      else github.state.comments.set(id, { ...comment, body });
    }
    expect((await publish(github, { text: 'done', known })).kind).toBe('created');
    expect(bodies(github)).toContain(bodyOf(100, 'done'));
  });

  test('keeps what a newer run has written since the last update', async () => {
    await using github = await start();
    const first = await publish(github);
    const known = 'comment' in first ? first.comment : undefined;
    await publish(github, { runId: 101, text: 'newer' });
    expect((await publish(github, { text: 'done', known })).kind).toBe('newer-exists');
    expect(bodies(github)).toEqual([bodyOf(101, 'newer')]);
  });

  test('ignores comments of other people with our marker', async () => {
    const foreign = { issueNumber: 7, body: bodyOf(1, 'forged'), author: eve };
    await using github = await start({ comments: [foreign] });
    expect((await publish(github)).kind).toBe('created');
    expect(bodies(github)).toEqual([bodyOf(1, 'forged'), bodyOf(100, 'new')]);
  });

  test('is not stopped by a forged marker of a future run', async () => {
    await using github = await start({
      comments: [{ issueNumber: 7, body: bodyOf(999_999, 'forged'), author: eve }],
    });
    expect((await publish(github)).kind).toBe('created');
  });

  test('ignores comments with another key, and our own without a marker', async () => {
    const other = formatMarker({ key: 'f'.repeat(16), runId: 1, attempt: 1 });
    const quoted = `> ${bodyOf(1, 'quoted')}`;
    await using github = await start({
      comments: [other, quoted, 'plain'].map((body) => ({ issueNumber: 7, body })),
    });
    expect((await publish(github)).kind).toBe('created');
    expect(bodies(github)).toEqual([other, quoted, 'plain', bodyOf(100, 'new')]);
  });

  test('finds its comment on any page', async () => {
    const noise = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ issueNumber: 7, body: `${index}` }));
    await using github = await start({
      comments: [...noise(230), { issueNumber: 7, body: bodyOf(1, 'old') }, ...noise(5)],
    });
    expect((await publish(github)).kind).toBe('updated');
    expect(github.state.comments.size).toBe(236);
    expect(bodies(github)[230]).toBe(bodyOf(100, 'new'));
  });

  test('never overwrites what a newer run or attempt has written', async () => {
    await using github = await start({ comments: [{ issueNumber: 7, body: bodyOf(200, 'newer', 2) }] });
    const url = expect.stringContaining('#issuecomment-');
    expect(await publish(github, { runId: 199, attempt: 9 })).toEqual({ kind: 'newer-exists', url });
    expect(await publish(github, { runId: 200, attempt: 1 })).toEqual({ kind: 'newer-exists', url });
    expect(bodies(github)).toEqual([bodyOf(200, 'newer', 2)]);
    expect(writes(github)).toEqual([]);
    expect((await publish(github, { runId: 200, attempt: 2 })).kind).toBe('updated');
  });

  test('only updates if no new comment is wanted', async () => {
    await using empty = await start();
    expect(await publish(empty, { create: false })).toEqual({ kind: 'not-wanted' });
    expect(writes(empty)).toEqual([]);
    await using github = await start({ comments: [{ issueNumber: 7, body: bodyOf(1, 'red') }] });
    expect((await publish(github, { create: false, text: 'green' })).kind).toBe('updated');
    expect(bodies(github)).toEqual([bodyOf(100, 'green')]);
  });

  test('creates another if somebody deletes the comment in the meantime', async () => {
    await using github = await start({
      comments: [{ issueNumber: 7, body: bodyOf(1, 'old') }],
      faults: [{ method: 'PATCH', path: /comments/, effect: { kind: 'delete-comment' } }],
    });
    expect((await publish(github)).kind).toBe('created');
    expect(bodies(github)).toEqual([bodyOf(100, 'new')]);
  });

  test('leaves one comment if two runs write at the same time, that of the newer', async () => {
    await using github = await start();
    const results = await Promise.all([
      publish(github, { runId: 1, text: 'one' }),
      publish(github, { runId: 2, text: 'two' }),
    ]);
    expect(results.map(({ kind }) => kind)).toContain('created');
    expect(bodies(github)).toEqual([bodyOf(2, 'two')]);
  });

  test('leaves one comment if the answer to its creation is lost', async () => {
    await using github = await start({
      faults: [{ method: 'POST', path: /comments/, times: 1, effect: { kind: 'lose-answer' } }],
    });
    expect(['created', 'updated']).toContain((await publish(github)).kind);
    expect(bodies(github)).toEqual([bodyOf(100, 'new')]);
  });

  test.each<[string, Effect, RegExp]>([
    ['no answer', { kind: 'reset' }, /fetch failed|other side closed|ECONNRESET/],
    ['an error of GitHub', { kind: 'status', status: 500, json: { message: 'oops' } }, /oops/],
  ])('gives up after two creations with %s, and looks before each', async (_, effect, thrown) => {
    await using github = await start({ faults: [{ method: 'POST', path: /comments/, effect }] });
    const paused: number[] = [];
    const pause = async (ms: number) => {
      paused.push(ms);
    };
    await expect(publish(github, { pause })).rejects.toThrow(thrown);
    expect(writes(github)).toEqual(['POST', 'POST']);
    expect(paused).toEqual([2_000, 2_000]);
    expect(github.requests.filter(({ method }) => method === 'GET')).toHaveLength(3);
  });

  test('creates none again that GitHub refused', async () => {
    const effect = { kind: 'status', status: 422, json: { message: 'no' } } as const;
    await using github = await start({ faults: [{ method: 'POST', path: /comments/, effect }] });
    await expect(publish(github)).rejects.toMatchObject({ status: 422 });
    expect(writes(github)).toEqual(['POST']);
  });

  test('fails if the token may not comment, and the advice names the permission', async () => {
    await using github = await start({ permissions: { issues: 'read', pull_requests: 'read' } });
    const error = await publish(github).catch((thrown: unknown) => thrown);
    expect(adviseOnGitHub(error, commentSink)).toMatch(
      /403.*`permissions: pull-requests: write`.*GitHub accepts issues=write; pull_requests=write/,
    );
    expect(bodies(github)).toEqual([]);
  });

  test('fails with a token that is not valid', async () => {
    await using github = await start();
    const marker = { key, runId: 1, attempt: 1 };
    const client = connectUnthrottled({ url: github.url, token: 'ghs_wrong' });
    const publishing = findAndPublish(client, {
      place,
      marker,
      render: () => 'x',
      create: true,
      pause: async () => {},
    });
    await expect(publishing).rejects.toMatchObject({ status: 401 });
  });
});

describe('the scan that a comment names', () => {
  const tie = { sha: 'a'.repeat(40), runId: 100, scan: '0123456789abcdef' };
  const body = `${hiddenLines({ key, runId: 100, attempt: 1 }, null, tie)}\ntext`;

  test('is read from our comment, and given to what replaces it', async () => {
    await using github = await start({ comments: [{ issueNumber: 7, body }] });
    expect(await readTie(connectUnthrottled(github), place, key)).toEqual(tie);
    expect(await readTie(connectUnthrottled(github), place, 'f'.repeat(16))).toBeNull();
    const given: unknown[] = [];
    await findAndPublish(connectUnthrottled(github), {
      place,
      marker: { key, runId: 101, attempt: 1 },
      render: ({ tie: before }) => {
        given.push(before);
        return bodyOf(101, 'new');
      },
      create: true,
      pause: async () => {},
    });
    expect(given).toEqual([tie]);
    expect(await readTie(connectUnthrottled(github), place, key)).toBeNull();
  });

  test("is not read from other people's comments", async () => {
    await using github = await start({ comments: [{ issueNumber: 7, body, author: eve }] });
    expect(await readTie(connectUnthrottled(github), place, key)).toBeNull();
  });
});

describe('the last report', () => {
  const state: PreviousState = {
    ...{ outcome: 'fail', sha: null, scanId: null, blocking: 3 },
    ...{ prints: null, names: [], listSha: null },
  };
  const body = `${hiddenLines({ key, runId: 100, attempt: 1 }, state)}\n## Failed`;

  test.each([
    ['ours', undefined, { state, tie: null, report: '## Failed' }],
    ["somebody else's", eve, nothingWritten],
  ])('is given to what replaces it only where it is ours: %s', async (_, author, expected) => {
    const comment = { issueNumber: 7, body, ...(author === undefined ? {} : { author }) };
    await using github = await start({ comments: [comment] });
    const given: unknown[] = [];
    const render = (written: Written) => {
      given.push(written);
      return bodyOf(101, 'new');
    };
    await publish(github, { runId: 101, render });
    expect(given).toEqual([expected]);
  });
});
