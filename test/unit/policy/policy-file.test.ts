import { hash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { SettingsError } from '../../../src/core/problem.ts';
import { parsePolicyFile } from '../../../src/policy/policy-file.ts';

/** The mistakes in `text`, one line each. */
function mistakes(text: string): string[] {
  try {
    parsePolicyFile(text, 'policy.yml');
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const [title, ...lines] = error.message.split('\n');
    expect(title).toMatch(
      /^The policy file `policy.yml` is wrong\. Correct it where it is read, on the default branch or at the `@REF` of `org-policy`:$/,
    );
    expect(lines.every((line) => line.startsWith('- line '))).toBe(true);
    return lines.map((line) => line.slice('- '.length));
  }
  return [];
}

describe('parsePolicyFile', () => {
  test.each(['', '# nothing yet\n', '---\n', 'null', '\uFEFF'])('takes %j for an empty file', (text) => {
    const digest = hash('sha256', text);
    const empty = { path: 'p.yml', blob: null, digest, values: {}, ignoreLines: [] };
    expect(parsePolicyFile(text, 'p.yml')).toEqual(empty);
  });

  test('returns the line of each ignore rule', () => {
    const text =
      '# a\nignore:\n- name: a\n  reason: b\n# c\n-\n  cwe: 1\n  reason: d\n- {cwe: 2, reason: e}\n';
    expect(parsePolicyFile(text, 'p.yml').ignoreLines).toEqual([3, 7, 9]);
  });

  test('names every mistake at once, with its line, its key and what is allowed', () => {
    const text = [
      'fail-on: severe',
      'fail-on-cvss: 11',
      'max-findings: { high: -1, hgih: 2 }',
      'baseline: "http://"',
      'fail-fast: yes',
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
      'host:',
      '  allowed-ports: [0, 443, "80", 65536]',
      '  certificate-min-days: 1.5',
      '  portz: 1',
      'target:',
      '  allowed-redirects: [https://a.example]',
      'reports: PDF',
      'report-logo: logo.png',
      'report-color: red',
      'comment: 1',
      'summary:',
      'failon: high',
    ].join('\n');
    expect(mistakes(text)).toEqual([
      'line 1: `fail-on` is wrong, expected `critical`, `high`, `medium`, `low`, `warning` or `never`',
      'line 2: `fail-on-cvss` is wrong, expected at most 10',
      'line 3: `max-findings.high` is wrong, expected at least 0',
      'line 3: `max-findings.hgih` is not known here, allowed are `critical`, `high`, `medium`, `low` or `warning`',
      'line 4: `baseline` is wrong, expected a URL, a scan id, or `previous`',
      'line 5: `fail-fast` is wrong, expected `true` or `false`',
      'line 7: `ignore[0]` is wrong, expected at least one of `fingerprint`, `name`, `group`, `type`, `cwe` or `cve`',
      'line 8: `ignore[1].reason` is wrong, expected text, it is missing',
      'line 9: `ignore[2].name` is wrong, expected text that is not empty',
      'line 10: `ignore[2].reason` is wrong, expected text that is not empty',
      'line 11: `ignore[2].expires` is wrong, expected a date such as `2026-12-31`',
      'line 12: `ignore[2].cve` is wrong, expected an identifier such as `CVE-2021-23017`, or a list of them',
      'line 13: `ignore[2].fingerprint` is wrong, expected `v1:` and 20 hex digits, as the reports show it',
      'line 14: `ignore[2].foo` is not known here, allowed are `fingerprint`, `name`, `group`, `type`, `cwe`, `cve`, `where`, `severity`, `reason`, `expires` or `owner`',
      'line 15: `ignore[3]` is wrong, expected a mapping',
      'line 17: `host.allowed-ports[0]` is wrong, expected at least 1',
      'line 17: `host.allowed-ports[2]` is wrong, expected a number',
      'line 17: `host.allowed-ports[3]` is wrong, expected at most 65535',
      'line 18: `host.certificate-min-days` is wrong, expected a whole number',
      'line 19: `host.portz` is not known here, allowed are `allowed-ports`, `certificate-min-days`, `require-waf` or `severity`',
      'line 21: `target.allowed-redirects[0]` is wrong, expected a host such as `login.example.com`, with or without a port',
      'line 22: `reports` is wrong, expected `ACTION_REPORT`, `COMMERCIAL_RISK_REPORT`, `on-failure`, a list of these, or `none`',
      'line 23: `report-logo` is wrong, expected an `http` or `https` URL without user name and password',
      'line 24: `report-color` is wrong, expected a hex colour such as `#797cf2`',
      'line 25: `comment` is wrong, expected `always`, `on-failure` or `never`',
      'line 26: `summary` is wrong, expected `true` or `false`',
      expect.stringMatching(/^line 27: `failon` is not known here, allowed are `fail-on`, .* or `target`$/),
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
    ['a key that stands twice', 'fail-on: high\nfail-on: never', /^line 2: .*unique/],
    ['broken YAML', 'fail-on: high\nignore: [', /^line \d: /],
    ['a second document', 'a: 1\n---\nb: 2', /^line \d: .*documents/],
  ])('reports %s with its line', (_what, text, mistake) => {
    expect(mistakes(text)).toEqual([expect.stringMatching(mistake)]);
  });

  test.each([
    ['baseline https://user:pa55word@a.example: x'],
    ['report-logo: *user:pa55word@a.example'],
    ['baseline: [a]user:pa55word@a.example'],
    ['report-logo: https://user:pa55word@a.example/'],
    ['host: { https:user:pa55word@a.example: 1 }'],
  ])('quotes %s without its secrets', (text) => {
    const found = mistakes(text);
    expect(found).not.toEqual([]);
    expect(found.join()).not.toContain('pa55word');
  });

  test('refuses aliases, a few of which can expand to gigabytes', () => {
    const bomb = ['a: &a [1, 1]', 'b: &b [*a]', 'c: [*b, *b]'].join('\n');
    expect(mistakes(bomb)).toEqual([
      'line 2: the alias `*a` is not taken, write the value out',
      'line 3: the alias `*b` is not taken, write the value out',
      'line 3: the alias `*b` is not taken, write the value out',
    ]);
    expect(mistakes('a: *missing')).toEqual([expect.stringContaining('`*missing`')]);
  });

  test('names the line of an unknown key, not of the mapping below it', () => {
    expect(mistakes('fail-on: high\nfoo:\n  a: 1')).toEqual([expect.stringMatching(/^line 2: `foo`/)]);
  });

  test.each(['text', '- fail-on: high', '42'])('refuses %j, which is not a mapping', (text) => {
    expect(mistakes(text)).toEqual(['line 1: the file is wrong, expected a mapping']);
  });

  test.each(['constructor', 'toString'])('refuses the key `%s` like any other', (key) => {
    expect(mistakes(`${key}: {}`)).toEqual([expect.stringContaining(`\`${key}\` is not known here`)]);
  });

  test('refuses the key `__proto__`, which would change an object', () => {
    expect(mistakes('ignore:\n  - __proto__: {}')).toEqual(['line 2: `__proto__` cannot be a key']);
  });

  test('refuses another version of YAML', () => {
    expect(mistakes('%YAML 1.1\n---\nmin-checks: 010')).toHaveLength(1);
  });
});
