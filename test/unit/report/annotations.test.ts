import { describe, expect, test } from '@jest/globals';
import { annotate } from '../../../src/report/annotations.ts';
import { en } from '../../../src/report/texts/en/texts.ts';
import { pt } from '../../../src/report/texts/pt/texts.ts';
import { assess, finding, findings, model } from './models.ts';

describe('annotate', () => {
  test('shows every blocking finding, up to nine', () => {
    const nine = annotate(model(assess(findings({ critical: 4, high: 5, low: 3 }))), en);
    expect(nine).toHaveLength(9);
    expect(nine.every(({ level }) => level === 'error')).toBe(true);
    expect(nine[0]?.title).toBe('Critical: SQL injection in the parameter `q` of /search');
  });

  test('counts the others in the ninth', () => {
    const shown = annotate(model(assess(findings({ high: 412 }))), en);
    expect(shown).toHaveLength(9);
    expect(shown[8]?.title).toBe('404 more blocking findings');
  });

  test('only warns when the verdict is not `fail`', () => {
    const problem = { kind: 'ended-early', percentage: 50 } as const;
    expect(annotate(model(assess(findings({ high: 1 }), problem)), en).map(({ level }) => level)).toEqual([
      'warning',
    ]);
    expect(annotate(model(assess(findings({ low: 3 }))), en)).toEqual([]);
  });

  test('is plain text of at most 4,096 characters', () => {
    const bomb = '\u001b[31m\u202e😀\u0000x\n'.repeat(3000);
    const list = [
      finding('high', 0, { name: bomb, description: bomb, remediation: bomb, references: [bomb] }),
    ];
    const [shown] = annotate(model(assess(list)), en);
    expect(shown?.message.length).toBeLessThanOrEqual(4096 * 2);
    expect(Array.from(shown?.message ?? '').length).toBeLessThanOrEqual(4096);
    expect(shown?.title).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(shown?.message).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
  });
});

describe('the message of an annotation', () => {
  test('is the name, because some views do not show the title, the first sentence and the place', () => {
    const list = [finding('high', 0, { where: ['/a', '/b'] })];
    const [first] = annotate(model(assess(list)), en);
    expect(first?.title).toBe('High: Outdated nginx 1.18.0 with a known memory corruption');
    expect(first?.message.split('\n')).toEqual([
      'Outdated nginx 1.18.0 with a known memory corruption',
      'The server names itself nginx/1.18.0.',
      'Where: /a and 1 more',
    ]);
    const [inPortuguese] = annotate(model(assess(list), { language: 'pt' }), pt);
    expect(inPortuguese?.message).toContain('\nOnde: /a e mais 1');
  });

  test('names no place where none is known', () => {
    const [first] = annotate(model(assess([finding('high', 0, { description: '', where: [] })])), en);
    expect(first?.message).toBe('Outdated nginx 1.18.0 with a known memory corruption');
  });

  test('says that a finding has no name, and keeps the limit of GitHub', () => {
    const long = 'x'.repeat(20_000);
    const nameless = finding('critical', 0, { name: ' ', description: long, remediation: long });
    const [first] = annotate(model(assess([nameless])), en);
    expect(first?.message.split('\n')[0]).toBe('(no name)');
    expect(first?.message.length).toBeLessThanOrEqual(4096);
  });
});
