import { expect, test } from '@jest/globals';
import { HEAD_SHA } from '../support/events.ts';
import type { Fault } from '../support/faults.ts';
import type { GitHubOptions } from '../support/github/server.ts';
import { startScene } from './scene.ts';

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
  const faults: Fault[] = [{ method: 'POST', path: /comments$/, times: 1, effect: { kind: 'lose-answer' } }];
  await using scene = await startScene({ github: { pulls: [{ number: 7, headSha: HEAD_SHA }], faults } });
  const result = await scene.run({ inputs: { url: scene.hardened.url, reports: 'none' } });
  expect(result.outputs['verdict']).toBe('pass');
  expect(scene.comments()).toHaveLength(1);
});
