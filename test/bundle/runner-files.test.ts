import { existsSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { startScene } from '../e2e/scene.ts';

const unwritable = '/dev/null/nowhere';
const noSummary = /^The job summary was not written: .*GITHUB_STEP_SUMMARY/;
const noFolder = /^There is no folder for the report files: .*RUNNER_TEMP/;
const noOutputs = /^The outputs were not set: .*GITHUB_OUTPUT/;

test.each<[name: string, value: string, warning: RegExp | null]>([
  ['GITHUB_STEP_SUMMARY', '', noSummary],
  ['GITHUB_STEP_SUMMARY', unwritable, noSummary],
  ['RUNNER_TEMP', unwritable, noFolder],
  ['GITHUB_OUTPUT', unwritable, noOutputs],
  ['GITHUB_OUTPUT', '', null],
])('on a runner with %s=%j a gate passes with everything else', async (name, value, warning) => {
  await using scene = await startScene({ shipped: true });
  const inputs = { 'scan-id': await scene.scanned(scene.hardened.url), reports: 'none' };
  const run = await scene.run({ inputs, env: { [name]: value } });
  expect(run.exitCode).toBe(0);
  expect(scene.comments()).toEqual([expect.stringContaining('Scan Gate: passed')]);
  const warnings = run.annotations.warning;
  if (warning === null) expect(warnings).toEqual([]);
  else expect(warnings).toContainEqual(expect.stringMatching(warning));
  if (name !== 'GITHUB_STEP_SUMMARY') expect(run.summary).toContain('Scan Gate: passed');
  // Without a file, outputs are set by command.
  const command = run.commands.find(({ properties }) => properties['name'] === 'verdict');
  expect(command?.message).toBe(name === 'GITHUB_OUTPUT' && value === '' ? 'pass' : undefined);
  if (name === 'GITHUB_OUTPUT') return;
  expect(warnings).toHaveLength(1);
  expect(run.outputs).toMatchObject({ verdict: 'pass', 'artifact-id': name === 'RUNNER_TEMP' ? '' : '4711' });
  expect(existsSync(run.outputs['result-path'] ?? '')).toBe(name !== 'RUNNER_TEMP');
});

test('wrong inputs are reported even if no output can be set, and no server gets a request', async () => {
  await using scene = await startScene({ shipped: true });
  const inputs = { 'fail-on': 'severe', timeout: '0' };
  const result = await scene.run({ inputs, env: { GITHUB_OUTPUT: unwritable } });
  expect(result.exitCode).toBe(1);
  expect(result.annotations.error).toEqual([expect.stringMatching(/^2 inputs are wrong/)]);
  const { sandbox, github, artifacts } = scene;
  expect([...sandbox.requests, ...github.requests, ...artifacts.requests]).toEqual([]);
});
