import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Severity } from '../../../src/core/severity.ts';
import type { Policy } from '../../../src/policy/policy.ts';
import type { OldScan, OldScans } from '../../../src/scan/old-scans.ts';
import { asResult } from './arbitraries.ts';
import { anyBaseline, anyPolicy, baselineOf, fewIssues, ignoring, judge, reasonKinds } from './policies.ts';

const day = 86_400_000;
const startedAt = Date.parse('2026-10-01T08:00:00Z');
const issue = (name: string, severity: Severity) => ({ name, severity, group: 'g' });

function oldScan(issues: readonly unknown[]): OldScan {
  return { kind: 'scan', scanId: 'old', startedAt, result: asResult({ issues }), target: 'a.example' };
}

/** Judges a scan with `issues`, thirty days after one with `before`. */
function overdue(issues: readonly unknown[], before: OldScan, policy: Partial<Policy> = {}, given = {}) {
  const oldScans: OldScans = new Map([[30 * day, before]]);
  const fixWithinMs = { critical: 30 * day, high: 30 * day };
  return judge({ issues }, { failOn: 'never', fixWithinMs, ...policy }, { oldScans, ...given });
}

const statuses = (assessment: ReturnType<typeof judge>) =>
  assessment.findings.map(({ finding, status }) => `${finding.name} ${status}`);

describe('fix-within', () => {
  test('a finding that an old scan has is overdue and blocks, and names the scan', () => {
    const assessment = overdue([issue('a', 'high'), issue('b', 'high')], oldScan([issue('a', 'high')]));
    expect(statuses(assessment)).toEqual(['a blocking', 'b passing']);
    expect(assessment.verdict).toEqual({ outcome: 'fail', reasons: [{ kind: 'overdue', count: 1 }] });
    expect(assessment.findings[0]?.blockedBy).toEqual([
      { kind: 'fix-within', severity: 'high', withinMs: 30 * day, scanId: 'old', since: startedAt },
    ]);
  });

  test('whatever its severity was then, and by the severity that it has now', () => {
    expect(statuses(overdue([issue('a', 'high')], oldScan([issue('a', 'low')])))).toEqual(['a blocking']);
    expect(statuses(overdue([issue('a', 'low')], oldScan([issue('a', 'high')])))).toEqual(['a passing']);
  });

  test('known or not', () => {
    const baseline = baselineOf([issue('a', 'high')]);
    const assessment = overdue([issue('a', 'high')], oldScan([issue('a', 'high')]), {}, { baseline });
    expect(statuses(assessment)).toEqual(['a blocking']);
    expect(assessment.findings[0]?.known).toBe(true);
    expect(assessment.baseline).toMatchObject({ new: 0, known: 1 });
  });

  test('an ignore rule still takes it', () => {
    const ignore = [ignoring({ name: 'a' })];
    const assessment = overdue([issue('a', 'high')], oldScan([issue('a', 'high')]), { ignore });
    expect([statuses(assessment), assessment.verdict.outcome]).toEqual([['a ignored'], 'pass']);
  });

  test('of two findings where the old scan has one, the more severe one is overdue', () => {
    const issues = [issue('a', 'high'), issue('a', 'critical')];
    const before = oldScan([issue('a', 'low')]);
    const both = overdue(issues, before);
    expect(both.findings.map(({ finding, status }) => `${finding.severity} ${status}`)).toEqual([
      'critical blocking',
      'high passing',
    ]);
  });

  test('nothing is overdue where no scan is old enough, and on a run that reads none', () => {
    expect(overdue([issue('a', 'high')], { kind: 'none' }).verdict.outcome).toBe('pass');
    const given = { oldScans: new Map() };
    expect(overdue([issue('a', 'high')], { kind: 'none' }, {}, given).verdict.outcome).toBe('pass');
  });

  test('is inconclusive where the earlier scans cannot be read, unless something blocks', () => {
    const before: OldScan = { kind: 'problem', problem: { kind: 'list-cut', listed: 1, total: 9 } };
    const unknown = overdue([issue('a', 'high')], before);
    expect(unknown.verdict.outcome).toBe('inconclusive');
    expect(reasonKinds(unknown)).toEqual(['fix-within']);
    expect(unknown.complete).toBe(true);
    expect(overdue([issue('a', 'high')], before, { failOn: 'high' }).verdict.outcome).toBe('fail');
  });

  test('a finding without a readable name is never overdue', () => {
    expect(statuses(overdue([issue('', 'high')], oldScan([issue('', 'high')])))).toEqual([' passing']);
  });
});

describe('the laws of fix-within', () => {
  test('it only adds blocking', () => {
    const worse = { pass: 0, inconclusive: 1, fail: 2 } as const;
    fc.assert(
      fc.property(fewIssues, fewIssues, anyPolicy, anyBaseline, (issues, before, policy, baseline) => {
        const without = judge({ issues }, policy, { baseline });
        const fixWithinMs = { high: day, low: day };
        const oldScans = new Map([[day, oldScan(before)]]);
        const added = judge({ issues }, { ...policy, fixWithinMs }, { baseline, oldScans });
        expect(worse[added.verdict.outcome]).toBeGreaterThanOrEqual(worse[without.verdict.outcome]);
        for (const [index, { status, blockedBy, known }] of without.findings.entries()) {
          const now = added.findings[index];
          if (status === 'blocking' || status === 'ignored') expect(now?.status).toBe(status);
          expect(now?.blockedBy.filter(({ kind }) => kind !== 'fix-within')).toEqual(blockedBy);
          expect(now?.known).toBe(known);
        }
        expect(added.baseline).toEqual(without.baseline);
      }),
    );
  });

  test('everything of the listed severities that an equal old scan has is overdue, unless it is ignored', () => {
    fc.assert(
      fc.property(fewIssues, anyPolicy, (issues, policy) => {
        const fixWithinMs = { critical: day, high: day, medium: day, low: day, warning: day };
        const oldScans = new Map([[day, oldScan(issues.toReversed())]]);
        const { findings } = judge({ issues }, { ...policy, fixWithinMs }, { oldScans, host: 'a.example' });
        for (const { status, blockedBy } of findings)
          expect(blockedBy.some(({ kind }) => kind === 'fix-within')).toBe(status !== 'ignored');
      }),
    );
  });
});
