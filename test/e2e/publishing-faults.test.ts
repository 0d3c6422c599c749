import { expect, test } from '@jest/globals';
import { actionOutputs } from './run-files.ts';
import { type SceneOptions, startScene } from './scene.ts';

const silent = { kind: 'hang' } as const;

/**
 * Only in a whole run does time pass while a server is silent. What a refusal is answered with: `warnings.test.ts` and
 * `artifacts.test.ts`; what is tried again: `comment.test.ts`.
 */
test.each<[what: string, options: SceneOptions, warning: RegExp, comments: number, artifacts: number]>([
  [
    'a comment is given up after 30 seconds',
    { github: { faults: [{ method: 'POST', path: /issues\/7\/comments/, effect: silent }] } },
    /^The pull request comment failed: .*no complete answer.*within 30 s.*Run the job again/,
    0,
    1,
  ],
  [
    'an upload is given up after five minutes',
    { artifacts: { faults: [{ path: /\/account\/container\//, effect: silent }] } },
    /^The artifact.*not done within 300 s.*Re-run the job/,
    1,
    0,
  ],
])('%s if the server is silent, and the verdict and all else stay', async (_what, options, ...expected) => {
  const [warning, comments, artifacts] = expected;
  await using scene = await startScene(options);
  const inputs = { 'scan-id': await scene.scanned(scene.weak.url), reports: 'none' };
  const result = await scene.run({ inputs });
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'fail' } });
  expect(Object.keys(result.outputs).sort()).toEqual(await actionOutputs());
  expect(result.summary).toContain('❌ Scan Gate: ');
  expect(result.annotations.warning).toEqual([expect.stringMatching(warning)]);
  expect(scene.comments()).toHaveLength(comments);
  expect(scene.artifacts.artifacts).toHaveLength(artifacts);
});
