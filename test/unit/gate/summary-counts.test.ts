import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { noFindings, severities } from '../../../src/core/severity.ts';
import { countBySeverity, readSummaryCounts } from '../../../src/gate/summary-counts.ts';
import { anyIssue, anyJson, summaryOf, wellFormedIssue } from './arbitraries.ts';
import { findingsOf } from './judgements.ts';

const highs = (count: number) => Array.from({ length: count }, () => ({ severity: 'high' }));

describe('readSummaryCounts', () => {
  test('takes the higher number of each severity', () => {
    fc.assert(
      fc.property(summaryOf, fc.array(wellFormedIssue, { maxLength: 12 }), (summary, issues) => {
        const findings = findingsOf(issues);
        const read = readSummaryCounts(summary, findings);
        for (const severity of severities) {
          const listed = issues.filter((issue) => issue.severity === severity).length;
          expect(countBySeverity(findings)[severity]).toBe(listed);
          expect(read.counts[severity]).toBe(Math.max(summary[severity], listed));
          expect(read.unlisted[severity]).toBe(Math.max(0, summary[severity] - listed));
        }
        expect(read.unreadable).toBeNull();
      }),
    );
  });

  test('treats a severity that the summary leaves out as zero', () => {
    expect(readSummaryCounts({}, findingsOf(highs(2)))).toMatchObject({
      unlisted: noFindings,
      counts: { ...noFindings, high: 2 },
      unreadable: null,
    });
  });

  test('compares an unknown severity with findings of that severity, and counts the rest as critical', () => {
    const findings = findingsOf([{ severity: 'severe', cvss: { score: 5 } }]);
    expect(readSummaryCounts({ severe: 1 }, findings)).toMatchObject({
      unlisted: noFindings,
      counts: { ...noFindings, medium: 1 },
    });
    expect(readSummaryCounts({ severe: 3 }, findings)).toMatchObject({
      unlisted: { ...noFindings, critical: 2 },
    });
  });

  test('counts an unknown severity that the summary does not have once, as the derived one', () => {
    const findings = findingsOf([{ severity: 'severe', cvss: { score: 5 } }, { severity: 5 }]);
    expect(readSummaryCounts({ medium: 1, critical: 1 }, findings)).toMatchObject({
      unlisted: noFindings,
      counts: { ...noFindings, medium: 1, critical: 1 },
    });
    expect(readSummaryCounts({ medium: 2 }, findings)).toMatchObject({
      unlisted: { ...noFindings, medium: 1 },
      counts: { ...noFindings, medium: 2, critical: 1 },
    });
  });

  test('counts a severity in all its letter cases together', () => {
    const findings = findingsOf([{ severity: 'HIGH' }, { severity: 'High' }]);
    expect(readSummaryCounts({ HIGH: 1, high: 2 }, findings)).toMatchObject({
      unlisted: { ...noFindings, high: 1 },
      counts: { ...noFindings, high: 3 },
    });
    const severe = findingsOf([{ severity: 'Severe', cvss: { score: 5 } }]);
    expect(readSummaryCounts({ SEVERE: 1 }, severe)).toMatchObject({ unlisted: noFindings });
  });

  test.each([undefined, null, 'none', 0, [], [{ high: 1 }]])(
    'reports %p as unreadable, and counts what is listed',
    (summary) => {
      expect(readSummaryCounts(summary, findingsOf(highs(1)))).toEqual({
        unlisted: noFindings,
        counts: { ...noFindings, high: 1 },
        unreadable: { path: 'issuesSummary', expected: expect.any(String) },
      });
    },
  );

  test.each([-1, 1.5, '3', null, true, {}, 2 ** 53])('reports %p as an unreadable count', (count) => {
    const { unreadable } = readSummaryCounts({ low: 1, high: count }, []);
    expect(unreadable?.path).toBe('issuesSummary.high');
  });

  test('never throws, and never counts less than is listed', () => {
    fc.assert(
      fc.property(anyJson, fc.array(anyIssue, { maxLength: 4 }), (summary, issues) => {
        const findings = findingsOf(issues);
        const { counts, unlisted } = readSummaryCounts(summary, findings);
        const listed = countBySeverity(findings);
        for (const severity of severities) {
          expect(unlisted[severity]).toBeGreaterThanOrEqual(0);
          expect(counts[severity]).toBeGreaterThanOrEqual(listed[severity]);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('treats keys with a meaning in JavaScript like any other', () => {
    const summary: unknown = JSON.parse('{"__proto__": 2, "constructor": 1, "high": 0}');
    expect(readSummaryCounts(summary, [])).toMatchObject({
      counts: { ...noFindings, critical: 3 },
      unreadable: null,
    });
    expect(Object.keys(noFindings)).toHaveLength(5);
    expect(Object.hasOwn(Object.prototype, 'high')).toBe(false);
  });
});
