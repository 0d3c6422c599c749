import { describe, expect, test } from '@jest/globals';
import { renderSummary } from '../../../../src/report/comment/summary.ts';
import { en } from '../../../../src/report/texts/en/texts.ts';
import { pt } from '../../../../src/report/texts/pt/texts.ts';
import { assess, finding, findings, model } from '../models.ts';

describe('renderSummary', () => {
  test('shows full descriptions', () => {
    const long = `${'A long description. '.repeat(200)}The end.`;
    const text = renderSummary(model(assess([finding('critical', 0, { description: long })])), en);
    expect(text).toContain('The end.');
    expect(text).toContain('#### 1. Critical: SQL injection');
    expect(text.startsWith('## ❌ Scan Gate: failed')).toBe(true);
  });

  test('keeps its limit in bytes, not characters, for 10,000 findings', () => {
    const description = 'Descrição çãõ 漏洞 😀 '.repeat(20);
    const list = findings({ critical: 5000, low: 5000 }).map((each) => ({ ...each, description }));
    const text = renderSummary(model(assess(list)), pt, { maxBytes: 1_000_000 });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1_000_000);
    expect(Buffer.byteLength(text)).toBeGreaterThan(900_000);
    expect(text).toMatch(/achados foram omitidos aqui por falta de espaço/u);
  });
});
