import { expect, test } from '@jest/globals';
import { readOwnPost } from '../../src/report/hidden-line.ts';
import { pulls, startScene } from '../e2e/scene.ts';

test('if two runs comment at the same time, only the comment of the newer one stays', async () => {
  const post = { method: 'POST', path: /issues\/7\/comments/ } as const;
  // Both look and find nothing before either of them writes.
  const late = { ...post, effect: { kind: 'delay', delayMs: 2_500 } } as const;
  await using scene = await startScene({ shipped: true, github: { pulls, faults: [late] } });
  const inputs = { 'scan-id': await scene.scanned(scene.hardened.url), reports: 'none' };
  const results = await Promise.all(
    [11, 12].map((runId) => scene.run({ runId, inputs: { ...inputs, 'artifact-name': `of-${runId}` } })),
  );
  expect(
    scene.github.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/comments')),
  ).toHaveLength(2);
  expect(scene.comments().map((body) => readOwnPost(body)?.marker.runId)).toEqual([12]);
  for (const run of results) expect(run).toMatchObject({ exitCode: 0, outputs: { verdict: 'pass' } });
});
