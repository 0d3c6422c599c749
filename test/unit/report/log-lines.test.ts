import { describe, expect, test } from '@jest/globals';
import { annotationsOf, linkLines, logEnd } from '../../../src/report/log-lines.ts';
import { judgedModel, plainModel, withoutScan } from './models.ts';
import { finding, findings } from './sample-findings.ts';

describe('logEnd', () => {
  test('fits one screen and counts what it leaves out', () => {
    const lines = logEnd(plainModel(findings({ critical: 10, high: 30, low: 5 })));
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
      expect(logEnd(plainModel([finding('high', 0, { ...bare, cvss })])).at(-1)).toBe('  High           A');
  });

  test('puts equal findings in one line', () => {
    const lines = logEnd(plainModel([finding('critical'), finding('critical'), finding('high')])).slice(-2);
    expect(lines[0]).toMatch(/^ {2}Critical {2}9\.8 {2}SQL injection .* × 2 · /u);
    expect(lines[1]).toMatch(/^ {2}High {6}7\.7 {2}Outdated nginx/u);
  });

  test('has five notices at most, says how many more there are, and ends with the blocking findings', () => {
    const rules = Array.from({ length: 7 }, (_, index) => `  - name: x${index}\n    reason: y\n`);
    const policy = `ignore:\n${rules.join('')}`;
    const lines = logEnd(judgedModel({ policy, findings: findings({ high: 1 }) }));
    const notices = lines.slice(lines.indexOf('Notices about ignore rules (7)') + 1);
    expect(notices.slice(0, 5).every((line) => line.startsWith('- '))).toBe(true);
    expect(notices.slice(5, 8)).toEqual(['and 2 more', '', 'Blocking findings (1)']);
    expect(notices.slice(8)).toEqual([expect.stringMatching(/^ {2}High/u)]);
  });

  test('of a run without a scan is the reason and the remedy', () => {
    const lines = logEnd(withoutScan({ kind: 'too-few-checks', checks: 0, minimum: 1 }));
    expect(lines[0]).toBe('Scan Gate: no clear result, so this check failed');
    expect(lines).toHaveLength(3);
  });
});

test('linkLines names what there is', () => {
  expect(linkLines({ Report: null, Comment: null })).toEqual([]);
  const links = { Report: 'https://r', Comment: null, 'Tracking issue': 'https://i' };
  expect(linkLines(links)).toEqual(['', 'Report: https://r', 'Tracking issue: https://i']);
});

describe('annotationsOf', () => {
  test('show each finding that blocks, up to nine, and count in the ninth those beyond eight', () => {
    const nine = annotationsOf(plainModel(findings({ critical: 4, high: 5, low: 3 })));
    expect(nine.map(({ level }) => level)).toEqual(Array.from({ length: 9 }, () => 'error'));
    expect(nine[0]?.title).toBe('Critical: SQL injection in the parameter `q` of /search');
    expect(nine[8]?.title).toMatch(/^High: /);
    const more = annotationsOf(plainModel(findings({ high: 412 })));
    expect(more).toHaveLength(9);
    expect(more[8]?.title).toBe('404 more blocking findings');
  });

  test('are warnings when the verdict is not `fail`', () => {
    const problem = { kind: 'incomplete', percentage: 50 } as const;
    const shown = annotationsOf(plainModel(findings({ high: 1 }), { problem }));
    expect(shown.map(({ level }) => level)).toEqual(['warning']);
  });

  test('are plain text of at most 4,096 characters', () => {
    const bomb = '\u001b[31m\u202e😀\u0000x\n'.repeat(3000);
    const bad = finding('high', 0, { name: bomb, description: bomb, remediation: bomb, references: [bomb] });
    const [shown] = annotationsOf(plainModel([bad]));
    expect(Array.from(shown?.message ?? '').length).toBeLessThanOrEqual(4096);
    expect(shown?.title).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(shown?.message).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
  });

  test('have as their message the name, because some views do not show the title, the first sentence and the place', () => {
    const list = [finding('high', 0, { places: ['/a', '/b'] })];
    const [first] = annotationsOf(plainModel(list));
    expect(first?.message.split('\n')).toEqual([
      'Outdated nginx 1.18.0 with a known memory corruption',
      'The server names itself nginx/1.18.0.',
      'Where: /a, /b',
    ]);
    const [inPortuguese] = annotationsOf(plainModel(list, { language: 'pt' }));
    expect(inPortuguese?.message).toContain('\nOnde: /a, /b');
  });

  test('name no place if none is known, and say that a finding has no name', () => {
    const bare = finding('high', 0, { name: ' ', description: '', places: [] });
    const [first] = annotationsOf(plainModel([bare]));
    expect(first?.message).toBe('(no name)');
  });
});
