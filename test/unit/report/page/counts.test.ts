import { describe, expect, test } from '@jest/globals';
import { countsSection } from '../../../../src/report/page/counts.ts';
import { countsOnlyModel, plainModel, withoutScan } from '../models.ts';
import { findings } from '../sample-findings.ts';

describe('the counts', () => {
  const target =
    'Target: [preview-104.example.com](https://preview-104.example.com/) · Scanning service: scanner.example.com';

  test('are bold if they block, also if it is not said which findings do', () => {
    const model = countsOnlyModel(plainModel(findings({ high: 2, low: 3 })));
    expect(countsSection(model)).toBe(
      '🟠&nbsp;**2 high** · 🔵&nbsp;3 low<br>\nScanning service: scanner.example.com',
    );
  });

  test('are followed by target and service, and are not there if nothing was found', () => {
    expect(countsSection(plainModel(findings({ low: 1 })))).toBe(`🔵&nbsp;1 low<br>\n${target}`);
    for (const model of [plainModel(), withoutScan({ kind: 'missing-api-key' })])
      expect(countsSection(model)).toBe(target);
  });

  test('are followed by those that the summary counts beyond the list', () => {
    const unlisted = { critical: 2, high: 0, medium: 0, low: 1, warning: 0 };
    const model = plainModel(findings({ high: 1 }));
    const judgement = { ...model.judgement, counts: { ...unlisted, high: 1 }, unlisted };
    expect(countsSection({ ...model, judgement })).toContain(
      '<br>\nThe scan counts 3 findings that it does not list (2 critical, 1 low).',
    );
  });
});
