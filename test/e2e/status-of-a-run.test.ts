import { describe, expect, test } from '@jest/globals';
import { HEAD_SHA } from '../support/events.ts';
import { type GitHubOptions, startGitHub } from '../support/github/server.ts';
import type { RunOptions, RunResult } from '../support/runner.ts';
import { pulls, type Scene, type SceneOptions, startScene } from './scene.ts';

/** The commit status of a run, from `pending` to its end (`docs/contract.md`, `commit-status`). */

/** What docs/make-it-required.md names, and nothing more. */
const permissions = {
  contents: 'read',
  statuses: 'write',
  pull_requests: 'write',
  issues: 'none',
  deployments: 'none',
} as const;

function startStatusScene(github: GitHubOptions = {}, options: SceneOptions = {}): Promise<Scene> {
  return startScene({ ...options, github: { permissions, ...github } });
}

function run(scene: Scene, { inputs, ...options }: RunOptions = {}): Promise<RunResult> {
  return scene.run({ ...options, inputs: { 'commit-status': 'Scan Gate', reports: 'none', ...inputs } });
}

/** State and context of every status, oldest first. */
function statusesOf({ github }: Pick<Scene, 'github'>): string[] {
  return github.state.statuses.map(({ state, context }) => `${context}: ${state}`);
}

function noticesOf(result: RunResult): string[] {
  return result.annotations.notice.map(({ message }) => message);
}

describe('the state', () => {
  test('of a fail and of a pass, on the commit of the pull request, with a link to the run and no warning, which an older run leaves', async () => {
    await using scene = await startStatusScene();
    const failed = await run(scene);
    const passed = await run(scene, { runId: 123_456_790, inputs: { url: scene.hardened.url } });
    expect([failed.exitCode, passed.exitCode]).toEqual([1, 0]);
    expect(statusesOf(scene)).toEqual(
      ['pending', 'failure', 'pending', 'success'].map((state) => `Scan Gate: ${state}`),
    );
    const { statuses } = scene.github.state;
    const [, failure, , success] = statuses;
    expect(new Set(statuses.map(({ sha }) => sha))).toEqual(new Set([HEAD_SHA]));
    expect(failure).toMatchObject({
      targetUrl: 'https://github.com/acme/storefront/actions/runs/123456789/attempts/1',
    });
    expect(failed.outputs['reason']).toContain(failure?.description.replace(/…$/, ''));
    expect(success?.description).toContain('No finding');
    expect([...failed.annotations.warning, ...passed.annotations.warning]).toEqual([]);

    // An older run leaves it, and says so once.
    const before = statusesOf(scene);
    const older = await run(scene, { runId: 123_456_788 });
    expect([older.exitCode, statusesOf(scene)]).toEqual([1, before]);
    expect(noticesOf(older).filter((line) => line.includes('commit status'))).toEqual([
      'The commit status is left as a newer run set it: https://github.com/acme/storefront/actions/runs/123456790/attempts/1',
    ]);
  });
});

test('an app of your own sets it with its own token', async () => {
  const token = 'ghs_ownAppOwnAppOwnAppOwnAppOwnApp0123';
  await using github = await startGitHub({ pulls, permissions, token });
  await using scene = await startStatusScene();
  const inputs = { 'github-token': token, url: scene.hardened.url };
  const result = await run(scene, { github, inputs });
  expect([result.exitCode, statusesOf({ github }).at(-1)]).toEqual([0, 'Scan Gate: success']);
});
