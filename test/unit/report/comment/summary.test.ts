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
    expect(text).toContain('| 🔴&nbsp;Critical<br>[9.8](https://www.first.org/cvss/calculator/3.1#CVSS:3.1/');
    expect(text.startsWith('## ❌ Scan Gate: 1 finding blocks')).toBe(true);
  });

  test('has the downloads first, and how to fix what does not block', () => {
    const text = renderSummary(model(assess(findings({ high: 1, medium: 1 }))), en);
    const links = '[PDF, JSON and SARIF](https://github.com/example/shop/actions/runs/101/artifacts/4711)';
    expect(text).toContain(`**Downloads:** ${links}`);
    expect(text.indexOf('**Downloads:**')).toBeLessThan(text.indexOf('| Severity |'));
    expect(text).toMatch(/^- 🟡&nbsp;Medium .* Set both attributes where the cookie is created\./mu);
  });

  test('keeps its limit in bytes, not characters, for 10,000 findings', () => {
    const description = 'Descrição çãõ 漏洞 😀 '.repeat(20);
    const list = findings({ critical: 5000, low: 5000 }).map((each) => ({ ...each, description }));
    const text = renderSummary(model(assess(list)), pt, { maxBytes: 1_000_000 });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1_000_000);
    expect(Buffer.byteLength(text)).toBeGreaterThan(900_000);
    expect(text).toMatch(/achados foram omitidos aqui porque o GitHub limita o tamanho/u);
  });
});
