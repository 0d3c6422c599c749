import { describe, expect, test } from '@jest/globals';
import { HEAD_SHA, pullRequest, push, type RunnerEvent, workflowRun } from '../../support/events.ts';
import { startGitHub } from '../../support/github/server.ts';
import { preparedRun } from '../recorded-run.ts';

describe('the pull request of a run', () => {
  test('is looked up only if it matters', async () => {
    await using github = await startGitHub();
    const event = push();
    const quiet = await preparedRun({ github, event, inputs: { comment: 'never' } });
    expect([quiet.setup.pullRequest.kind, github.requests]).toEqual(['none', []]);
    for (const inputs of [{ baseline: 'previous' }, { 'reuse-within': '1h' }, { 'track-issue': 'true' }]) {
      const before = github.requests.length;
      await preparedRun({ github, event, inputs: { comment: 'never', ...inputs } });
      expect(github.requests.length).toBeGreaterThan(before);
    }
  });

  test('is unknown if it cannot be looked up, with a warning', async () => {
    const effect = { kind: 'status', status: 403, json: { message: 'no' } } as const;
    await using github = await startGitHub({ faults: [{ path: /pulls/, effect }] });
    const { setup, world } = await preparedRun({ github, event: workflowRun({ pullNumbers: [] }) });
    expect(setup.pullRequest).toEqual({ kind: 'unknown' });
    expect(world.log.of('warning')).toEqual([expect.stringContaining('HTTP 403')]);
  });
});

test('a preference that the interface does not name is a warning, in English', async () => {
  const { world } = await preparedRun({ inputs: { preferences: 'xs: true', language: 'pt' } });
  expect(world.log.of('warning')).toEqual([
    expect.stringMatching(/^`preferences`: the service's interface names no `xs`\./),
  ]);
});

describe('an empty key', () => {
  const fork = pullRequest({ fork: true });
  const skip = { 'api-key': '', 'on-missing-api-key': 'skip' };
  const ofTarget = (by: object) => pullRequest({ ...by, eventName: 'pull_request_target' });
  const runOfFork = workflowRun({ pullNumbers: [], headRepository: 'stranger/storefront' });
  const pulls = [{ number: 7, headSha: HEAD_SHA, headRepository: 'stranger/storefront' }];

  /** Where GitHub withholds the secrets, and where an empty one is a mistake. */
  const rows: readonly [string, boolean, RunnerEvent][] = [
    ['a fork', true, fork],
    ['Dependabot', true, pullRequest({ dependabot: true })],
    ['a push', false, push()],
    ['an own pull request', false, pullRequest()],
    ['pull_request_target of a fork', false, ofTarget({ fork: true })],
    ['pull_request_target of Dependabot', false, ofTarget({ dependabot: true })],
    ['pull_request_review of a fork', false, { ...fork, name: 'pull_request_review' }],
    ['workflow_run of a fork', false, runOfFork],
  ];

  test.each(rows)('on %s may be skipped, with an empty `base-url` too: %j', async (_, skipped, event) => {
    await using github = await startGitHub({ pulls });
    const { setup } = await preparedRun({ github, event, inputs: skip });
    expect(setup.missingApiKey).toEqual({ kind: 'missing-api-key', skipped });
    const strict = await preparedRun({ github, event, inputs: { 'api-key': '' } });
    expect(strict.setup.problem).toEqual({ kind: 'missing-api-key', skipped: false });
    const prepared = preparedRun({ github, event, inputs: { ...skip, 'base-url': '' } });
    if (skipped) await expect(prepared).resolves.toBeDefined();
    else await expect(prepared).rejects.toThrow('`base-url` is empty');
  });

  test.each([
    ['without skip', { 'api-key': '' }, /`base-url` is empty/],
    ['though there is a key', { ...skip, 'api-key': 'key-0123456789' }, /`base-url` is empty/],
    ['beside wrong inputs', { ...skip, timeout: 'soon', 'fail-on': 'x' }, /^2 inputs are.*fail-on/s],
  ])('of a fork does not excuse what else is wrong: %s', async (_, inputs, says) => {
    await expect(preparedRun({ event: fork, inputs: { ...inputs, 'base-url': '' } })).rejects.toThrow(says);
  });
});
