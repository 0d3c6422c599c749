import { describe, expect, test } from '@jest/globals';
import { en } from '../../../../../src/report/language/texts.ts';
import { trendSection } from '../../../../../src/report/page/sections/trend.ts';
import type { TrendPoint } from '../../../../../src/scan/trend.ts';
import { plainModel } from '../../models.ts';
import { comment, summary } from '../../rendered-reports.ts';
import { findings } from '../../sample-findings.ts';

describe('the trend', () => {
  const model = plainModel(findings({ high: 1, low: 2 }));
  const startedAt = model.scan.startedAt ?? 0;
  const daysAgo = (days: number, severity: TrendPoint['severity']): TrendPoint => ({
    startedAt: startedAt - days * 86_400_000,
    severity,
  });
  const section = (points: readonly TrendPoint[], of = model) => trendSection({ ...of, trend: points }, en);

  test.each([
    ['low', '→ 🟠 **worse than on 2026-11-20**'],
    ['high', '→ 🟠 **the same as on 2026-11-20**'],
    ['critical', '→ 🟠 **better than on 2026-11-20**'],
    [null, '→ 🟠 **worse than on 2026-11-19**'],
  ] as const)('compares this scan with the last one that states a severity: %s', (last, conclusion) => {
    const trend = [daysAgo(3, 'critical'), daysAgo(2, 'warning'), daysAgo(1, last)];
    const text = section(trend);
    expect(text).toMatch(/^\*\*Trend:\*\* 🔴 ⚪ [·🔴🟠🔵] /u);
    expect(text).toContain(conclusion);
    expect(text).toContain('- 2026-11-18 09:12: 🔴&nbsp;Critical\n- 2026-11-19 09:12: ⚪&nbsp;Warning\n');
    const listed = { startedAt: Math.floor(startedAt / 1000) * 1000, severity: 'low' } as const;
    expect(section([...trend, listed])).toBe(text);
  });

  test('says that a clean scan is better, and compares none that did not finish', () => {
    const trend = [daysAgo(1, 'critical')];
    expect(section(trend, plainModel())).toContain('🔴 → ✅ **better than on 2026-11-20**');
    const problem = { kind: 'timeout', afterMs: 1, percentage: 50 } as const;
    expect(section(trend, plainModel([], { problem }))).not.toContain('→');
  });

  test('is nothing without earlier scans, or if their times are invalid', () => {
    expect(section([])).toBe('');
    expect(section([{ startedAt: Number.NaN, severity: 'low' }])).toBe('');
  });

  test('is shown in the summary, not in the comment', () => {
    const trend = [daysAgo(1, 'low')];
    expect(summary({ ...model, trend })).toContain('**Trend:**');
    expect(comment({ ...model, trend })).not.toContain('**Trend:**');
  });
});
