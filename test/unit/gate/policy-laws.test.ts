// Spans several sources: what holds for every result under every policy.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { FailOn } from '../../../src/core/choices.ts';
import { severities, sumCounts } from '../../../src/core/severity.ts';
import { scoreForThreshold } from '../../../src/gate/thresholds.ts';
import type { Assessment } from '../../../src/gate/verdict.ts';
import { anyCompared, anyPolicy, anyRule, anySummary, fewIssues } from './any-policy.ts';
import { anyResult, countCases, laxestFirst, threshold } from './arbitraries.ts';
import { assessed, baselineOf } from './assessments.ts';

/**
 * Findings with their status, independent of their order. One without a score is like one with the highest of its
 * severity.
 */
function statuses({ findings }: Assessment): string[] {
  return findings
    .map(({ fingerprint, status, finding, blockedBy }) =>
      JSON.stringify([fingerprint, status, finding.severity, scoreForThreshold(finding), blockedBy]),
    )
    .sort();
}

/** The lower of two scores; `null` is none. */
function stricterOf(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}

const byStrictness = (a: FailOn, b: FailOn) => laxestFirst.indexOf(a) - laxestFirst.indexOf(b);
const worse = { pass: 0, inconclusive: 1, fail: 2 } as const;

describe('the laws of the policy', () => {
  test('more ignore rules never add blocking findings, nor make the verdict worse', () => {
    const cases = countCases();
    fc.assert(
      fc.property(
        anyCompared,
        anySummary,
        anyPolicy,
        anyRule,
        ([issues, baseline], issuesSummary, policy, rule) => {
          const fields = { issues, issuesSummary };
          const before = assessed(fields, policy, { baseline });
          const after = assessed(fields, { ...policy, ignore: [...policy.ignore, rule] }, { baseline });
          expect(after.blockingCount).toBeLessThanOrEqual(before.blockingCount);
          expect(worse[after.verdict.outcome]).toBeLessThanOrEqual(worse[before.verdict.outcome]);
          expect(after.counts).toEqual(before.counts);
          cases.met('releases', after.blockingCount < before.blockingCount);
          cases.met('turns', after.verdict.outcome !== before.verdict.outcome);
        },
      ),
      { numRuns: 400 },
    );
    expect(cases.rarest('releases', 'turns')).toBeGreaterThan(0);
  });

  test('a stricter policy never turns fail into pass, nor releases a blocking finding', () => {
    const cases = countCases();
    const stricter = fc.record({
      failOns: fc.tuple(threshold, threshold).map((both) => both.toSorted(byStrictness)),
      failOnCvss: fc.option(fc.integer({ min: 0, max: 10 })),
      budget: fc.option(fc.record({ severity: fc.constantFrom(...severities), less: fc.nat(3) })),
      minChecks: fc.option(fc.nat(60)),
    });
    fc.assert(
      fc.property(anyResult, anyPolicy, anyCompared, stricter, (result, policy, [, baseline], given) => {
        const [lax = 'never', failOn = 'never'] = given.failOns;
        const { budget, minChecks } = given;
        const failOnCvss = stricterOf(policy.failOnCvss, given.failOnCvss);
        const maxFindings = { ...policy.maxFindings };
        if (budget !== null) {
          const allowed = (maxFindings[budget.severity] ?? 3) - budget.less;
          maxFindings[budget.severity] = Math.max(0, allowed);
        }
        const before = assessed({}, { ...policy, failOn: lax }, { result, baseline });
        const tighter = { ...policy, failOn, failOnCvss, maxFindings, minChecks };
        const after = assessed({}, tighter, { result, baseline });
        expect(after.blockingCount).toBeGreaterThanOrEqual(before.blockingCount);
        expect(worse[after.verdict.outcome]).toBeGreaterThanOrEqual(worse[before.verdict.outcome]);
        cases.met(`${before.verdict.outcome} to ${after.verdict.outcome}`);
      }),
      { numRuns: 500 },
    );
    const changes = ['pass to pass', 'pass to inconclusive', 'pass to fail', 'inconclusive to fail'];
    expect(cases.rarest(...changes, 'inconclusive to inconclusive', 'fail to fail')).toBeGreaterThan(0);
  });

  test('a baseline equal to the result leaves nothing new, and nothing that blocks', () => {
    const cases = countCases();
    fc.assert(
      fc.property(fewIssues, anyPolicy, (issues, policy) => {
        const assessment = assessed({ issues }, policy, { baseline: baselineOf(issues.toReversed()) });
        expect(assessment.baseline).toMatchObject({ kind: 'compared', new: 0, fixed: 0 });
        expect(assessment).toMatchObject({ blockingCount: 0, verdict: { outcome: 'pass' } });
        cases.met('blocks without it', assessed({ issues }, policy).blockingCount > 0);
      }),
    );
    expect(cases.rarest('blocks without it')).toBeGreaterThan(0);
  });

  test('the order of findings, of the baseline and of rules does not matter', () => {
    const cases = countCases();
    fc.assert(
      fc.property(anyCompared, fewIssues, anyPolicy, ([issues], others, policy) => {
        const before = [...others, ...issues.slice(1)];
        const one = assessed({ issues }, policy, { baseline: baselineOf(before) });
        const other = assessed(
          { issues: issues.toReversed() },
          { ...policy, ignore: policy.ignore.toReversed() },
          { baseline: baselineOf(before.toReversed()) },
        );
        expect(statuses(other)).toEqual(statuses(one));
        expect({ ...other.verdict, ...other.baseline }).toEqual({ ...one.verdict, ...one.baseline });
        for (const { status } of one.findings) cases.met(status, issues.length > 1);
      }),
      { numRuns: 300 },
    );
    expect(cases.rarest('blocking', 'passing', 'known', 'ignored')).toBeGreaterThan(0);
  });

  test('the counts of an assessment add up', () => {
    const cases = countCases();
    fc.assert(
      fc.property(anyCompared, anySummary, anyPolicy, ([issues, baseline], issuesSummary, policy) => {
        const assessment = assessed({ issues, issuesSummary }, policy, { baseline });
        const count = (wanted: string) =>
          assessment.findings.filter(({ status }) => status === wanted).length;
        expect(assessment.findings).toHaveLength(issues.length);
        expect(sumCounts(assessment.countsByStatus.ignored)).toBe(count('ignored'));
        expect(sumCounts(assessment.counts)).toBe(issues.length + sumCounts(assessment.unlisted));
        if (assessment.baseline.kind === 'compared') {
          expect(assessment.baseline.new).toBe(count('blocking') + count('passing'));
          expect(assessment.baseline.known).toBe(count('known'));
        }
        for (const { status, blockedBy, ignoredBy } of assessment.findings) {
          expect(blockedBy.length > 0).toBe(status === 'blocking');
          expect(ignoredBy !== null).toBe(status === 'ignored');
          cases.met(status);
        }
        expect(assessment.blockingCount > 0).toBe(assessment.verdict.outcome === 'fail');
        cases.met(assessment.verdict.outcome);
        cases.met('unlisted', sumCounts(assessment.unlisted) > 0);
      }),
      { numRuns: 200 },
    );
    const statusesMet = ['blocking', 'passing', 'known', 'ignored'];
    expect(cases.rarest(...statusesMet, 'pass', 'fail', 'unlisted')).toBeGreaterThan(0);
  });
});
