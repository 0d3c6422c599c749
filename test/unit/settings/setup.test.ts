import { describe, expect, test } from '@jest/globals';
import { beginSetup } from '../../../src/settings/setup.ts';
import { HEAD_SHA, pullRequest, push, type RunnerEvent, workflowRun } from '../../support/events.ts';
import { startGitHub } from '../../support/github/server.ts';
import { preparedRun, recordedPorts } from '../recorded-run.ts';

test('a pull request that cannot be looked up is unknown, with a warning', async () => {
  const effect = { kind: 'status', status: 403, json: { message: 'no' } } as const;
  await using github = await startGitHub({ faults: [{ path: /pulls/, effect }] });
  const { setup, ports } = await preparedRun({ github, event: workflowRun() });
  expect(setup).toMatchObject({ pullRequest: null, isPullRequestUnknown: true });
  const warning = expect.stringMatching(/HTTP 403.*no comment and no tracking issue/);
  expect(ports.log.of('warning')).toEqual([warning]);
});

test('a preference that the interface does not name is a warning, in English, without its value', async () => {
  const { ports, setup } = await preparedRun({ inputs: { preferences: 'xs: pa55word', language: 'pt' } });
  expect(ports.log.of('warning')).toEqual([
    '`preferences`: xs: not known to this action, and sent to the service all the same. Check the spelling.',
  ]);
  expect(setup.inputs.preferences).toEqual({ xs: 'pa55word' });
});

test('a comment key that holds a secret is an error, whatever else is wrong', async () => {
  const url = 'https://u:pa55word@a.example';
  const inputs = { url, 'comment-key': JSON.stringify({ site: 'pa55word' }), 'fail-on': 'x' };
  await expect(preparedRun({ inputs })).rejects.toThrow(/^2 inputs are wrong.*`comment-key`, or a value of/s);
});

describe('the secrets of a run', () => {
  const tokens = {
    'api-key': 'key-in-two-words',
    'github-token': `ghs_${'Ab1.'.repeat(129)}`,
    'config-token': 'ghp_other-token',
  };

  test('are its keys and tokens, those of 520 characters too, which are masked in the log', async () => {
    const env = { ACTIONS_RUNTIME_TOKEN: 'runtime-token' };
    const ports = recordedPorts({ inputs: tokens, env });
    await beginSetup(ports);
    const secrets = [...Object.values(tokens), 'runtime-token'];
    expect(ports.runner.masked.toSorted()).toEqual(secrets.toSorted());
    expect(secrets.map(ports.redactor.redact)).toEqual(secrets.map(() => '***'));
  });

  test('are in addresses, which are not masked, and found if another input is wrong', async () => {
    const inputs = {
      url: 'https://a.example/?access=pr3view-ab',
      baseline: 'https://u:pa55-word@base.example',
      preferences: 'login: { user: reviewer-1 }',
      'fail-on': 'x',
    };
    const ports = recordedPorts({ inputs });
    await beginSetup(ports);
    const secrets = ['pr3view-ab', 'pa55-word', 'reviewer-1'];
    expect(secrets.map(ports.redactor.redact)).toEqual(['***', '***', '***']);
    expect(ports.redactor.redact('access base.example')).toBe('access base.example');
    // GitHub drops an output that holds a masked text.
    expect(ports.runner.masked).toEqual(['key-0123456789']);
  });

  test('are masked only if they are long, because a short one may be a word of an output', async () => {
    const { ports } = await preparedRun({ inputs: { 'api-key': 'fail' } });
    expect(ports.runner.masked).toEqual([]);
    expect(ports.redactor.redact('fail')).toBe('***');
  });
});

describe('the policy file', () => {
  const policyPath = '.github/scan-gate.yml';
  const text = 'fail-on: low\non-inconclusive: warn\nbaseline: https://u:pa55-word@base.example\n';
  const contents = { main: { [policyPath]: text } };

  test('is read, an input wins over it, and its address may hold a secret', async () => {
    await using github = await startGitHub({ contents });
    const inputs = { config: '', 'fail-on': 'critical' };
    const { setup, ports } = await preparedRun({ github, inputs });
    const { policy, policyFile } = setup.settings;
    expect(policy).toMatchObject({ 'fail-on': 'critical', 'on-inconclusive': 'warn' });
    expect(policyFile).toMatchObject({ name: policyPath, repository: 'acme/storefront', commit: null });
    expect(ports.redactor.redact('pa55-word')).toBe('***');
  });

  test('is not read without a key, and then findings are withheld: nobody knows what the file says of them', async () => {
    await using github = await startGitHub({ contents });
    const inputs = { config: 'acme/policies/gate.yml@main', 'api-key': '', disclosure: 'full' };
    const { setup } = await preparedRun({ github, inputs });
    expect(setup.settings).toMatchObject({ policyFile: null });
    expect(setup.resolvedDisclosure).toEqual({ mode: 'counts', why: 'unknown' });
    expect(github.requests).toEqual([]);
  });
});

describe('an empty key', () => {
  const fork = pullRequest({ fork: true });
  const skip = { 'api-key': '', 'on-missing-api-key': 'skip' };
  const ofTarget = (by: object) => pullRequest({ ...by, eventName: 'pull_request_target' });
  const runOfFork = workflowRun({ headRepository: 'stranger/storefront' });
  const pulls = [{ number: 7, headSha: HEAD_SHA, headRepository: 'stranger/storefront' }];

  test.each<[where: string, event: RunnerEvent]>([
    ['of a fork', fork],
    ['of Dependabot', pullRequest({ dependabot: true })],
  ])('skips the run %s, which gets no secrets, if the input says so', async (_where, event) => {
    const { setup } = await preparedRun({ event, inputs: { ...skip, 'base-url': '' } });
    expect(setup.missingApiKeyProblem).toEqual({ kind: 'missing-api-key-skipped' });
    const strict = await preparedRun({ event, inputs: { 'api-key': '' } });
    expect(strict.setup.missingApiKeyProblem).toEqual({ kind: 'missing-api-key' });
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
      expect(setup.missingApiKeyProblem).toEqual({ kind: 'missing-api-key' });
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
