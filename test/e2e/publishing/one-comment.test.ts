import { expect, test } from '@jest/globals';
import type { Fault } from '../../support/faults.ts';
import { until } from '../../support/until.ts';
import { ourComment } from '../run-files.ts';
import { pullNumber, pulls, type Scene, startScene } from '../scene.ts';

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
  expect(result.annotations.notice.map(({ message }) => message).join()).toContain('as a newer run wrote it');
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
