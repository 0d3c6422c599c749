import { describe, expect, test } from '@jest/globals';
import { pullRequest, push, schedule } from '../../support/events.ts';
import type { Effect } from '../../support/faults.ts';
import type { RunResult } from '../../support/runner.ts';
import { startScene } from '../scene.ts';

const quiet = { reports: 'none', comment: 'never', config: 'none' };
const reset = { kind: 'reset' } as const;
const refused = { GITHUB_API_URL: 'http://127.0.0.1:1' };

/** All that a run says. */
function said({ outputs, annotations }: RunResult): string {
  const { error, warning, notice } = annotations;
  return [outputs['reason'], ...[...error, ...warning, ...notice].map(({ message }) => message)].join('\n');
}

/** A permission that is missing is not what is wrong, so none may be recommended. */
function expectNoPermission(run: RunResult): void {
  expect(said(run)).not.toMatch(/permission|HTTP 500|answered 500/);
}

describe('a GitHub that cannot be reached is not called a refusal', () => {
  test.each<[string, readonly Effect[], Record<string, string>]>([
    ['refuses the connection', [], refused],
    ['resets it', [reset], {}],
    ['is silent', [{ kind: 'hang' }], {}],
  ])('by the policy file, where GitHub %s', async (_what, effects, variables) => {
    const faults = effects.map((effect) => ({ path: /./, effect }));
    await using scene = await startScene({ github: { faults } });
    const run = await scene.run({ inputs: { ...quiet, config: '' }, env: variables });
    expect([run.exitCode, run.outputs['verdict']]).toEqual([1, 'inconclusive']);
    expect(run.outputs['reason']).toMatch(
      /could not be read from the default branch \(GitHub could not be reached\)\. Nothing was scanned.*Run the job again/,
    );
    expectNoPermission(run);
    expect(scene.sandbox.scans).toEqual([]);
  });

  test('by the look-up of the pull request', async () => {
    await using scene = await startScene({ github: { faults: [{ path: /pulls/, effect: reset }] } });
    const run = await scene.run({ event: push(), inputs: { ...quiet, comment: 'always' } });
    expect(run.outputs['verdict']).toBe('fail');
    expect(run.annotations.warning.map(({ message }) => message)).toEqual([
      expect.stringMatching(/could not be looked up \(GitHub could not be reached\).*Run the job again/),
    ]);
    expectNoPermission(run);
  });

  test('by the deployments', async () => {
    await using scene = await startScene({ github: { faults: [{ path: /deployments/, effect: reset }] } });
    const run = await scene.run({ inputs: { ...quiet, url: '' } });
    expect(run.outputs['verdict']).toBe('inconclusive');
    expect(run.outputs['reason']).toMatch(
      /deployments.*could not be read \(GitHub could not be reached\)\. Run the job again/,
    );
    expectNoPermission(run);
  });

  test.each([
    ['comment', pullRequest(), { comment: 'always' }],
    ['tracking issue', schedule(), { 'track-issue': 'true' }],
  ])('by the %s', async (sink, event, wanted) => {
    await using scene = await startScene({ github: { faults: [{ path: /issues/, effect: reset }] } });
    const run = await scene.run({ event, inputs: { ...quiet, ...wanted } });
    expect([run.exitCode, run.outputs['verdict']]).toEqual([1, 'fail']);
    const warnings = run.annotations.warning.map(({ message }) => message).join('\n');
    expect(warnings).toMatch(new RegExp(`${sink} failed: .*GitHub could not be reached; re-run the job`));
    expectNoPermission(run);
  });
});

test('an answer 500 of GitHub is its own problem, and no permission is recommended', async () => {
  const effect = { kind: 'status', status: 500, json: { message: 'Server Error' } } as const;
  await using scene = await startScene({ github: { faults: [{ path: /contents/, effect }] } });
  const run = await scene.run({ inputs: { ...quiet, config: '' } });
  expect(run.outputs['verdict']).toBe('inconclusive');
  expect(run.outputs['reason']).toMatch(/\(HTTP 500\).*GitHub has a problem of its own/);
  expect(said(run)).not.toContain('permission');
});

test('without a token the remedy is to pass one', async () => {
  await using scene = await startScene();
  const run = await scene.run({ inputs: { ...quiet, config: '', 'github-token': '' } });
  expect(run.outputs['reason']).toMatch(/\(no github-token\).*Pass a github-token/);
  expect(said(run)).not.toContain('permission');
});
