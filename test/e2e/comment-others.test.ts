import { expect, test } from '@jest/globals';
import { type Author, addComment } from '../support/github/state.ts';
import type { RunResult } from '../support/runner.ts';
import { pullNumber, type Scene, startScene } from './scene.ts';

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
