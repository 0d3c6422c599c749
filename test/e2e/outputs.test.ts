import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { outputNames } from '../../src/publish/outputs.ts';
import type { RunResult } from '../support/runner.ts';
import { actionOutputs } from './run-files.ts';
import { startScene } from './scene.ts';

/** The names of the outputs that are not empty. */
function filled({ outputs }: RunResult): string[] {
  return Object.keys(outputs).filter((name) => outputs[name] !== '');
}

/** There is no tracking issue on a pull request. */
const withoutIssue = outputNames.filter((name) => name !== 'issue-url');

/** A pass without findings and without a baseline has no highest severity, and counts nothing as new or fixed. */
const ofPass = withoutIssue.filter((name) => !['highest-severity', 'new', 'fixed'].includes(name));

test('every output of action.yml is set in every verdict', async () => {
  await using scene = await startScene();
  const pass = await scene.run({ inputs: { url: scene.hardened.url, 'comment-key': 'hardened' } });
  const fail = await scene.run({ inputs: { baseline: scene.hardened.url } });
  scene.sandbox.scanBehaviour = { neverLeavesQueue: true };
  const unknown = await scene.run({ inputs: { timeout: '1s', comment: 'never', 'comment-key': 'unknown' } });
  const wrong = await scene.run({ inputs: { 'fail-on': 'severe' } });

  const names = await actionOutputs();
  for (const { outputs } of [fail, pass, unknown, wrong])
    expect(Object.keys(outputs).toSorted()).toEqual(names);
  expect(filled(fail).toSorted()).toEqual(withoutIssue.toSorted());
  expect(filled(pass)).toEqual(expect.arrayContaining(ofPass));
  expect(fail).toMatchObject({ exitCode: 1, outputs: { verdict: 'fail', 'highest-severity': 'critical' } });
  expect(pass).toMatchObject({ exitCode: 0, outputs: { verdict: 'pass' } });
  expect(pass.annotations).toMatchObject({ error: [], warning: [] });
  for (const { outputs } of [unknown, wrong]) expect(outputs['verdict']).toBe('inconclusive');

  const { outputs } = fail;
  const counts = ['critical', 'high', 'medium', 'low', 'warning'].map((name) => Number(outputs[name]));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(Number(outputs['total']));
  expect(await readFile(outputs['summary-path'] ?? '', 'utf8')).toBe(scene.comments().at(-1));
  expect(Number(outputs['duration-seconds'])).toBeLessThan(30);
});
