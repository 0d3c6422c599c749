import { describe, expect, test } from '@jest/globals';
import type { SarifRule } from '../../../../src/report/sarif/rules.ts';
import { at, header, injection, runOf } from '../../../support/sarif.ts';

describe('a rule', () => {
  const { rules } = runOf({ issues: [injection] });
  const rule: SarifRule = at(rules, 0);

  test('has a readable id that ends in the fingerprint', () => {
    expect(rule.id).toMatch(/^sql-injection-in-q-on\.[0-9a-f]{20}$/);
  });

  test('has score, level and tags in the forms that GitHub knows', () => {
    expect(rule.defaultConfiguration).toEqual({ level: 'error' });
    expect(rule.properties).toEqual({
      precision: 'high',
      'security-severity': '9.8',
      tags: ['security', 'external/cwe/cwe-089', 'CVE-2021-23017'],
    });
  });

  test('has help with description, remediation, references and identifiers', () => {
    expect(rule.shortDescription.text).toBe(injection.name);
    expect(rule.fullDescription.text).toBe('The parameter reaches the database. All tables can be read.');
    expect(rule.help.text).toContain('Remediation:\nUse a prepared *statement*.');
    expect(rule.help.markdown).toContain('## Remediation\n\nUse a prepared &#42;statement&#42;.');
    expect(rule.help.markdown).toContain('](https://cwe.mitre.org/data/definitions/89.html)');
    expect(rule.help.markdown).toContain('](https://owasp.org/www-community/attacks/SQL_Injection)');
    expect(rule.helpUri).toBe('https://owasp.org/www-community/attacks/SQL_Injection');
  });

  test('is the same for all findings of a type, with the highest of their scores', () => {
    const { rules: shared, results } = runOf({
      issues: [header, { ...header, cvss: { score: 3.7 } }, injection],
    });
    expect(shared.map(({ properties }) => properties['security-severity'])).toEqual(['9.8', '3.7']);
    expect(results.map(({ ruleIndex }) => ruleIndex)).toEqual([0, 1, 1]);
    expect(results.every(({ ruleId, ruleIndex }) => shared[ruleIndex]?.id === ruleId)).toBe(true);
  });

  test.each([
    ['critical', '9.5', 'error'],
    ['high', '8.0', 'error'],
    ['medium', '5.5', 'warning'],
    ['low', '2.0', 'note'],
    ['warning', '0.0', 'note'],
  ])('without a score gets the middle of %s', (severity, score, level) => {
    const { rules } = runOf({ issues: [{ ...header, severity, cvss: undefined }] });
    expect(at(rules, 0).properties['security-severity']).toBe(score);
    expect(at(rules, 0).defaultConfiguration.level).toBe(level);
  });

  test.each([
    [6.95, '6.95'],
    [7, '7.0'],
    [10, '10.0'],
    [0, '2.0'],
  ])('a score of %d is not rounded into another band', (score, shown) => {
    const { rules } = runOf({ issues: [{ ...header, cvss: { score } }] });
    expect(at(rules, 0).properties['security-severity']).toBe(shown);
  });

  test('has at most ten tags, none of them twice', () => {
    const cwe = [79, 79, ...Array.from({ length: 40 }, (_, index) => index + 1)];
    const { tags } = at(runOf({ issues: [{ ...header, cwe }] }).rules, 0).properties;
    expect(tags.length).toBeLessThanOrEqual(10);
    expect(new Set(tags).size).toBe(tags.length);
  });

  test('of a finding without any words has all the texts that GitHub asks for', () => {
    const rule = at(runOf({ issues: [{ severity: 'high' }] }).rules, 0);
    expect(rule.id).toMatch(/^finding\.[0-9a-f]{20}$/);
    const texts = [rule.shortDescription.text, rule.fullDescription.text, rule.help.text, rule.help.markdown];
    expect(texts).not.toContain('');
  });
});
