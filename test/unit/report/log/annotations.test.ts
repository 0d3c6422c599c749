import { describe, expect, test } from '@jest/globals';
import { annotationsOf } from '../../../../src/report/log/annotations.ts';
import { plainModel } from '../models.ts';
import { finding, findings } from '../sample-findings.ts';

describe('annotationsOf', () => {
  test('shows every blocking finding, up to nine', () => {
    const nine = annotationsOf(plainModel(findings({ critical: 4, high: 5, low: 3 })));
    expect(nine.map(({ level }) => level)).toEqual(Array.from({ length: 9 }, () => 'error'));
    expect(nine[0]?.title).toBe('Critical: SQL injection in the parameter `q` of /search');
    expect(nine[8]?.title).toMatch(/^High: /);
  });

  test('counts in the ninth the findings beyond eight', () => {
    const more = annotationsOf(plainModel(findings({ high: 412 })));
    expect(more).toHaveLength(9);
    expect(more[8]?.title).toBe('404 more blocking findings');
  });

  test('are warnings when the verdict is not `fail`', () => {
    const problem = { kind: 'ended-early', percentage: 50 } as const;
    const shown = annotationsOf(plainModel(findings({ high: 1 }), { problem }));
    expect(shown.map(({ level }) => level)).toEqual(['warning']);
  });

  test('are none for findings that do not block', () => {
    expect(annotationsOf(plainModel(findings({ low: 3 })))).toEqual([]);
  });

  test('is plain text of at most 4,096 characters', () => {
    const bomb = '\u001b[31m\u202e😀\u0000x\n'.repeat(3000);
    const bad = finding('high', 0, { name: bomb, description: bomb, remediation: bomb, references: [bomb] });
    const [shown] = annotationsOf(plainModel([bad]));
    expect(Array.from(shown?.message ?? '').length).toBeLessThanOrEqual(4096);
    expect(shown?.title).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(shown?.message).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
  });
});

describe('the message of an annotation', () => {
  test('is the name, because some views do not show the title, the first sentence and the place', () => {
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

  test('names no place if none is known, and says that a finding has no name', () => {
    const bare = finding('high', 0, { name: ' ', description: '', places: [] });
    const [first] = annotationsOf(plainModel([bare]));
    expect(first?.message).toBe('(no name)');
  });
});
