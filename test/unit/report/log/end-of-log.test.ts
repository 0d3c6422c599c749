import { describe, expect, test } from '@jest/globals';
import { linkLines, verdictLines } from '../../../../src/report/log/end-of-log.ts';
import { judgedModel, plainModel, withoutScan } from '../models.ts';
import { logLines } from '../rendered-reports.ts';
import { finding, findings } from '../sample-findings.ts';

describe('verdictLines', () => {
  test('fits one screen and counts what it leaves out', () => {
    const lines = logLines(plainModel(findings({ critical: 10, high: 30, low: 5 })));
    expect(lines[0]).toBe('Scan Gate: 40 findings block this pull request');
    expect(lines).toContain('10 critical, 30 high, 5 low');
    expect(lines.at(-1)).toBe('and 25 more');
    const first = lines[lines.indexOf('Blocking findings (40)') + 1];
    expect(first).toMatch(/^ {2}Critical {2}9\.8 {2}SQL injection .* · \/search · CWE-89$/u);
    expect(lines.length).toBeLessThanOrEqual(30);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(140);
  });

  test('names no place, identifier and score that says nothing', () => {
    const bare = { name: 'A', cwe: [], cve: [], places: [] };
    for (const cvss of [null, { score: 0, vector: '' }])
      expect(logLines(plainModel([finding('high', 0, { ...bare, cvss })])).at(-1)).toBe('  High           A');
  });

  test('puts equal findings in one line, and counts those that it leaves out', () => {
    const twice = [finding('critical'), finding('critical')];
    const lines = logLines(plainModel([...twice, finding('high')])).slice(-2);
    expect(lines[0]).toMatch(/^ {2}Critical {2}9\.8 {2}SQL injection .* × 2 · /u);
    expect(lines[1]).toMatch(/^ {2}High {6}7\.7 {2}Outdated nginx/u);
    expect(logLines(plainModel([...twice, ...findings({ critical: 20 })])).at(-1)).toBe('and 5 more');
  });

  test('ends with the blocking findings, after everything else', () => {
    const model = judgedModel({
      policy: 'ignore:\n  - name: x\n    reason: y\n',
      findings: findings({ high: 1 }),
    });
    const titles = /^(?:Notices|Blocking findings)/u;
    const found = logLines(model).flatMap((line) => titles.exec(line)?.[0] ?? []);
    expect(found).toEqual(['Notices', 'Blocking findings']);
    expect(logLines(model).at(-1)).toMatch(/^ {2}High/u);
  });

  test('has five notices at most, and says how many more there are', () => {
    const rules = Array.from({ length: 7 }, (_, index) => `  - name: x${index}\n    reason: y\n`);
    const lines = logLines(judgedModel({ policy: `ignore:\n${rules.join('')}`, findings: [] }));
    expect(lines).toContain('Notices about ignore rules (7)');
    expect(lines.filter((line) => line.startsWith('- '))).toHaveLength(5);
    expect(lines).toContain('and 2 more');
  });

  test('has no line breaks or control characters of a finding in it', () => {
    const lines = logLines(plainModel([finding('critical', 0, { name: 'a\n::error::b\u001b[2J' })]));
    expect(lines.join('')).not.toMatch(/\p{Cc}/u);
    expect(lines.some((line) => line.includes('a ::error::b'))).toBe(true);
  });

  test('of a run without a scan is the reason and the remedy', () => {
    const lines = logLines(withoutScan({ kind: 'nothing-checked' }));
    expect(lines[0]).toBe('Scan Gate: no clear result, so this check failed');
    expect(lines).toHaveLength(3);
  });
});

test('the severity of every row is coloured, and nothing else', () => {
  const model = judgedModel({
    policy: 'fail-on: warning\n',
    findings: findings({ critical: 1, high: 1, medium: 1, low: 1, warning: 1 }),
  });
  const coloured = verdictLines(model).map(({ text, paint = (line) => line }) => paint(text));
  expect(coloured.map((line) => line.replace(/\u001b\[[0-9;]+m/gu, ''))).toEqual(logLines(model));
  const words = coloured.flatMap((line) => /^ {2}\u001b\[[0-9;]+m(.*?)\u001b\[0m/u.exec(line)?.[1] ?? []);
  expect(words).toEqual(['Critical', 'High', 'Medium', 'Low', 'Warning']);
});

test('linkLines names what there is', () => {
  expect(linkLines({ Report: null, Comment: null })).toEqual([]);
  const links = { Report: 'https://r', Comment: null, 'Tracking issue': 'https://i' };
  expect(linkLines(links)).toEqual(['', 'Report: https://r', 'Tracking issue: https://i']);
});
