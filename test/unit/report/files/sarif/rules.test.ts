import { describe, expect, test } from '@jest/globals';
import { at, header, injection, runOf } from './sarif-files.ts';

describe('a rule', () => {
  const rule = at(runOf({ issues: [injection] }).rules, 0);

  test('has the fingerprint as its id, and score, level and tags in the forms that GitHub knows', () => {
    expect(rule.id).toMatch(/^finding\.[0-9a-f]{20}$/);
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
    expect(rule.help.text).toContain('How to fix: Use a prepared *statement*.');
    expect(rule.help.markdown).toContain('## How to fix\n\nUse a prepared &#42;statement&#42;.');
    expect(rule.help.markdown).toContain('](https://cwe.mitre.org/data/definitions/89.html)');
    expect(rule.help.markdown).toContain('](https://owasp.org/www-community/attacks/SQL_Injection)');
  });

  test('is the same for all findings of a type, with the highest of their scores', () => {
    const issues = [header, { ...header, cvss: { score: 3.7 } }, injection];
    const { rules: shared, results } = runOf({ issues });
    expect(shared.map(({ properties }) => properties['security-severity'])).toEqual(['9.8', '3.7']);
    expect(results.map(({ ruleIndex }) => ruleIndex)).toEqual([0, 1, 1]);
    expect(results.every(({ ruleId, ruleIndex }) => shared[ruleIndex]?.id === ruleId)).toBe(true);
  });

  // Without a score it is the middle of the severity. None is rounded into another band.
  test.each([
    ['critical', undefined, '9.5', 'error'],
    ['high', undefined, '8.0', 'error'],
    ['medium', undefined, '5.5', 'warning'],
    ['low', undefined, '2.0', 'note'],
    ['warning', undefined, '0.0', 'note'],
    ['low', { score: 6.95 }, '6.95', 'note'],
    ['low', { score: 7 }, '7.0', 'note'],
    ['low', { score: 10 }, '10.0', 'note'],
    ['low', { score: 0 }, '2.0', 'note'],
  ])('of the severity %s with the score %j has the score %s', (severity, cvss, score, level) => {
    const rule = at(runOf({ issues: [{ ...header, severity, cvss }] }).rules, 0);
    expect(rule.properties['security-severity']).toBe(score);
    expect(rule.defaultConfiguration.level).toBe(level);
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
