import { describe, expect, test } from '@jest/globals';
import { SettingsError } from '../../../src/core/problem.ts';
import {
  type PolicyFileVersion,
  parsePolicyFile,
  policyFileSchema,
} from '../../../src/settings/policy-file.ts';

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
      'baseline: "http://"',
      'min-checks: -1',
      'on-fail: ignore',
      'allowed-statuses: [404, 429, "401"]',
      'ignore:',
      '  - reason: x',
      '  - name: "*"',
      '  - name: ""',
      '    reason: "  "',
      '    expires: 2026-02-30',
      '    cve: nope',
      '    fingerprint: v2:abc',
      '    foo: 1',
      '  - text',
      'track-issue: yes',
      'reports: PDF',
      'report-logo: logo.png',
      'report-color: red',
      'comment: 1',
      'disclosure:',
      'failon: high',
    ].join('\n');
    expect(mistakes(text)).toEqual([
      'line 1: `fail-on` is wrong, expected `critical`, `high`, `medium`, `low`, `warning` or `never`',
      'line 2: `baseline` is wrong, expected a URL or a scan id',
      'line 3: `min-checks` is wrong, expected a whole number from 0 to 1000000000',
      'line 4: `on-fail` is wrong, expected `fail` or `warn`',
      'line 5: `allowed-statuses[1]` is wrong, expected another status than 429',
      'line 5: `allowed-statuses[2]` is wrong, expected a whole number from 300 to 499',
      expect.stringMatching(/^line 7: `ignore\[0\]` is wrong, expected at least one of `fingerprint`, /),
      'line 8: `ignore[1].reason` is wrong, expected text, it is missing',
      'line 9: `ignore[2].name` is wrong, expected text that is not empty',
      'line 10: `ignore[2].reason` is wrong, expected text that is not empty',
      'line 11: `ignore[2].expires` is wrong, expected a date such as `2026-12-31`',
      'line 12: `ignore[2].cve` is wrong, expected an identifier such as `CVE-2021-23017`, or a list of them',
      expect.stringMatching(/^line 13: `ignore\[2\]\.fingerprint` is wrong, expected .* hex digits/),
      expect.stringMatching(
        /^line 14: `ignore\[2\]\.foo` is not known here, allowed are `fingerprint`, .* or `owner`$/,
      ),
      'line 15: `ignore[3]` is wrong, expected a mapping',
      'line 16: `track-issue` is wrong, expected `true` or `false`',
      'line 17: `reports` is wrong, expected `ACTION_REPORT`, `COMMERCIAL_RISK_REPORT`, a list of these, or `none`',
      'line 18: `report-logo` is wrong, expected an `http` or `https` URL without user name and password',
      'line 19: `report-color` is wrong, expected a hex colour such as `#797cf2`',
      'line 20: `comment` is wrong, expected `always`, `on-failure` or `never`',
      'line 21: `disclosure` is wrong, expected `full`, `counts` or `auto`',
      expect.stringMatching(
        /^line 22: `failon` is not known here, allowed are `allowed-statuses`, .* or `ignore`$/,
      ),
    ]);
  });

  test('reports a rule without a field to match together with its other mistakes', () => {
    expect(mistakes('ignore:\n  - severity: high\n    expires: soon')).toEqual([
      expect.stringContaining('line 2: `ignore[0].reason` is wrong'),
      expect.stringContaining('line 2: `ignore[0]` is wrong, expected at least one of'),
      expect.stringContaining('line 3: `ignore[0].expires` is wrong'),
    ]);
  });

  test.each([
    ['broken YAML', 'fail-on: high\nignore: [', /^line \d: /],
    ['a second document', 'a: 1\n---\nb: 2', /^line \d: .*documents/],
    ['an alias, which can expand to gigabytes', 'a: &a [1]\nb: *a', /^line 2: the alias `\*a` is not taken/],
    ['an unknown key at its own line', 'fail-on: high\nfoo:\n  a: 1', /^line 2: `foo` is not known here/],
    ['`constructor` like any other key', 'constructor: {}', /`constructor` is not known here/],
    ['a list', '- fail-on: high', /^line 1: the file is wrong, expected a mapping$/],
    ['one rule in place of a list', 'ignore: { name: a }', /^line 1: `ignore` is wrong, expected a list$/],
    ['a text', 'text', /^line 1: the file is wrong, expected a mapping$/],
  ])('refuses %s', (_what, text, mistake) => {
    expect(mistakes(text)).toEqual([expect.stringMatching(mistake)]);
  });

  test.each([
    ['baseline https://user:pa55word@a.example: x'],
    ['report-logo: *user:pa55word@a.example'],
    ['baseline: [a]user:pa55word@a.example'],
    ['report-logo: https://user:pa55word@a.example/'],
    ['{ https:user:pa55word@a.example: 1 }'],
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

test('the policy file has fourteen keys', () => {
  expect(Object.keys(policyFileSchema.shape)).toHaveLength(14);
});
