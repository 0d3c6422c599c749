/** What holds for every result under the threshold alone. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Problem } from '../../../src/core/problem.ts';
import { compareSeverity, reaches, severities, sumCounts } from '../../../src/core/severity.ts';
import type { FailOn } from '../../../src/core/words.ts';
import { checksOf } from '../../../src/gate/assess.ts';
import { anyIssue, anyResult, laxestFirst, summaryOf, threshold, wellFormedIssue } from './arbitraries.ts';
import { judge, judgeResult } from './policies.ts';

const problem: Problem = { kind: 'timeout', afterMs: 60_000, percentage: 40 };

const outcome = (fields: Record<string, unknown>, failOn: FailOn) =>
  judge(fields, { failOn }).verdict.outcome;

describe('the laws of the gate', () => {
  test('pass means finished, understood, something checked and nothing at or above the threshold', () => {
    fc.assert(
      fc.property(anyResult, fc.option(fc.constant(problem)), threshold, (result, given, failOn) => {
        const { verdict, counts, findings, blocking } = judgeResult(result, { failOn }, { problem: given });
        expect(verdict.reasons.length).toBeGreaterThan(0);
        if (verdict.outcome !== 'pass') return;
        expect(given).toBeNull();
        expect(checksOf(result)).toBeGreaterThan(0);
        expect(blocking).toBe(0);
        expect(severities.filter((severity) => reaches(severity, failOn) && counts[severity] > 0)).toEqual(
          [],
        );
        expect(findings.every(({ status }) => status === 'passing')).toBe(true);
        expect(verdict.reasons).toEqual([{ kind: 'nothing-blocks', threshold: failOn }]);
      }),
      { numRuns: 500 },
    );
  });

  test('more findings never turn fail into anything else', () => {
    fc.assert(
      fc.property(
        fc.array(anyIssue, { maxLength: 5 }),
        fc.array(anyIssue, { maxLength: 5 }),
        summaryOf,
        threshold,
        (issues, more, issuesSummary, failOn) => {
          if (outcome({ issues, issuesSummary }, failOn) !== 'fail') return;
          expect(outcome({ issues: [...issues, ...more], issuesSummary }, failOn)).toBe('fail');
        },
      ),
    );
  });

  test('higher counts in the summary never turn fail into anything else', () => {
    fc.assert(
      fc.property(
        fc.array(wellFormedIssue, { maxLength: 4 }),
        summaryOf,
        summaryOf,
        threshold,
        (issues, few, extra, failOn) => {
          if (outcome({ issues, issuesSummary: few }, failOn) !== 'fail') return;
          const more = Object.fromEntries(
            severities.map((severity) => [severity, few[severity] + extra[severity]]),
          );
          expect(outcome({ issues, issuesSummary: more }, failOn)).toBe('fail');
        },
      ),
    );
  });

  test('a stricter threshold never turns fail into anything else, nor inconclusive into pass', () => {
    fc.assert(
      fc.property(anyResult, threshold, threshold, (result, a, b) => {
        const [lax, strict] = laxestFirst.indexOf(a) <= laxestFirst.indexOf(b) ? [a, b] : [b, a];
        const before = judgeResult(result, { failOn: lax }).verdict.outcome;
        const after = judgeResult(result, { failOn: strict }).verdict.outcome;
        if (before === 'fail') expect(after).toBe('fail');
        if (before === 'inconclusive') expect(after).not.toBe('pass');
      }),
    );
  });

  test('every finding is judged once, most severe first, then by score', () => {
    fc.assert(
      fc.property(fc.array(wellFormedIssue, { maxLength: 8 }), threshold, (issues, failOn) => {
        const { findings } = judge({ issues }, { failOn });
        expect(findings).toHaveLength(issues.length);
        for (const [index, { finding, status }] of findings.entries()) {
          expect(status).toBe(reaches(finding.severity, failOn) ? 'blocking' : 'passing');
          const next = findings[index + 1]?.finding;
          if (next === undefined) continue;
          const order = compareSeverity(finding.severity, next.severity);
          expect(order < 0 || (order === 0 && (finding.cvss?.score ?? -1) >= (next.cvss?.score ?? -1))).toBe(
            true,
          );
        }
      }),
    );
  });

  test('the counts hold at least every listed finding, and all that blocks', () => {
    fc.assert(
      fc.property(anyResult, threshold, (result, failOn) => {
        const { counts, findings, blocking } = judgeResult(result, { failOn });
        expect(sumCounts(counts)).toBeGreaterThanOrEqual(findings.length);
        expect(blocking).toBe(
          severities
            .filter((severity) => reaches(severity, failOn))
            .reduce((sum, severity) => sum + counts[severity], 0),
        );
      }),
    );
  });
});
