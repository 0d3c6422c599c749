import { expect, test } from '@jest/globals';
import { readInputs } from '../../../src/settings/read-inputs.ts';

function read(given: Record<string, string>) {
  const inputs: Record<string, string> = { 'base-url': 'https://api.example.com', ...given };
  const context = { owner: 'acme', repo: 'storefront', mayLackSecrets: false, preferences: null };
  return readInputs((name) => inputs[name] ?? '', context);
}

test('the address of the service is all that must be given: the rest has a default, or is found later', () => {
  const { inputs, mistakes } = read({});
  expect(mistakes).toEqual([]);
  expect(inputs).toEqual({
    'api-key': null,
    'base-url': new URL('https://api.example.com'),
    'on-missing-api-key': 'fail',
    url: null,
    environment: null,
    'wait-for-url': 120_000,
    preferences: null,
    'scan-id': null,
    language: 'en',
    'include-subdomains': false,
    'include-leaks': false,
    timeout: 3_600_000,
    'poll-interval': 'auto',
    config: { name: '.github/scan-gate.yml', path: '.github/scan-gate.yml', elsewhere: null },
    'config-token': null,
    'dry-run': false,
    'github-token': '',
    'comment-key': '',
    'commit-status': null,
  });
  expect(read({ 'base-url': '' }).mistakes).toEqual([expect.stringContaining('`base-url` is empty')]);
});

test('what is given wins, also `none` and 0', () => {
  const { inputs } = read({ 'wait-for-url': '0', config: 'none' });
  expect(inputs).toMatchObject({ 'wait-for-url': 0, config: null });
});

test('this very repository with a reference is refused, also in another letter case', () => {
  const refusal = expect.stringContaining('a branch could choose its own policy');
  for (const config of ['acme/storefront/p.yml@main', 'Acme/StoreFront/p.yml@weaker'])
    expect(read({ config }).mistakes).toEqual([refusal]);
  for (const config of ['acme/storefronts/p.yml@main', 'acme/storefront/p.yml'])
    expect(read({ config }).mistakes).toEqual([]);
});
