import { describe, expect, test } from '@jest/globals';
import { readInputs } from '../../../src/settings/step-inputs.ts';

const required = { 'api-key': 'key-0123', 'base-url': 'https://api.example.com', url: 'https://a.example' };
const runContext = { owner: 'acme', repo: 'storefront', mayHaveNoSecrets: false };

function read(inputs: Record<string, string>, context = runContext) {
  const all: Record<string, string> = { ...required, ...inputs };
  return readInputs((name) => all[name] ?? '', context);
}

describe('readInputs', () => {
  test('applies the defaults', () => {
    const { inputs, mistakes } = read({});
    expect(mistakes).toEqual([]);
    expect(inputs).toMatchObject({
      service: { apiKey: 'key-0123', baseUrl: new URL('https://api.example.com'), isSkipped: false },
      target: { url: { fullAddress: 'https://a.example' }, environment: null, waitMs: 120_000 },
      scan: {
        preferences: null,
        attachedScanId: null,
        language: 'en',
        includeSubdomains: false,
        includeLeaks: false,
        timeoutMs: 3_600_000,
        pollIntervalMs: 'auto',
      },
      policyFile: { location: { path: '.github/scan-gate.yml', elsewhere: null }, token: '' },
      dryRun: false,
      github: { token: '' },
      naming: { commentKeyInput: '', commitStatus: null },
    });
  });

  test('groups what is given', () => {
    const { inputs, given } = read({
      'wait-for-url': '0',
      preferences: 'xss: true',
      'scan-id': '3f2a-11',
      timeout: '2h',
      'poll-interval': '20s',
      config: 'none',
      'fail-on': 'never',
      'comment-key': 'mine',
      'commit-status': 'Scan Gate',
    });
    expect(inputs).toMatchObject({
      target: { waitMs: 0 },
      scan: {
        preferences: { xss: true },
        attachedScanId: '3f2a-11',
        timeoutMs: 7_200_000,
        pollIntervalMs: 20_000,
      },
      policyFile: { location: null },
      naming: { commentKeyInput: 'mine', commitStatus: 'Scan Gate' },
    });
    expect(given['fail-on']).toBe('never');
  });

  test('requires the address of the service, but no URL, which can be discovered, nor a key', () => {
    const { inputs, mistakes } = read({ url: '', 'api-key': '' });
    expect(mistakes).toEqual([]);
    expect(inputs).toMatchObject({ target: { url: null }, service: { apiKey: null } });
    expect(read({ 'base-url': '' }).mistakes).toEqual([expect.stringContaining('`base-url` is empty')]);
  });

  test('asks with `config-token` for a file of another repository, else with `github-token`', () => {
    const tokenOf = (inputs: Record<string, string>) => read(inputs).inputs.policyFile.token;
    expect(tokenOf({ 'github-token': 'ghs_1' })).toBe('ghs_1');
    expect(tokenOf({ 'github-token': 'ghs_1', 'config-token': 'ghs_2' })).toBe('ghs_2');
  });

  test('refuses this very repository with a reference, also in another letter case', () => {
    for (const config of ['acme/storefront/p.yml@main', 'Acme/StoreFront/p.yml@weaker'])
      expect(read({ config }).mistakes).toEqual([
        expect.stringContaining('a branch could choose its own policy'),
      ]);
    for (const config of ['acme/storefronts/p.yml@main', 'acme/storefront/p.yml'])
      expect(read({ config }).mistakes).toEqual([]);
  });
});
