import { expect, test } from '@jest/globals';
import { readInputs } from '../../../src/settings/step-inputs.ts';

function read(given: Record<string, string>) {
  const inputs: Record<string, string> = { 'base-url': 'https://api.example.com', ...given };
  const context = { owner: 'acme', repo: 'storefront', mayHaveNoSecrets: false, preferences: null };
  return readInputs((name) => inputs[name] ?? '', context);
}

test('the address of the service is all that must be given: the rest has a default, or is found later', () => {
  const { inputs, mistakes } = read({});
  expect(mistakes).toEqual([]);
  expect(inputs).toEqual({
    service: { apiKey: null, baseUrl: new URL('https://api.example.com'), isSkipped: false },
    target: { url: null, environment: null, waitMs: 120_000 },
    scan: {
      preferences: null,
      attachedScanId: null,
      language: 'en',
      includeSubdomains: false,
      includeLeaks: false,
      timeoutMs: 3_600_000,
      pollIntervalMs: 'auto',
    },
    policyLocation: { name: '.github/scan-gate.yml', path: '.github/scan-gate.yml', elsewhere: null },
    configToken: '',
    dryRun: false,
    githubToken: '',
    commentKeyInput: '',
    commitStatus: null,
  });
  expect(read({ 'base-url': '' }).mistakes).toEqual([expect.stringContaining('`base-url` is empty')]);
});

test('what is given wins, also `none` and 0', () => {
  const { inputs } = read({ 'wait-for-url': '0', config: 'none' });
  expect(inputs).toMatchObject({ target: { waitMs: 0 }, policyLocation: null });
});

test('a file of another repository is asked for with `config-token`, else with `github-token`', () => {
  expect(read({ 'github-token': 'ghs_1' }).inputs.configToken).toBe('ghs_1');
  expect(read({ 'github-token': 'ghs_1', 'config-token': 'ghs_2' }).inputs.configToken).toBe('ghs_2');
});

test('this very repository with a reference is refused, also in another letter case', () => {
  const refusal = expect.stringContaining('a branch could choose its own policy');
  for (const config of ['acme/storefront/p.yml@main', 'Acme/StoreFront/p.yml@weaker'])
    expect(read({ config }).mistakes).toEqual([refusal]);
  for (const config of ['acme/storefronts/p.yml@main', 'acme/storefront/p.yml'])
    expect(read({ config }).mistakes).toEqual([]);
});
