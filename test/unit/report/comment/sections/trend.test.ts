import { describe, expect, test } from '@jest/globals';
import { renderComment } from '../../../../../src/report/comment/comment.ts';
import { trendSection } from '../../../../../src/report/comment/sections/trend.ts';
import { renderSummary } from '../../../../../src/report/comment/summary.ts';
import type { ReportModel } from '../../../../../src/report/model.ts';
import { en } from '../../../../../src/report/texts/en/texts.ts';
import type { TrendPoint } from '../../../../../src/scan/scan-list.ts';
import { assess, findings, model } from '../../models.ts';

const shown = model(assess(findings({ high: 1, low: 2 })));
const startedAt = shown.scan.startedAt ?? 0;
const dayMs = 86_400_000;

function withTrend(trend: readonly TrendPoint[], base: ReportModel = shown): ReportModel {
  return { ...base, trend };
}

const trend: readonly TrendPoint[] = [
  { startedAt: startedAt - dayMs, severity: null },
  { startedAt: startedAt - 3 * dayMs, severity: 'critical' },
  { startedAt: startedAt - 2 * dayMs, severity: 'warning' },
];

describe('the trend', () => {
  test('is a bar and a word for each scan, oldest first, and this scan last', () => {
    expect(trendSection(withTrend(trend), en)).toContain(
      [
        '```text',
        '2026-11-18 09:12  █████  Critical',
        '2026-11-19 09:12  █░░░░  Warning',
        '2026-11-20 09:12         not stated',
        'this scan         ████░  High',
        '```',
      ].join('\n'),
    );
  });

  test('shows this scan once, also where the list holds it already', () => {
    const listed = { startedAt: Math.floor(startedAt / 1000) * 1000, severity: 'low' } as const;
    expect(trendSection(withTrend([...trend, listed]), en)).toBe(trendSection(withTrend(trend), en));
  });

  test('says that a clean scan found nothing', () => {
    expect(trendSection(withTrend(trend, model(assess([]))), en)).toMatch(
      /this scan +░░░░░ {2}no findings\n/u,
    );
  });

  test('leaves out a scan that did not finish', () => {
    const timeout = assess([], { kind: 'timeout', afterMs: 1, percentage: 50 });
    expect(trendSection(withTrend(trend, model(timeout)), en)).not.toContain('this scan');
  });

  test('has twelve rows at most', () => {
    const many = Array.from({ length: 400 }, (_, day) => ({
      startedAt: startedAt - (day + 1) * dayMs,
      severity: 'low' as const,
    }));
    const text = trendSection(withTrend(many), en);
    expect(text.match(/^2026-/gmu)).toHaveLength(11);
    expect(text).toContain('2026-11-20');
    expect(text).toContain('of the last 12 scans');
  });

  test('is nothing without earlier scans, or where their times are invalid', () => {
    expect(trendSection(shown, en)).toBe('');
    expect(trendSection(withTrend([{ startedAt: Number.NaN, severity: 'low' }]), en)).toBe('');
  });

  test('is shown in the summary, not in the comment', () => {
    expect(renderSummary(withTrend(trend), en)).toContain('### Trend');
    expect(renderComment(withTrend(trend), en, { marker: '' })).not.toContain('### Trend');
  });
});
