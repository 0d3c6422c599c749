import { describe, expect, test } from '@jest/globals';
import { inputErrorOf, readGivenInputs } from '../../../src/settings/given-inputs.ts';
import { inputNames } from '../../../src/settings/input-table.ts';

function read(inputs: Record<string, string>) {
  return readGivenInputs((name) => inputs[name] ?? '');
}

function errorOf(inputs: Record<string, string>): string {
  return inputErrorOf(read(inputs).mistakes)?.message ?? '';
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

describe('readGivenInputs', () => {
  test('has nothing if every input is empty', () => {
    expect(read({})).toEqual({ given: {}, mistakes: [] });
  });

  test('reads every input', () => {
    expect(Object.keys(samples).toSorted()).toEqual(inputNames.toSorted());
    const texts = Object.fromEntries(Object.entries(samples).map(([name, [text]]) => [name, text]));
    const values = Object.fromEntries(Object.entries(samples).map(([name, [, value]]) => [name, value]));
    expect(read(texts)).toEqual({ given: values, mistakes: [] });
  });

  const freeTexts = ['preferences', 'config-token', 'github-token', 'comment-key'];
  test.each(inputNames.filter((name) => !freeTexts.includes(name)))(
    'refuses a wrong value of `%s`',
    (name) => {
      // Wrong everywhere: a control character, a `-` at the start, too long, no mapping, a way out of the repository.
      const text = `-x \u0007${'../'.repeat(200)}`;
      expect(errorOf({ [name]: text })).toMatch(new RegExp(`^- \`${name}\` is .*, expected .`, 'm'));
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
    expect(errorOf({ [name]: text })).toContain({ ...expected, ...others }[name]);
  });
});

describe('inputErrorOf', () => {
  test('names every mistake in one error, with what is expected', () => {
    const message = errorOf({ 'dry-run': 'ja', 'fail-on': 'High' });
    expect(message).toMatch(/^2 inputs are wrong\. Correct them /);
    expect(message).toContain('- `dry-run` is `ja`, expected `true` or `false`');
    expect(message).toContain('`High`, expected `critical`, `high`, `medium`, `low`, `warning` or `never`');
    expect(errorOf({ 'dry-run': 'ja' })).toMatch(/^An input is wrong\. Correct it /);
  });

  test.each([
    ['https:user:pa55word@a.example', '***@a.example'],
    ['https://user:pa55word@a.example/ x', 'https://***@a.example/ x'],
    ['https://user:pa5@5/word@a.example', 'https://***@a.example'],
    ['https://user:pa?55word@a.example', 'https://***'],
    ['user:pa55word%40a.example', '***@a.example'],
    ['user:pa55word\uff20a.example', '***@a.example'],
    ['ftp://user:pa55word@a.example/?b', '***@a.example/?***'],
    ['https://a.example/?one=x@y&two=pa55word', 'https://***'],
    ['a.example/#token=pa55word', 'a.example/#***'],
    ['a.example/b&token=pa55word', 'a.example/b&***'],
    ['#12', '#12'],
  ])('quotes %s without its secrets', (given, shown) => {
    expect(errorOf({ 'dry-run': given })).toContain(`\`dry-run\` is \`${shown}\`, expected`);
  });

  // The part of a secret that YAML takes for a comment would not be masked.
  test('quotes nothing of `api-key`, and takes no part of it', () => {
    expect(errorOf({ 'api-key': 's3cret #1' })).toContain('- `api-key` is ***, expected');
  });

  test('shows a long value shortened and on one line', () => {
    const message = errorOf({ 'dry-run': `a\n::error::b\n${'c'.repeat(500)}` });
    const line = message.split('\n').find((one) => one.startsWith('- `dry-run`')) ?? '';
    expect(line).toContain('a ::error::b cc');
    expect(line).toContain('…');
    expect(line.length).toBeLessThan(160);
  });
});
