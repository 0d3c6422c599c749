// Spans several sources: what holds for every result under every policy.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { severities, sumCounts } from '../../../src/core/severity.ts';
import type { Assessment } from '../../../src/gate/verdict.ts';
import { anyResult, laxestFirst, summaryOf } from './arbitraries.ts';
import { anyBaseline, anyPolicy, anyRule, baselineOf, fewIssues, judge } from './policies.ts';

/** Findings with their status, independent of their order. */
function statuses({ findings }: Assessment): string[] {
  return findings
    .map(({ fingerprint, status, finding, blockedBy }) =>
      JSON.stringify([fingerprint, status, finding.severity, finding.cvss?.score, blockedBy]),
    )
    .sort();
}

/** The lower of two scores; `null` is none. */
function stricterOf(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}

const worse = { pass: 0, inconclusive: 1, fail: 2 } as const;

describe('the laws of the policy', () => {
  test('more ignore rules never add blocking findings, nor make the verdict worse', () => {
    fc.assert(
      fc.property(
        fewIssues,
        summaryOf,
        anyPolicy,
        anyBaseline,
        anyRule,
        (issues, summary, policy, ...rest) => {
          const [baseline, rule] = rest;
          const fields = { issues, issuesSummary: summary };
          const before = judge(fields, policy, { baseline });
          const after = judge(fields, { ...policy, ignore: [...policy.ignore, rule] }, { baseline });
          expect(after.blocking).toBeLessThanOrEqual(before.blocking);
          expect(worse[after.verdict.outcome]).toBeLessThanOrEqual(worse[before.verdict.outcome]);
          expect(after.counts).toEqual(before.counts);
        },
      ),
    );
  });

  test('a stricter threshold never turns fail into pass, nor releases a blocking finding', () => {
    const score = fc.option(fc.integer({ min: 0, max: 10 }));
    fc.assert(
      fc.property(
        anyResult,
        anyPolicy,
        anyBaseline,
        fc.nat(5),
        fc.nat(5),
        score,
        (result, policy, ...rest) => {
          const [baseline, a, b, cvss] = rest;
          const [lax = 'never', strict = 'never'] = [
            laxestFirst[Math.min(a, b)],
            laxestFirst[Math.max(a, b)],
          ];
          const before = judge({}, { ...policy, failOn: lax }, { result, baseline });
          const tighter = { ...policy, failOn: strict, failOnCvss: stricterOf(policy.failOnCvss, cvss) };
          const after = judge({}, tighter, { result, baseline });
          expect(after.blocking).toBeGreaterThanOrEqual(before.blocking);
          if (before.verdict.outcome !== 'pass') expect(after.verdict.outcome).not.toBe('pass');
          if (before.verdict.outcome === 'fail') expect(after.verdict.outcome).toBe('fail');
        },
      ),
      { numRuns: 300 },
    );
  });

  test('a smaller budget never turns fail into pass', () => {
    const severity = fc.constantFrom(...severities);
    fc.assert(
      fc.property(fewIssues, anyPolicy, anyBaseline, severity, fc.nat(3), (issues, policy, ...rest) => {
        const [baseline, chosen, less] = rest;
        const before = judge({ issues }, policy, { baseline });
        const allowed = Math.max(0, (policy.maxFindings[chosen] ?? 4) - less);
        const maxFindings = { ...policy.maxFindings, [chosen]: allowed };
        const after = judge({ issues }, { ...policy, maxFindings }, { baseline });
        expect(worse[after.verdict.outcome]).toBeGreaterThanOrEqual(worse[before.verdict.outcome]);
      }),
    );
  });

  test('`min-checks` turns only a pass, into inconclusive, and only where fewer checks were made', () => {
    fc.assert(
      fc.property(fewIssues, anyPolicy, fc.nat(5), fc.nat(5), (issues, policy, checks, minChecks) => {
        const [before, after] = [null, minChecks].map((minimum) =>
          judge({ issues, totalChecked: checks }, { ...policy, minChecks: minimum }),
        );
        const turns = before?.verdict.outcome === 'pass' && checks < minChecks;
        expect(after?.verdict.outcome).toBe(turns ? 'inconclusive' : before?.verdict.outcome);
        expect([after?.blocking, after?.counts]).toEqual([before?.blocking, before?.counts]);
      }),
    );
  });

  test('a baseline equal to the result leaves nothing new, and nothing that blocks', () => {
    fc.assert(
      fc.property(fewIssues, anyPolicy, (issues, policy) => {
        const assessment = judge({ issues }, policy, { baseline: baselineOf(issues.toReversed()) });
        expect(assessment.baseline).toMatchObject({ kind: 'compared', new: 0, fixed: 0 });
        expect(assessment).toMatchObject({ blocking: 0, verdict: { outcome: 'pass' } });
      }),
    );
  });

  test('a baseline never adds blocking findings', () => {
    fc.assert(
      fc.property(fewIssues, anyPolicy, anyBaseline, (issues, policy, baseline) => {
        const without = judge({ issues }, policy);
        expect(judge({ issues }, policy, { baseline }).blocking).toBeLessThanOrEqual(without.blocking);
      }),
    );
  });

  test('the order of findings, of the baseline and of rules does not matter', () => {
    fc.assert(
      fc.property(fewIssues, fewIssues, anyPolicy, (issues, before, policy) => {
        const one = judge({ issues }, policy, { baseline: baselineOf(before) });
        const other = judge(
          { issues: issues.toReversed() },
          { ...policy, ignore: policy.ignore.toReversed() },
          { baseline: baselineOf(before.toReversed()) },
        );
        expect(statuses(other)).toEqual(statuses(one));
        expect({ ...other.verdict, ...other.baseline }).toEqual({ ...one.verdict, ...one.baseline });
      }),
      { numRuns: 300 },
    );
  });

  test('the counts of an assessment add up', () => {
    fc.assert(
      fc.property(fewIssues, summaryOf, anyPolicy, anyBaseline, (issues, summary, policy, baseline) => {
        const assessment = judge({ issues, issuesSummary: summary }, policy, { baseline });
        const count = (wanted: string) =>
          assessment.findings.filter(({ status }) => status === wanted).length;
        expect(assessment.findings).toHaveLength(issues.length);
        expect(assessment.ignored).toBe(count('ignored'));
        expect(sumCounts(assessment.counts)).toBe(issues.length + sumCounts(assessment.unlisted));
        if (assessment.baseline.kind === 'compared') {
          expect(assessment.baseline.new).toBe(count('blocking') + count('passing'));
          expect(assessment.baseline.known).toBe(count('known'));
        }
        for (const { status, blockedBy, ignoredBy } of assessment.findings) {
          expect(blockedBy.length > 0).toBe(status === 'blocking');
          expect(ignoredBy !== null).toBe(status === 'ignored');
        }
        expect(assessment.blocking > 0).toBe(assessment.verdict.outcome === 'fail');
      }),
    );
  });
});
