import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { severities, zeroCounts } from '../../../src/core/severity.ts';
import { countBySeverity, reconcileCounts } from '../../../src/gate/finding-counts.ts';
import { anyIssue, anyJson, summaryOf, wellFormedIssue } from './arbitraries.ts';
import { findingsOf } from './judgements.ts';

const highs = (count: number) => Array.from({ length: count }, () => ({ severity: 'high' }));

describe('reconcileCounts', () => {
  test('takes the higher number of each severity', () => {
    fc.assert(
      fc.property(summaryOf, fc.array(wellFormedIssue, { maxLength: 12 }), (summary, issues) => {
        const findings = findingsOf(issues);
        const read = reconcileCounts(summary, findings);
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

  const severe = { severity: 'severe', cvss: { score: 5 } };
  const upper = { severity: 'SEVERE', cvss: { score: 5 } };
  const inTwoCases = [{ severity: 'HIGH' }, { severity: 'High' }];

  test.each<[what: string, summary: object, issues: object[], unlisted: object, counts: object]>([
    ['a severity that is left out as zero', {}, highs(2), {}, { high: 2 }],
    ['an unknown severity with its own findings', { severe: 1 }, [severe], {}, { medium: 1 }],
    ['the rest of it as critical', { severe: 3 }, [severe], { critical: 2 }, { medium: 1, critical: 2 }],
    ['one that only the list has as the derived one', { medium: 1 }, [severe], {}, { medium: 1 }],
    ['one of those', { medium: 2 }, [severe, { severity: 5 }], { medium: 1 }, { medium: 2, critical: 1 }],
    ['all letter cases together', { HIGH: 1, high: 2 }, inTwoCases, { high: 1 }, { high: 3 }],
    ['those of an unknown severity too', { SEVERE: 1 }, [severe], {}, { medium: 1 }],
    ['those of the list too', { severe: 1 }, [upper], {}, { medium: 1 }],
  ])('counts %s', (_what, summary, issues, unlisted, counts) => {
    expect(reconcileCounts(summary, findingsOf(issues))).toEqual({
      unlisted: { ...zeroCounts, ...unlisted },
      counts: { ...zeroCounts, ...counts },
      unreadable: null,
    });
  });

  test.each([undefined, null, 'none', 0, [], [{ high: 1 }]])(
    'reports %p as unreadable, and counts what is listed',
    (summary) => {
      expect(reconcileCounts(summary, findingsOf(highs(1)))).toEqual({
        unlisted: zeroCounts,
        counts: { ...zeroCounts, high: 1 },
        unreadable: { path: 'issuesSummary', expected: expect.any(String) },
      });
    },
  );

  test.each([-1, 1.5, '3', null, true, {}, 2 ** 53])('reports %p as an unreadable count', (count) => {
    const { unreadable } = reconcileCounts({ low: 1, high: count }, []);
    expect(unreadable?.path).toBe('issuesSummary.high');
  });

  test('never throws, and never counts less than is listed', () => {
    fc.assert(
      fc.property(anyJson, fc.array(anyIssue, { maxLength: 4 }), (summary, issues) => {
        const findings = findingsOf(issues);
        const { counts, unlisted } = reconcileCounts(summary, findings);
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
    expect(reconcileCounts(summary, [])).toMatchObject({
      counts: { ...zeroCounts, critical: 3 },
      unreadable: null,
    });
    expect(Object.keys(zeroCounts)).toHaveLength(5);
    expect(Object.hasOwn(Object.prototype, 'high')).toBe(false);
  });
});
