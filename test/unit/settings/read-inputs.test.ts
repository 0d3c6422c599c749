import { describe, expect, test } from '@jest/globals';
import { inputNames } from '../../../src/settings/input-table.ts';
import { parseInputs, readInputs } from '../../../src/settings/read-inputs.ts';

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

function parse(inputs: Record<string, string>) {
  return parseInputs((name) => inputs[name] ?? '');
}

/** A value of each input, and how it is read. */
const samples: Readonly<Record<string, [text: string, value: unknown]>> = {
  'api-key': ['key-0123', 'key-0123'],
  'base-url': ['https://api.example.com', new URL('https://api.example.com')],
  'on-missing-api-key': ['skip', 'skip'],
  url: ['a.example', expect.objectContaining({ givenAddress: 'a.example' })],
  environment: ['Preview*', 'Preview*'],
  'wait-for-url': ['0', 0],
  'allowed-statuses': ['401\n403, 401', [401, 403]],
  preferences: ['xss: true', 'xss: true'],
  'scan-id': ['3f2a-11', '3f2a-11'],
  language: ['pt', 'pt'],
  'include-subdomains': ['true', true],
  'include-leaks': ['TRUE', true],
  timeout: ['2h', 7_200_000],
  'poll-interval': ['20s', 20_000],
  config: ['./p.yml', { name: 'p.yml', path: 'p.yml', elsewhere: null }],
  'config-token': ['ghs_2', 'ghs_2'],
  'fail-on': ['never', 'never'],
  baseline: ['3f2a', { kind: 'scan', scanId: '3f2a' }],
  'min-checks': ['5', 5],
  'on-fail': ['warn', 'warn'],
  'on-inconclusive': ['warn', 'warn'],
  'dry-run': ['True', true],
  'github-token': ['ghs_1', 'ghs_1'],
  comment: ['on-failure', 'on-failure'],
  disclosure: ['counts', 'counts'],
  'commit-status': ['Scan Gate', 'Scan Gate'],
  'comment-key': ['{"os": 1}', '{"os": 1}'],
  'track-issue': ['false', false],
  reports: ['COMMERCIAL_RISK_REPORT\nACTION_REPORT', ['ACTION_REPORT', 'COMMERCIAL_RISK_REPORT']],
  'report-language': ['pt', 'pt'],
  'report-logo': ['https://a.example/logo.png', new URL('https://a.example/logo.png')],
  'report-color': ['#112233', '#112233'],
};

describe('parseInputs', () => {
  test('has nothing if every input is empty', () => {
    expect(parse({})).toEqual({ given: {}, mistakes: [] });
  });

  test('reads every input', () => {
    expect(Object.keys(samples).toSorted()).toEqual(inputNames.toSorted());
    const texts = Object.fromEntries(Object.entries(samples).map(([name, [text]]) => [name, text]));
    const values = Object.fromEntries(Object.entries(samples).map(([name, [, value]]) => [name, value]));
    expect(parse(texts)).toEqual({ given: values, mistakes: [] });
  });

  const freeTexts = ['preferences', 'config-token', 'github-token', 'comment-key'];
  test.each(inputNames.filter((name) => !freeTexts.includes(name)))(
    'refuses a wrong value of `%s`',
    (name) => {
      // Wrong everywhere: a control character, a `-` at the start, too long, no mapping, a way out of the repository.
      const text = `-x \u0007${'../'.repeat(200)}`;
      expect(parse({ [name]: text }).mistakes.join('\n')).toMatch(
        new RegExp(`^\`${name}\` is .*, expected .`, 'm'),
      );
    },
  );

  test.each([
    ...['yes', 'no', 'on', 'off', '1', '0', 'tRUE', 'null', '[true]'].map((text) => ['dry-run', text]),
    ...['0', '1.5', ' 5 6', '５', 'NaN', '-1', '"5"', '5, 6'].map((text) => ['min-checks', text]),
    ...['none', '4xx', ','].map((text) => ['allowed-statuses', text]),
    ...['none, ACTION_REPORT', ','].map((text) => ['reports', text]),
  ])('takes for `%s` no %j', (name, text) => {
    const expected = { 'dry-run': '`true` or `false`', 'min-checks': 'a whole number from 1 to 1000000000' };
    const others = { 'allowed-statuses': 'whole numbers from 300 to 499 without 429', reports: 'or `none`' };
    expect(parse({ [name]: text }).mistakes.join('\n')).toContain({ ...expected, ...others }[name]);
  });
});
