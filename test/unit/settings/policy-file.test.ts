import { describe, expect, test } from '@jest/globals';
import { SettingsError } from '../../../src/core/problem.ts';
import { type PolicyFileVersion, parsePolicyFile } from '../../../src/settings/policy-file.ts';

const own: PolicyFileVersion = {
  name: 'policy.yml',
  repository: 'acme/storefront',
  path: 'policy.yml',
  commit: null,
  blob: 'b1'.repeat(20),
};

/** The mistakes in `text`, one line each. */
function mistakes(text: string): string[] {
  try {
    parsePolicyFile(text, own);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const [title, ...lines] = error.message.split('\n');
    expect(title).toBe('The policy file `policy.yml` is wrong. Correct it on the default branch:');
    expect(lines.every((line) => line.startsWith('- line '))).toBe(true);
    return lines.map((line) => line.slice('- '.length));
  }
  return [];
}

describe('parsePolicyFile', () => {
  test.each(['', '# nothing yet\n', '---\n', 'null', '\uFEFF'])('takes %j for an empty file', (text) => {
    expect(parsePolicyFile(text, own)).toEqual({ version: own, values: {}, ignore: [] });
  });

  test('reads ignore rules with their lines', () => {
    const text = [
      '# rules',
      'ignore:',
      '- name: a*',
      '  reason: " because "',
      '-',
      '  cwe: 79',
      '  severity: low',
      '  reason: b',
      '  expires: 2026-12-31',
      '  owner: me',
      '- { cve: [cve-2021-23017], where: /a, reason: c }',
    ];
    const none = { fingerprint: null, name: null, group: null, cwe: null, cve: null, where: null };
    const unlimited = { severity: null, expires: null, owner: null };
    expect(parsePolicyFile(text.join('\n'), own).ignore).toEqual([
      { ...none, ...unlimited, name: 'a*', reason: 'because', line: 3 },
      { ...none, cwe: [79], severity: 'low', reason: 'b', expires: '2026-12-31', owner: 'me', line: 6 },
      { ...none, ...unlimited, cve: ['CVE-2021-23017'], where: '/a', reason: 'c', line: 11 },
    ]);
  });

  test('names every mistake at once, with its line, its key and what is allowed', () => {
    const text = [
      'fail-on: severe',
      'allowed-statuses: [404, 429, "401"]',
      'ignore:',
      '  - severity: high',
      '    expires: soon',
      '  - name: "*"',
      '  - name: ""',
      '    reason: "  "',
      '    expires: 2026-02-30',
      '    cve: nope',
      '    fingerprint: v2:abc',
      '    foo: 1',
      '  - text',
      'disclosure:',
      'failon: high',
    ].join('\n');
    expect(mistakes(text)).toEqual([
      'line 1: `fail-on` is wrong, expected `critical`, `high`, `medium`, `low`, `warning` or `never`',
      'line 2: `allowed-statuses[1]` is wrong, expected another status than 429',
      'line 2: `allowed-statuses[2]` is wrong, expected a whole number from 300 to 499',
      // A rule without a field to match is a mistake beside its others.
      'line 4: `ignore[0].reason` is wrong, expected text, it is missing',
      expect.stringMatching(/^line 4: `ignore\[0\]` is wrong, expected at least one of `fingerprint`, /),
      'line 5: `ignore[0].expires` is wrong, expected a date such as `2026-12-31`',
      'line 6: `ignore[1].reason` is wrong, expected text, it is missing',
      'line 7: `ignore[2].name` is wrong, expected text that is not empty',
      'line 8: `ignore[2].reason` is wrong, expected text that is not empty',
      'line 9: `ignore[2].expires` is wrong, expected a date such as `2026-12-31`',
      'line 10: `ignore[2].cve` is wrong, expected an identifier such as `CVE-2021-23017`, or a list of them',
      expect.stringMatching(/^line 11: `ignore\[2\]\.fingerprint` is wrong, expected .* hex digits/),
      expect.stringMatching(/^line 12: `ignore\[2\]\.foo` is not known here, allowed are .* or `owner`$/),
      'line 13: `ignore[3]` is wrong, expected a mapping',
      'line 14: `disclosure` is wrong, expected `auto`, `full` or `counts`',
      expect.stringMatching(/^line 15: `failon` is not known here, allowed are .* or `ignore`$/),
    ]);
  });

  test.each([
    ['a second document', 'a: 1\n---\nb: 2', /^line \d: .*documents/],
    ['an unknown key at its own line', 'fail-on: high\nfoo:\n  a: 1', /^line 2: `foo` is not known here/],
    ['`constructor` like any other key', 'constructor: {}', /`constructor` is not known here/],
    ['a list', '- fail-on: high', /^line 1: the file is wrong, expected a mapping$/],
    [
      'an empty list in a rule',
      'ignore: [{ reason: a, cwe: [] }]',
      /`ignore\[0\]\.cwe` .* a CWE number such as/,
    ],
    ['one rule in place of a list', 'ignore: { name: a }', /^line 1: `ignore` is wrong, expected a list$/],
  ])('refuses %s', (_what, text, mistake) => {
    expect(mistakes(text)).toEqual([expect.stringMatching(mistake)]);
  });

  test.each([
    'baseline https://user:pa55word@a.example: x',
    'report-logo: *user:pa55word@a.example',
    'baseline: [a]user:pa55word@a.example',
    'report-logo: https://user:pa55word@a.example/',
    '{ https:user:pa55word@a.example: 1 }',
  ])('quotes %s without its secrets', (text) => {
    const found = mistakes(text);
    expect(found).not.toEqual([]);
    expect(found.join()).not.toContain('pa55word');
  });

  test('says where a file of another repository is to be corrected', () => {
    const elsewhere = { ...own, name: 'acme/policies/p.yml@main', commit: '4f2a'.repeat(10) };
    expect(() => parsePolicyFile('fail-on: 7', elsewhere)).toThrow(
      `The policy file \`acme/policies/p.yml@main\` is wrong. Correct it there (read at ${elsewhere.commit}):\n- line 1: `,
    );
  });
});
