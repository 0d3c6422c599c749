import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import type { RunResult } from '../../support/runner.ts';
import { gatePermissions, policyAtBase, startScene } from '../scene.ts';

/** What a run said about the site, without what differs from run to run. */
async function saidBy({ outputs, summary, annotations }: RunResult) {
  const read = (name: string) => readFile(outputs[name] ?? '', 'utf8');
  const {
    policy: _policy,
    run: _run,
    artifactUrl: _artifactUrl,
    ...result
  } = JSON.parse(await read('result-path'));
  const lines = summary.split('\n').filter((line) => !/on-fail|\btook\b|\/artifacts\//.test(line));
  return {
    outputs: Object.entries(outputs).filter(([name]) => !/path$|duration|artifact/.test(name)),
    result,
    sarif: await read('sarif-path'),
    lines,
    errors: annotations.error.map(({ message }) => message).filter((line) => line !== outputs['reason']),
  };
}

test('on-fail: warn keeps the step green, and changes no output and no report', async () => {
  await using scene = await startScene({ github: { permissions: gatePermissions } });
  const inputs = { 'scan-id': await scene.scanned(scene.weak.url), reports: 'none' };
  const strict = await scene.run({ inputs });
  const warned = await scene.run({ inputs: { ...inputs, 'on-fail': 'warn' } });
  expect([strict.exitCode, warned.exitCode]).toEqual([1, 0]);
  expect(warned.outputs['verdict']).toBe('fail');
  const said = await saidBy(strict);
  expect(said.errors.length).toBeGreaterThan(0);
  expect(await saidBy(warned)).toEqual(said);
  expect(warned.annotations.warning.map(({ message }) => message)).toEqual([
    `${strict.outputs['reason']} The step is not failed by this, because on-fail is warn.`,
  ]);
});

test('the policy file may set it, and the commit status stays a failure', async () => {
  await using scene = await startScene({
    github: {
      contents: policyAtBase('on-fail: warn\n'),
      permissions: { ...gatePermissions, statuses: 'write' },
    },
  });
  const result = await scene.run({ inputs: { 'commit-status': 'Scan Gate', reports: 'none' } });
  expect([result.exitCode, result.outputs['verdict']]).toEqual([0, 'fail']);
  expect(scene.github.state.statuses.map(({ state }) => state)).toEqual(['pending', 'failure']);
});
