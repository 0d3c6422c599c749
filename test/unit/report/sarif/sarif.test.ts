import { describe, expect, test } from '@jest/globals';
import type { SarifRule } from '../../../../src/report/sarif/format.ts';
import { hasSarif } from '../../../../src/report/sarif/sarif.ts';
import { sarifWords } from '../../../../src/report/sarif/text.ts';
import { at, header, injection, modelOf, runOf } from '../../../support/sarif.ts';

describe('a rule', () => {
  const { rules } = runOf({ issues: [injection] });
  const rule: SarifRule = at(rules, 0);

  test('has a readable id that ends in the fingerprint', () => {
    expect(rule.id).toMatch(/^sql-injection-in-q-on\.[0-9a-f]{20}$/);
  });

  test('tells its score, level and tags in the forms that GitHub knows', () => {
    expect(rule.defaultConfiguration).toEqual({ level: 'error' });
    expect(rule.properties).toEqual({
      'security-severity': '9.8',
      tags: ['security', 'external/cwe/cwe-089', 'CVE-2021-23017'],
    });
  });

  test('helps with description, remediation, references and identifiers', () => {
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
  ])('without a score stands in the middle of %s', (severity, score, level) => {
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

describe('the run', () => {
  test('names the tool, the category and the times', () => {
    const { run } = runOf({ issues: [] });
    expect(run.tool.driver).toEqual({
      name: 'Scan Gate',
      version: '1.2.3',
      semanticVersion: '1.2.3',
      informationUri: 'https://github.com/octo/scan-gate',
      rules: [],
    });
    expect(run.automationDetails).toEqual({ id: 'Security / scan/' });
    expect(run.invocations).toEqual([
      {
        executionSuccessful: true,
        startTimeUtc: '2026-11-21T09:12:30.000Z',
        endTimeUtc: '2026-11-21T09:25:04.000Z',
      },
    ]);
  });

  test('has an empty list of results when nothing is found, so that alerts close', () => {
    expect(runOf({ issues: [] }).results).toEqual([]);
  });

  test('long keys stay apart', () => {
    const ids = ['a', 'b'].map((end) => runOf({ issues: [] }, { category: 'x'.repeat(400) + end }).run);
    expect(new Set(ids.map(({ automationDetails }) => automationDetails.id)).size).toBe(2);
  });

  test('is the same bytes for the same scan', () => {
    const issues = [header, injection, header];
    expect(runOf({ issues }).json).toBe(runOf({ issues }).json);
  });

  test('says what the summary counts and the list lacks', () => {
    const { run } = runOf({ issues: [header], result: { issuesSummary: { low: 3 } } });
    expect(run.invocations[0]?.toolExecutionNotifications).toEqual([
      {
        level: 'warning',
        message: { text: 'The summary of the scan counts 2 findings that the list does not hold (2 low).' },
      },
    ]);
  });
});

describe('hasSarif', () => {
  test('is true for a finished scan, whether it passes or fails', () => {
    expect([[], [header], [injection]].map((issues) => hasSarif(modelOf({ issues })))).toEqual([
      true,
      true,
      true,
    ]);
  });

  test('is false for one that did not finish, that fail-fast ended, or that was not wholly understood', () => {
    const models = [
      modelOf({ issues: [injection], gate: { problem: { kind: 'ended-early', percentage: 37 } } }),
      modelOf({ issues: [injection], gate: { partial: true } }),
      modelOf({ issues: [injection], result: { totalChecked: 0 } }),
      modelOf({ issues: [injection], result: { issuesSummary: [] } }),
    ];
    expect(models.map(({ assessment }) => assessment.verdict.outcome)).toEqual([
      'inconclusive',
      'fail',
      'fail',
      'fail',
    ]);
    expect(models.map(hasSarif)).toEqual([false, false, false, false]);
  });
});

describe('the texts of the file', () => {
  /** What must be the same in every language: numbers, and names between backticks. */
  const literals = (text: string) => (text.match(/`[^`]*`|\d+/g) ?? []).toSorted();

  test('name the same things in both languages', () => {
    const { en, pt } = sarifWords;
    const violations = [
      { kind: 'port', port: 8080, service: '`ssh`', severity: 'high' },
      { kind: 'port', port: null, service: '', severity: 'high' },
      { kind: 'certificate', commonName: '`a`', daysLeft: 1, minDays: 30, severity: 'high' },
      { kind: 'certificate', commonName: '', daysLeft: null, minDays: 30, severity: 'high' },
      { kind: 'no-certificate', minDays: 30, severity: 'high' },
      { kind: 'no-waf', severity: 'high' },
    ] as const;
    const all = (words: typeof en) => [
      ...Object.values(words.hostRules).flatMap(({ name, description, remedy }) => [
        name,
        description,
        remedy,
      ]),
      ...violations.map((violation) => words.violation(violation)),
      words.leftOut('7'),
    ];
    expect(all(pt).map(literals)).toEqual(all(en).map(literals));
    expect(all(pt).filter((text) => all(en).includes(text))).toEqual([]);
    expect(all(en).filter((text) => text.includes('1 days'))).toEqual([]);
  });
});
