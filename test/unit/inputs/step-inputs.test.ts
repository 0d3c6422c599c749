import { describe, expect, test } from '@jest/globals';
import { SettingsError } from '../../../src/core/problem.ts';
import { nothingGiven } from '../../support/given-settings.ts';
import { readStep } from '../../support/read-step.ts';

const required = { 'api-key': 'key-0123', 'base-url': 'https://api.example.com', url: 'https://a.example' };

function read(inputs: Record<string, string>): ReturnType<typeof readStep> {
  const all: Record<string, string> = { ...required, ...inputs };
  return readStep((name) => all[name] ?? '');
}

function mistakes(inputs: Record<string, string>): string {
  try {
    read(inputs);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  return '';
}

describe('readInputs', () => {
  test('applies the defaults of the contract', () => {
    expect(read({})).toMatchObject({
      service: { apiKey: 'key-0123', baseUrl: new URL('https://api.example.com'), isSkipped: false },
      target: { url: { fullAddress: 'https://a.example' }, waitMs: 120_000 },
      scan: {
        preferences: null,
        attachedScanId: null,
        language: 'en',
        includeSubdomains: false,
        includeLeaks: false,
        timeoutMs: 3_600_000,
        pollIntervalMs: 'auto',
      },
      given: nothingGiven,
      github: { token: '' },
      naming: { commentKeyInput: '', artifactName: null, commitStatus: null, retentionDays: null },
      repositoryFile: { path: '.github/scan-gate.yml', isDefault: true },
      organizationFile: null,
    });
  });

  test('reads every input', () => {
    const inputs = read({
      'wait-for-url': '0',
      preferences: 'xss: true',
      'scan-id': '3f2a-11',
      language: 'pt',
      'include-subdomains': 'true',
      'include-leaks': 'TRUE',
      timeout: '2h',
      'poll-interval': '20s',
      config: './policies/strict.yml',
      'fail-on': 'never',
      'github-token': 'ghs_1',
      'comment-key': 'mine',
      'artifact-name': 'scan',
      'retention-days': '30',
      'commit-status': 'Scan Gate',
    });
    expect(inputs).toMatchObject({
      target: { waitMs: 0 },
      scan: {
        preferences: { value: { xss: true }, unknown: [], secretTexts: [] },
        attachedScanId: '3f2a-11',
        language: 'pt',
        includeSubdomains: true,
        includeLeaks: true,
        timeoutMs: 7_200_000,
        pollIntervalMs: 20_000,
      },
      repositoryFile: { path: 'policies/strict.yml', isDefault: false },
      given: { ...nothingGiven, failOn: 'never' },
      github: { token: 'ghs_1' },
      naming: { commentKeyInput: 'mine', artifactName: 'scan', commitStatus: 'Scan Gate', retentionDays: 30 },
    });
  });

  test('requires the address of the service, but no URL, which can be discovered, nor a key', () => {
    const inputs = read({ url: '', 'api-key': '' });
    expect(inputs).toMatchObject({ target: { url: null }, service: { apiKey: null } });
    expect(mistakes({ 'base-url': '' })).toMatch(/^An input is wrong[\s\S]*`base-url` is empty/);
  });

  test.each([
    ['none', null],
    ['./none', { path: 'none', isDefault: false }],
    ['./.github/scan-gate.yml', { path: '.github/scan-gate.yml', isDefault: true }],
  ])('reads the path of the policy file from `config: %s`', (config, policyFile) => {
    expect(read({ config }).repositoryFile).toEqual(policyFile);
  });

  test.each(['/etc/passwd', 'a/../../b', '..', 'a\\b', 'x'.repeat(501)])('refuses `config: %s`', (config) => {
    expect(mistakes({ config })).toContain('expected a path in the repository, or `none`');
  });

  test('names all wrong inputs at once, and shows no secret', () => {
    const wrong = {
      'api-key': 'two words',
      'base-url': 'http://api.example.com',
      'on-missing-api-key': 'ignore',
      url: 'ftp://a.example',
      'wait-for-url': 'soon',
      preferences: '[1]',
      'scan-id': '../list_scans',
      language: 'de',
      'include-subdomains': 'yes',
      'include-leaks': '1',
      timeout: '0',
      'poll-interval': 'often',
      config: '../scan-gate.yml',
      'fail-on': 'severe',
      'artifact-name': 'a/b',
      'retention-days': '0',
    };
    const message = mistakes(wrong);
    expect(message).toContain(`${Object.keys(wrong).length} inputs are wrong`);
    for (const name of Object.keys(wrong))
      expect(message).toMatch(new RegExp(`- \`${name}\` (?:is|contains) `));
    expect(message).toContain('`critical`, `high`, `medium`, `low`, `warning` or `never`');
    expect(message).not.toContain('two words');
  });

  test.each(['0', 'often'])('says of the poll interval %s that it may be `auto`', (interval) => {
    expect(mistakes({ 'poll-interval': interval })).toContain('expected `auto` or a duration above zero');
  });
});
