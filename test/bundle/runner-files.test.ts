import { existsSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { type Scene, startScene } from '../e2e/scene.ts';
import type { RunResult } from '../support/runner.ts';

/** Runs a gate that passes, on a runner with broken files. */
async function runWith(env: Readonly<Record<string, string>>): Promise<{ scene: Scene; result: RunResult }> {
  const scene = await startScene({ shipped: true });
  const inputs = { 'scan-id': await scene.scanned(scene.hardened.url), reports: 'none' };
  const result = await scene.run({ inputs, env });
  expect(result.exitCode).toBe(0);
  expect(scene.comments()).toEqual([expect.stringContaining('Scan Gate: passed')]);
  return { scene, result };
}

const unwritable = '/dev/null/nowhere';

test.each(['', unwritable])(
  'GITHUB_STEP_SUMMARY=%j: a warning, and everything else is there',
  async (summary) => {
    const { scene, result } = await runWith({ GITHUB_STEP_SUMMARY: summary });
    await using _ = scene;
    expect(result.annotations.warning).toEqual([
      expect.stringMatching(/^The job summary was not written: .*GITHUB_STEP_SUMMARY/),
    ]);
    expect(existsSync(result.outputs['result-path'] ?? '')).toBe(true);
    expect(result).toMatchObject({ outputs: { verdict: 'pass', 'artifact-id': '4711' } });
  },
);

test('without a writable folder there are no files, but a warning and everything else', async () => {
  const { scene, result } = await runWith({ RUNNER_TEMP: unwritable });
  await using _ = scene;
  expect(result.annotations.warning).toEqual([
    expect.stringMatching(/^There is no folder for the report files: .*RUNNER_TEMP/),
  ]);
  expect(result.outputs).toMatchObject({ verdict: 'pass', 'result-path': '', 'artifact-id': '' });
  expect(result.summary).toContain('Scan Gate: passed');
});

test('a GITHUB_OUTPUT that cannot be written to is a warning, and the verdict does not change', async () => {
  const { scene, result } = await runWith({ GITHUB_OUTPUT: unwritable });
  await using _ = scene;
  expect(result.annotations.warning).toContainEqual(
    expect.stringMatching(/^The outputs were not set: .*GITHUB_OUTPUT/),
  );
  expect(result.summary).toContain('Scan Gate: passed');
});

test('without GITHUB_OUTPUT the outputs are set by command', async () => {
  const { scene, result } = await runWith({ GITHUB_OUTPUT: '' });
  await using _ = scene;
  const set = result.commands.filter(({ name }) => name === 'set-output');
  expect(set.find(({ properties }) => properties['name'] === 'verdict')?.message).toBe('pass');
  expect(result.annotations.warning).toEqual([]);
});

test('a wrong setting is reported even if no output can be set', async () => {
  await using scene = await startScene({ shipped: true });
  const result = await scene.run({ inputs: { 'fail-on': 'severe' }, env: { GITHUB_OUTPUT: unwritable } });
  expect(result.exitCode).toBe(1);
  expect(result.annotations.error.join()).toContain('fail-on');
});
