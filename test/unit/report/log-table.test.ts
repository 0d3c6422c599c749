import { describe, expect, test } from '@jest/globals';
import { renderLogTable } from '../../../src/report/log-table.ts';
import { en } from '../../../src/report/texts/en/texts.ts';
import { pt } from '../../../src/report/texts/pt/texts.ts';
import { assess, finding, findings, model, withoutScan } from './models.ts';

describe('renderLogTable', () => {
  test('fits one screen and counts what it leaves out', () => {
    const lines = renderLogTable(model(assess(findings({ critical: 10, high: 30, low: 5 }))), en);
    expect(lines[0]).toBe('Scan Gate: 40 findings block this pull request');
    expect(lines).toContain('10 critical, 30 high, 5 low');
    expect(lines.at(-1)).toBe('and 25 more');
    expect(lines.length).toBeLessThanOrEqual(30);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(140);
  });

  test('has no line breaks or control characters of a finding in it', () => {
    const lines = renderLogTable(
      model(assess([finding('critical', 0, { name: 'a\n::error::b\u001b[2J' })])),
      en,
    );
    expect(lines.join('')).not.toMatch(/\p{Cc}/u);
    expect(lines.some((line) => line.includes('a ::error::b'))).toBe(true);
  });

  test('of a run without a scan is the reason and the remedy', () => {
    const lines = renderLogTable(withoutScan({ kind: 'nothing-checked' }), pt);
    expect(lines[0]).toBe('Scan Gate: sem veredito, por isso este check falhou');
    expect(lines).toHaveLength(3);
  });
});
