import { access } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import type { RunResult } from '../support/runner.ts';
import { startScene } from './scene.ts';

const name = 'scan-gate-CI-scan';

function warnings({ annotations }: RunResult): string[] {
  return annotations.warning.map(({ message }) => message);
}

test('a name that an earlier attempt has taken gets a number', async () => {
  await using scene = await startScene({ artifacts: { existing: [name, `${name}-2`] } });
  const result = await scene.run({ runAttempt: 2, inputs: { reports: 'none' } });
  expect(scene.artifacts.artifacts.map((artifact) => artifact.name)).toEqual([`${name}-3`]);
  expect(warnings(result)).toEqual([]);
  expect(result.outputs['artifact-id']).toBe('4711');
});

test('if every name is taken there is a warning, and the verdict does not change', async () => {
  const existing = [name, `${name}-2`, `${name}-3`, `${name}-4`];
  await using scene = await startScene({ artifacts: { existing } });
  const result = await scene.run({ inputs: { url: scene.hardened.url } });
  expect([result.exitCode, result.outputs['verdict']]).toEqual([0, 'pass']);
  expect(warnings(result)).toEqual([expect.stringMatching(/^The artifact was not uploaded: .*409/)]);
  expect(result.outputs).toMatchObject({ 'artifact-id': '', 'artifact-url': '' });
  await access(result.outputs['report-path'] ?? '');
  expect(scene.comments()).toHaveLength(1);
});

test('a full storage is a warning with the remedy', async () => {
  await using scene = await startScene({ artifacts: { quotaExceeded: true } });
  const result = await scene.run({ inputs: { reports: 'none' } });
  expect([result.exitCode, result.outputs['verdict']]).toEqual([1, 'fail']);
  expect(warnings(result)).toEqual([expect.stringContaining('quota')]);
  expect(warnings(result)[0]).toContain('retention-days');
});

test('the warning names no file that was not written', async () => {
  await using scene = await startScene({
    artifacts: { quotaExceeded: true },
    sandbox: { faults: [{ endpoint: 'start', fault: { kind: 'status', code: 422 } }] },
  });
  const result = await scene.run();
  expect([result.outputs['verdict'], result.outputs['sarif-path']]).toEqual(['inconclusive', '']);
  expect(warnings(result)).toEqual([
    expect.stringContaining('The files (result.json) are on the runner all the same, at result-path. Free'),
  ]);
});

test('on GitHub Enterprise Server a warning says that there is no artifact service', async () => {
  await using scene = await startScene();
  const env = { GITHUB_SERVER_URL: 'https://github.acme.example' };
  const result = await scene.run({ env, inputs: { url: scene.hardened.url } });
  expect([result.exitCode, result.outputs['verdict']]).toEqual([0, 'pass']);
  expect(warnings(result)).toContainEqual(
    expect.stringContaining('this GitHub Enterprise Server has no artifact service'),
  );
  expect(scene.artifacts.requests).toEqual([]);
  expect(scene.comments()).toHaveLength(1);
});
