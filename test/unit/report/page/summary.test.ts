// The job summary, which page.ts renders.
import { describe, expect, test } from '@jest/globals';
import { plainModel } from '../models.ts';
import { summary } from '../rendered-reports.ts';
import { finding, findings } from '../sample-findings.ts';

describe('the job summary', () => {
  test('has the files first, full descriptions, and how to fix what does not block', () => {
    const long = `${'A long description. '.repeat(200)}The end.`;
    const list = [finding('critical', 0, { description: long }), finding('medium')];
    const text = summary(plainModel(list));
    expect(text.startsWith('## ❌ Scan Gate: 1 finding blocks')).toBe(true);
    expect(text).toContain('The end.');
    expect(text).toContain('| 🔴&nbsp;Critical<br>[9.8](https://www.first.org/cvss/calculator/3.1#CVSS:3.1/');
    const links =
      '📄 **[Action report (PDF)](https://github.com/example/shop/actions/runs/101/artifacts/4710)** · [JSON and SARIF](https://github.com/example/shop/actions/runs/101/artifacts/4711)';
    expect(text).toContain(`\n\n${links}\n\n| Severity |`);
    expect(text).toMatch(/^- 🟡&nbsp;Medium .* Set both attributes where the cookie is created\./mu);
  });

  test('keeps its limit in bytes, not characters, for 10,000 findings', () => {
    const description = 'Descrição çãõ 漏洞 😀 '.repeat(20);
    const list = findings({ critical: 5000, low: 5000 }).map((each) => ({ ...each, description }));
    const text = summary(plainModel(list, { language: 'pt' }));
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1_000_000);
    expect(Buffer.byteLength(text)).toBeGreaterThan(900_000);
    expect(text).toMatch(/achados foram omitidos aqui porque o GitHub limita o tamanho/u);
  });
});
