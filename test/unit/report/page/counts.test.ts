import { describe, expect, test } from '@jest/globals';
import { countsSection } from '../../../../src/report/page/counts.ts';
import { countsOnlyModel, exampleBaseline, judgedModel, plainModel, withoutScan } from '../models.ts';
import { findings } from '../sample-findings.ts';

describe('the counts', () => {
  test('are bold if they block, also if it is not said which findings do', () => {
    const model = countsOnlyModel(plainModel(findings({ high: 2, low: 3 })));
    expect(countsSection(model)).toBe('🟠&nbsp;**2 high** · 🔵&nbsp;3 low — high or worse blocks.');
  });

  const compared = 'baseline: https://www.example.com';
  test.each([
    ['fail-on: critical', 'critical blocks.'],
    ['fail-on: high', 'high or worse blocks.'],
    ['fail-on: never', 'no severity blocks by itself (`fail-on: never`).'],
    [`fail-on: medium\n${compared}`, 'medium or worse blocks if new.'],
  ])('are followed by what blocks: with %j', (policy, rule) => {
    const baseline = policy.includes(compared) ? { baseline: exampleBaseline([]) } : {};
    const model = judgedModel({ policy, findings: findings({ low: 1 }), ...baseline });
    expect(countsSection(model)).toContain(`; ${rule}`);
  });

  test('are not there if nothing was scanned', () => {
    expect(countsSection(withoutScan({ kind: 'missing-api-key' }))).toBe(
      'Target: [preview-104.example.com](https://preview-104.example.com/) · Scanning service: scanner.example.com',
    );
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
