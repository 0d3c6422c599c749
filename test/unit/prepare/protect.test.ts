import { describe, expect, test } from '@jest/globals';
import { protectAndReadStep } from '../../../src/prepare/prepare.ts';
import { protectPreferences } from '../../../src/prepare/protect.ts';
import { pullRequest } from '../../support/events.ts';
import { startGitHub } from '../../support/github/server.ts';
import { preparedRun, type RecordedPorts, recordedPorts } from '../recorded-run.ts';

function expectMasked({ runner, redactor }: RecordedPorts, ...secrets: readonly string[]): void {
  expect(runner.masked).toEqual(expect.arrayContaining([...secrets]));
  for (const secret of secrets) expect(redactor.redact(`a ${secret} b`)).toBe('a *** b');
}

describe('secrets', () => {
  test('are masked before an error can quote them', () => {
    const inputs = {
      'api-key': 'key-in-two words',
      'github-token': 'ghs_token',
      'org-policy-token': 'ghp_other',
      url: 'https://reviewer:pass-phrase@a.example/?access=pr3view',
      timeout: 'soon',
    };
    const ports = recordedPorts({ inputs, env: { ACTIONS_RUNTIME_TOKEN: 'runtime-token' } });
    expect(protectAndReadStep(ports).inputError).not.toBeNull();
    expectMasked(ports, 'key-in-two words', 'ghs_token', 'ghp_other', 'runtime-token');
    expectMasked(ports, 'reviewer', 'pass-phrase', 'pr3view');
  });

  test('of a baseline URL are masked, of the input and of the policy file', async () => {
    const baseline = 'https://reviewer:pass-phrase@base.example/?access=pr3view';
    const given = await preparedRun({ inputs: { baseline } });
    const contents = { main: { '.github/scan-gate.yml': `baseline: ${baseline}\n` } };
    await using github = await startGitHub({ contents });
    const read = await preparedRun({ github, inputs: { config: '' } });
    for (const { ports } of [given, read]) expectMasked(ports, 'reviewer', 'pass-phrase', 'pr3view');
  });

  test('of preferences are all but what stands in every report', async () => {
    const run = 'https://github.com/acme/storefront/actions/runs/100';
    const known = ['preview.example', run, 'storefront', 'CRITICAL', 'scan-gate', 'short'];
    const preferences = JSON.stringify({ login: [...known, 'Passw0rd', 12345678] });
    const { ports, setup } = await preparedRun({ inputs: { preferences } });
    expect(protectPreferences(setup, 'https://preview.example.com', ports)).toContain('Passw0rd');
    expect(ports.redactor.redact(`${known.join()},Passw0rd,12345678`)).toBe(`${known.join()},***,***`);
    expect(ports.redactor.redactExceptPreferences('Passw0rd')).toBe('Passw0rd');
    expect(ports.runner.masked).not.toContain('Passw0rd');
  });

  test('of target and `preferences` are in no name that is made of the matrix, also if the URL is not valid', () => {
    const preferences = 'login: { password: Passw0rd }';
    for (const url of ['https://u:s3cret@a.example', 'https://u:s3 cret@a.example']) {
      const matrix = { url, part: url.slice(10, -10), password: 'bob:Passw0rd' };
      const inputs = { url, preferences, 'comment-key': JSON.stringify(matrix), 'commit-status': 'Gate' };
      const step = protectAndReadStep(recordedPorts({ inputs }));
      expect(step.statusContext).toMatch(/^Gate \(https:\/\/\*{3}@a\.example, \*{3}, \*{3}, [0-9a-f]{8}\)$/);
      expect(step.inputs.naming.commentKeyInput).not.toMatch(/s3 ?cret@|Passw0rd/);
    }
  });

  test('of a target are not masked if they are part of its address or of the repository', () => {
    const url = 'https://preview:pass-phrase@preview.example/?access=preview.ex&to=storefront';
    const ports = recordedPorts({ inputs: { url } });
    protectAndReadStep(ports);
    expectMasked(ports, 'pass-phrase');
    const published = 'https://preview.example acme/storefront';
    expect(ports.runner.masked.filter((form) => published.includes(form))).toEqual([]);
  });

  test('of a target are not masked if they are part of a link in an output, which GitHub would drop', () => {
    const url = 'https://preview.example/?pr=1234&tab=issues&x=pull&b=artifacts';
    const ports = recordedPorts({ event: pullRequest({ number: 1234 }), inputs: { url } });
    protectAndReadStep(ports);
    expect(ports.runner.masked).not.toEqual(expect.arrayContaining(['1234']));
    expect(ports.runner.masked.join()).not.toMatch(/issues|pull|artifacts/);
  });
});
