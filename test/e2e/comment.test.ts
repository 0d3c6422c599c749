import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { HEAD_SHA, push, schedule } from '../support/events.ts';
import type { Fault } from '../support/faults.ts';
import type { GitHubOptions } from '../support/github/server.ts';
import { type Author, addComment } from '../support/github/state.ts';
import type { RunResult } from '../support/runner.ts';
import { until } from '../support/until.ts';
import { ourComment } from './run-files.ts';
import { pullNumber, pulls, type Scene, startScene } from './scene.ts';

describe('comment when', () => {
  test('comment: on-failure comments on a failure and not on a pass', async () => {
    await using scene = await startScene();
    const inputs = { comment: 'on-failure', reports: 'none' };
    const passed = await scene.run({ inputs: { ...inputs, url: scene.hardened.url } });
    expect(passed.outputs).toMatchObject({ verdict: 'pass', 'comment-url': '' });
    expect(scene.comments()).toEqual([]);
    const failed = await scene.run({ inputs });
    expect(failed.outputs['comment-url']).not.toBe('');
    expect(scene.comments()).toHaveLength(1);
  });

  test('comment: on-failure comments on an inconclusive run', async () => {
    await using scene = await startScene({ sandbox: { scanBehaviour: { endsEarlyAt: 50 } } });
    const result = await scene.run({ inputs: { comment: 'on-failure', 'on-inconclusive': 'warn' } });
    expect(result.exitCode).toBe(0);
    expect(scene.comments()[0]).toContain('Scan Gate: no verdict; the check stays green');
  });

  test('with comment: never and config: none GitHub gets no request', async () => {
    await using scene = await startScene();
    const result = await scene.run({ inputs: { comment: 'never', config: 'none' } });
    expect(result.outputs).toMatchObject({ verdict: 'fail', 'comment-url': '' });
    expect(scene.github.requests).toEqual([]);
    expect(result.annotations.warning).toEqual([]);
  });

  test('an empty token means no comment, and a notice says so', async () => {
    await using scene = await startScene();
    const result = await scene.run({ inputs: { 'github-token': '', config: 'none', reports: 'none' } });
    expect(result.outputs).toMatchObject({ verdict: 'fail', 'comment-url': '' });
    expect(result.annotations.notice.map(({ message }) => message)).toEqual([
      'There is no pull request comment, because github-token is empty.',
    ]);
  });
});

describe('no pull request', () => {
  for (const event of [push({ sha: '4'.repeat(40) }), schedule()]) {
    test(`on ${event.name} there is no comment and no error`, async () => {
      await using scene = await startScene();
      const result = await scene.run({ event, inputs: { reports: 'none' } });
      expect([result.exitCode, result.outputs['verdict']]).toEqual([1, 'fail']);
      expect(result.outputs['comment-url']).toBe('');
      expect(scene.github.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
      expect(scene.comments()).toEqual([]);
      expect([...result.annotations.warning, ...result.annotations.notice]).toEqual([]);
      expect(result.summary).toContain('Scan Gate: failed');
      expect(result.outputs['artifact-id']).not.toBe('');
    });
  }

  test('an event that cannot be read is reported, and the run goes on', async () => {
    await using scene = await startScene();
    const env = { GITHUB_EVENT_PATH: '/nowhere/event.json' };
    const result = await scene.run({ env, inputs: { url: scene.hardened.url, reports: 'none' } });
    expect([result.exitCode, result.outputs['verdict']]).toEqual([0, 'pass']);
    expect(result.annotations.warning.map(({ message }) => message)).toEqual([
      expect.stringContaining('no pull request is known'),
    ]);
  });
});

describe('comment permission', () => {
  /** The warnings of a run that passes and cannot comment. */
  async function warningsWith(github: GitHubOptions): Promise<string[]> {
    await using scene = await startScene({
      github: { pulls: [{ number: 7, headSha: HEAD_SHA }], ...github },
    });
    const result = await scene.run({ inputs: { url: scene.hardened.url, reports: 'none' } });
    expect([result.exitCode, result.outputs['verdict'], result.outputs['comment-url']]).toEqual([
      0,
      'pass',
      '',
    ]);
    expect(result.outputs['artifact-id']).toBe('4711');
    expect(result.summary).toContain('Scan Gate: passed');
    expect(scene.comments()).toEqual([]);
    return result.annotations.warning.map(({ message }) => message);
  }

  test('a token that may not comment gets a warning that names the permission', async () => {
    const [warning, ...more] = await warningsWith({ permissions: { issues: 'none', pull_requests: 'read' } });
    expect(more).toEqual([]);
    expect(warning).toContain('GitHub answered 403');
    expect(warning).toContain('permissions: pull-requests: write');
    expect(warning).toContain('issues=write; pull_requests=write');
  });

  test('a token that may not even read comments gets the same warning', async () => {
    const [warning] = await warningsWith({ permissions: { issues: 'none', pull_requests: 'none' } });
    expect(warning).toContain('permissions: pull-requests: write');
  });

  test('a pull request that does not exist, and a locked one, are warnings', async () => {
    expect((await warningsWith({ pulls: [] }))[0]).toContain('GitHub answered 404');
    const locked = [{ number: 7, headSha: HEAD_SHA, locked: true }];
    expect((await warningsWith({ pulls: locked }))[0]).toContain('GitHub answered 403');
  });

  test('a lost answer does not lead to a second comment', async () => {
    const faults: Fault[] = [
      { method: 'POST', path: /comments$/, times: 1, effect: { kind: 'lose-answer' } },
    ];
    await using scene = await startScene({ github: { pulls: [{ number: 7, headSha: HEAD_SHA }], faults } });
    const result = await scene.run({ inputs: { url: scene.hardened.url, reports: 'none' } });
    expect(result.outputs['verdict']).toBe('pass');
    expect(scene.comments()).toHaveLength(1);
  });
});

describe('comment lifecycle', () => {
  test('one comment is created, updated in place by later runs, and becomes green', async () => {
    await using scene = await startScene();
    const first = await scene.run({ runId: 100 });
    const [created] = [...scene.github.state.comments.values()];
    const firstBody = created?.body;
    expect(created).toMatchObject({ issueNumber: pullNumber, author: { login: 'github-actions[bot]' } });
    expect(firstBody).toMatch(/^<!-- scan-gate:v1 key=[0-9a-f]{16} run=100 attempt=1 -->\n/);
    expect(firstBody).toContain('❌ Scan Gate: ');

    const second = await scene.run({ runId: 101 });
    expect(scene.github.state.comments.size).toBe(1);
    expect(created?.body).toContain(' run=101 attempt=1 -->');
    expect(created?.body).toContain(second.outputs['scan-id']);

    scene.weak.fix('headers', 'exposures');
    const third = await scene.run({ runId: 101, runAttempt: 2, inputs: { comment: 'on-failure' } });
    expect(third.outputs['verdict']).toBe('pass');
    expect(scene.comments()).toHaveLength(1);
    expect(created?.body).toContain(' run=101 attempt=2 -->');
    expect(created?.body).toContain('Scan Gate: passed');
    // Named where it is fixed, and nowhere else.
    expect(created?.body.split('Environment file exposed')).toHaveLength(2);
    expect(created?.body).toMatch(
      /Fixed since the last report \(\d+\)<\/summary>\n\n- Environment file exposed\n/,
    );
    expect(new Set([first, second, third].map(({ outputs }) => outputs['comment-url'])).size).toBe(1);
    const written = scene.github.requests.filter(
      ({ method, path }) => method !== 'GET' && path !== '/graphql',
    );
    expect(written.map(({ method }) => method)).toEqual(['POST', 'PATCH', 'PATCH']);
  });

  test('an older run does not change the comment of a newer one', async () => {
    await using scene = await startScene();
    const scanId = await scene.scanned(scene.weak.url);
    const inputs = { 'scan-id': scanId, reports: 'none' };
    const newer = await scene.run({ runId: 300, runAttempt: 2, inputs });
    const [body] = scene.comments();
    for (const { runId, runAttempt } of [
      { runId: 299, runAttempt: 9 },
      { runId: 300, runAttempt: 1 },
    ]) {
      const older = await scene.run({ runId, runAttempt, inputs });
      expect(scene.comments()).toEqual([body]);
      expect(older.annotations.notice.map(({ message }) => message)).toContain(
        `The comment is left as a newer run wrote it: ${newer.outputs['comment-url']}`,
      );
      expect([older.exitCode, older.outputs['comment-url']]).toEqual([1, newer.outputs['comment-url']]);
    }
  });

  test('a comment that is deleted during its update is written again', async () => {
    await using scene = await startScene();
    const inputs = { 'scan-id': await scene.scanned(scene.weak.url), reports: 'none' };
    await scene.run({ runId: 1, inputs });
    scene.github.faults.add({ method: 'PATCH', path: /comments/, effect: { kind: 'delete-comment' } });
    const result = await scene.run({ runId: 2, inputs });
    expect(result.annotations.warning).toEqual([]);
    expect(scene.comments()).toHaveLength(1);
    expect(scene.comments()[0]).toContain(' run=2 ');
  });
});

describe('comment others', () => {
  /** A first run writes the comment whose marker the other comments copy. */
  async function firstRun(scene: Scene): Promise<{ inputs: Record<string, string>; marker: string }> {
    const inputs = { 'scan-id': await scene.scanned(scene.weak.url), reports: 'none' };
    await scene.run({ runId: 1, inputs });
    const [id] = [...scene.github.state.comments.keys()];
    const marker = scene.comments()[0]?.split('\n')[0] ?? '';
    scene.github.state.comments.delete(id ?? 0);
    return { inputs, marker };
  }

  function comment(scene: Scene, body: string, author?: Author): number {
    const seed = { issueNumber: pullNumber, body, ...(author === undefined ? {} : { author }) };
    return addComment(scene.github.state, seed).id;
  }

  function listed(scene: Scene, result: RunResult): number {
    expect(result.annotations.warning).toEqual([]);
    return scene.github.requests.filter(({ method, path }) => method === 'GET' && path.endsWith('/comments'))
      .length;
  }

  test('comments of others with our marker are not changed', async () => {
    await using scene = await startScene();
    const { inputs, marker } = await firstRun(scene);
    const eve: Author = { login: 'eve', type: 'User' };
    const otherBot: Author = { login: 'helpful[bot]', type: 'Bot' };
    // Not even a newer run number may suppress ours.
    const forged = `${marker.replace('run=1 ', 'run=999999999 ')}\nAll is well.`;
    comment(scene, forged, eve);
    comment(scene, forged, otherBot);
    // A reply that quotes ours does not begin with the marker.
    comment(scene, `> ${marker}\n`);
    const result = await scene.run({ runId: 2, inputs });
    expect(result.annotations.warning).toEqual([]);
    const bodies = scene.comments();
    expect(bodies.slice(0, 3)).toEqual([forged, forged, `> ${marker}\n`]);
    expect(bodies).toHaveLength(4);
    expect(bodies[3]).toContain('❌ Scan Gate: ');
    expect(scene.github.requests.filter(({ method }) => method === 'PATCH')).toEqual([]);
  });

  test('our comment is found on the second page', async () => {
    await using scene = await startScene();
    const { inputs, marker } = await firstRun(scene);
    for (let count = 0; count < 130; count += 1) comment(scene, `Comment ${count}`);
    const own = comment(scene, `${marker}\nold`);
    const before = scene.github.requests.length;
    const result = await scene.run({ runId: 2, inputs });
    expect(listed(scene, result)).toBeGreaterThanOrEqual(3);
    const pages = scene.github.requests.slice(before).map(({ query }) => query.get('page'));
    expect(pages).toContain('2');
    expect(scene.github.state.comments.size).toBe(131);
    expect(scene.github.state.comments.get(own)?.body).toContain('❌ Scan Gate: ');
  });
});

describe('one comment per key', () => {
  test('a second use in one job has its own comment and artifact', async () => {
    await using scene = await startScene();
    await using stack = new AsyncDisposableStack();
    const temp = await mkdtemp(join(tmpdir(), 'scan-gate-job-'));
    stack.defer(() => rm(temp, { recursive: true }));
    const failing = await scene.run({ temp, action: '__self' });
    const url = scene.hardened.url;
    const passing = await scene.run({ temp, action: '__self_2', inputs: { url } });
    expect([failing.outputs['verdict'], passing.outputs['verdict']]).toEqual(['fail', 'pass']);
    expect(scene.comments().map((body) => /## (. Scan Gate: )/u.exec(body)?.[1])).toEqual([
      '❌ Scan Gate: ',
      '✅ Scan Gate: ',
    ]);
    expect(scene.artifacts.artifacts.map(({ name }) => name)).toEqual([
      'scan-gate-CI-scan',
      'scan-gate-CI-scan-__self_2',
    ]);
    const paths = [failing, passing].map(({ outputs }) => outputs['result-path']);
    expect(new Set(paths).size).toBe(2);

    // The next run of the same job finds both again.
    const next = await mkdtemp(join(tmpdir(), 'scan-gate-job-'));
    stack.defer(() => rm(next, { recursive: true }));
    const later = { temp: next, runId: 123_456_790, inputs: { reports: 'none' } };
    const again = [
      await scene.run({ ...later, action: '__self' }),
      await scene.run({ ...later, action: '__self_2', inputs: { ...later.inputs, url } }),
    ];
    expect(again.map(({ outputs }) => outputs['comment-url'])).toEqual(
      [failing, passing].map(({ outputs }) => outputs['comment-url']),
    );
    expect(scene.comments()).toHaveLength(2);
  });

  test('each leg of a matrix has its own comment and artifact', async () => {
    await using scene = await startScene();
    const inputs = { 'scan-id': await scene.scanned(scene.weak.url), reports: 'none' };
    for (const runId of [1, 2]) {
      await Promise.all(['staging', 'a/b: c'].map((site) => scene.run({ runId, matrix: { site }, inputs })));
      expect(scene.comments()).toHaveLength(2);
      expect(scene.comments().every((body) => body.includes(` run=${runId} `))).toBe(true);
    }
    const names = scene.artifacts.artifacts.slice(0, 2).map(({ name }) => name);
    expect(names.toSorted()).toEqual([
      expect.stringMatching(/^scan-gate-CI-scan-a-b-c-[0-9a-f]{8}$/),
      'scan-gate-CI-scan-staging',
    ]);
  });

  test('with the same comment-key, different jobs share one comment', async () => {
    await using scene = await startScene();
    const inputs = { 'scan-id': await scene.scanned(scene.weak.url), reports: 'none', 'comment-key': 'shop' };
    await scene.run({ job: 'one', inputs });
    await scene.run({ job: 'two', runId: 123_456_790, inputs });
    expect(scene.comments()).toHaveLength(1);
  });
});

describe('one comment', () => {
  const posts = { method: 'POST', path: /issues\/7\/comments/ } as const;
  const patches = { method: 'PATCH', path: /issues\/comments/ } as const;

  function sceneWith(faults: readonly Fault[], ...runIds: number[]): Promise<Scene> {
    const comments = runIds.map((runId) => ({ issueNumber: pullNumber, body: ourComment(runId) }));
    return startScene({ github: { pulls, comments, faults } });
  }

  async function scanOf(scene: Scene): Promise<Record<string, string>> {
    return { 'scan-id': await scene.scanned(scene.hardened.url), reports: 'none' };
  }

  function written(scene: Scene): string[] {
    return scene.github.requests
      .filter(({ method, path }) => method !== 'GET' && path !== '/graphql')
      .map(({ method }) => method);
  }

  const gone = { kind: 'lose-answer' } as const;

  test('a comment whose creation got no answer is found and not written twice', async () => {
    await using scene = await sceneWith([{ ...posts, effect: gone }]);
    const result = await scene.run({ inputs: await scanOf(scene) });
    expect(scene.comments()).toHaveLength(1);
    expect(written(scene)).toEqual(['POST', 'PATCH']);
    expect([result.exitCode, result.annotations.warning]).toEqual([0, []]);
  });

  test('a creation that was not carried out is tried once more, and then reported', async () => {
    await using scene = await sceneWith([{ ...posts, effect: { kind: 'reset' } }]);
    const result = await scene.run({ inputs: await scanOf(scene) });
    expect(scene.comments()).toEqual([]);
    expect(written(scene)).toEqual(['POST', 'POST']);
    expect([result.exitCode, result.annotations.warning.length]).toEqual([0, 1]);
  });

  test('several comments of a race become one after the next run', async () => {
    await using scene = await sceneWith([], 21, 22);
    await scene.run({ runId: 23, inputs: await scanOf(scene) });
    expect(scene.comments()).toEqual([expect.stringContaining(' run=23 attempt=1 -->')]);
    expect(written(scene)).toEqual(['PATCH', 'DELETE']);
  });

  test('a newer run that writes between find and update keeps its comment', async () => {
    // At that time the list has been read, and the comment itself has not.
    const late = { path: /^\/graphql/, effect: { kind: 'delay', delayMs: 1_000 } } as const;
    await using scene = await sceneWith([late], 31);
    const inputs = await scanOf(scene);
    const running = scene.run({ runId: 32, inputs });
    await until(() => scene.github.requests.some(({ path }) => path === '/graphql'));
    const [comment] = scene.github.state.comments.values();
    if (comment !== undefined) comment.body = ourComment(33);
    const result = await running;
    expect(scene.comments()).toEqual([ourComment(33)]);
    expect(written(scene)).toEqual([]);
    expect(result.annotations.notice.map(({ message }) => message).join()).toContain(
      'as a newer run wrote it',
    );
  });

  test('a newer run that writes while a long upload goes on keeps its comment', async () => {
    await using scene = await sceneWith([], 34);
    scene.artifacts.faults.add({ path: /FinalizeArtifact/, effect: { kind: 'delay', delayMs: 4_500 } });
    const inputs = await scanOf(scene);
    const running = scene.run({ runId: 35, inputs });
    await until(() => scene.artifacts.requests.some(({ path }) => path.endsWith('FinalizeArtifact')));
    // The comment has been read, while the artifact was uploaded.
    await until(() => scene.github.requests.some(({ path }) => path.endsWith('/issues/7/comments')));
    const [comment] = scene.github.state.comments.values();
    if (comment !== undefined) comment.body = ourComment(36);
    await running;
    expect(scene.comments()).toEqual([ourComment(36)]);
    expect(written(scene)).toEqual([]);
  });

  test('a comment that is deleted between find and update is written again, once', async () => {
    await using scene = await sceneWith([{ ...patches, effect: { kind: 'delete-comment' } }], 41);
    const result = await scene.run({ runId: 42, inputs: await scanOf(scene) });
    expect(scene.comments()).toEqual([expect.stringContaining(' run=42 attempt=1 -->')]);
    expect(result.annotations.warning).toEqual([]);
  });
});
