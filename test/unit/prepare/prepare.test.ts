import { describe, expect, test } from '@jest/globals';
import { HEAD_SHA, pullRequest, push, type RunnerEvent, workflowRun } from '../../support/events.ts';
import { startGitHub } from '../../support/github/server.ts';
import { preparedRun } from '../recorded-run.ts';

describe('the pull request of a run', () => {
  test('is not looked up if nothing depends on it', async () => {
    await using github = await startGitHub();
    const { setup } = await preparedRun({ github, event: push(), inputs: { comment: 'never' } });
    expect(setup.pullRequest).toEqual({ kind: 'none' });
    expect(github.requests).toEqual([]);
  });

  test.each<[name: string, value: string]>([
    ['baseline', 'previous'],
    ['reuse-within', '1h'],
    ['track-issue', 'true'],
  ])('is looked up for `%s: %s`', async (name, value) => {
    await using github = await startGitHub();
    await preparedRun({ github, event: push(), inputs: { comment: 'never', [name]: value } });
    expect(github.requests).not.toEqual([]);
  });

  test('is unknown if it cannot be looked up, with a warning', async () => {
    const effect = { kind: 'status', status: 403, json: { message: 'no' } } as const;
    await using github = await startGitHub({ faults: [{ path: /pulls/, effect }] });
    const { setup, ports } = await preparedRun({ github, event: workflowRun({ pullNumbers: [] }) });
    expect(setup.pullRequest).toEqual({ kind: 'unknown' });
    expect(ports.log.of('warning')).toEqual([expect.stringContaining('HTTP 403')]);
  });
});

test('a preference that the interface does not name is a warning, in English', async () => {
  const { ports } = await preparedRun({ inputs: { preferences: 'xs: true', language: 'pt' } });
  expect(ports.log.of('warning')).toEqual([
    expect.stringMatching(/^`preferences`: the service's interface names no `xs`\./),
  ]);
});

describe('an empty key', () => {
  const fork = pullRequest({ fork: true });
  const skip = { 'api-key': '', 'on-missing-api-key': 'skip' };
  const ofTarget = (by: object) => pullRequest({ ...by, eventName: 'pull_request_target' });
  const runOfFork = workflowRun({ pullNumbers: [], headRepository: 'stranger/storefront' });
  const pulls = [{ number: 7, headSha: HEAD_SHA, headRepository: 'stranger/storefront' }];

  test.each<[where: string, event: RunnerEvent]>([
    ['of a fork', fork],
    ['of Dependabot', pullRequest({ dependabot: true })],
  ])('skips the run %s, which gets no secrets, if the input says so', async (_where, event) => {
    const { setup } = await preparedRun({ event, inputs: { ...skip, 'base-url': '' } });
    expect(setup.whyNothingIsScanned).toEqual({ kind: 'missing-api-key', skipped: true });
    const strict = await preparedRun({ event, inputs: { 'api-key': '' } });
    expect(strict.setup.whyNothingIsScanned).toEqual({ kind: 'missing-api-key', skipped: false });
  });

  test.each<[where: string, event: RunnerEvent]>([
    ['a push', push()],
    ['an own pull request', pullRequest()],
    ['pull_request_target of a fork', ofTarget({ fork: true })],
    ['pull_request_target of Dependabot', ofTarget({ dependabot: true })],
    ['pull_request_review of a fork', { ...fork, name: 'pull_request_review' }],
    ['workflow_run of a fork', runOfFork],
  ])('is a mistake on %s, which gets the secrets, whatever the input says', async (_where, event) => {
    await using github = await startGitHub({ pulls });
    for (const inputs of [skip, { 'api-key': '' }]) {
      const { setup } = await preparedRun({ github, event, inputs });
      const mistake = { kind: 'missing-api-key', skipped: false };
      expect(setup.whyNothingIsScanned).toEqual(mistake);
    }
    const withoutService = preparedRun({ github, event, inputs: { ...skip, 'base-url': '' } });
    await expect(withoutService).rejects.toThrow('`base-url` is empty');
  });

  test.each<[what: string, inputs: Readonly<Record<string, string>>, says: RegExp]>([
    ['without skip', { 'api-key': '' }, /`base-url` is empty/],
    ['though there is a key', { ...skip, 'api-key': 'key-0123456789' }, /`base-url` is empty/],
    ['beside wrong inputs', { ...skip, timeout: 'soon', 'fail-on': 'x' }, /^2 inputs are.*fail-on/s],
  ])('of a fork does not excuse what else is wrong: %s', async (_what, inputs, says) => {
    await expect(preparedRun({ event: fork, inputs: { ...inputs, 'base-url': '' } })).rejects.toThrow(says);
  });
});
