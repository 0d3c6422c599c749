import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type FailOn, failOnValues } from '../../../src/core/choices.ts';
import { classified } from '../../../src/core/classified-text.ts';
import { classifiedField, type Problem } from '../../../src/core/problem.ts';
import { noFindings, reaches, severities } from '../../../src/core/severity.ts';
import { isEnoughToFail, judgeByAllPolicies } from '../../../src/gate/judge-scan.ts';
import { countChecks } from '../../../src/gate/summary-counts.ts';
import { isTrusted } from '../../../src/gate/verdict.ts';
import type { Policy } from '../../../src/policy/policy.ts';
import { withoutBaseline } from '../../../src/scan/baseline-scans.ts';
import { endState } from '../../support/end-state.ts';
import { plainPolicy } from '../../support/plain-policy.ts';
import { targetLost } from '../../support/problem-samples.ts';
import { anyIssue, anyResult, asResult, countCases, summaryOf, threshold } from './arbitraries.ts';
import {
  assessed,
  assessedResult,
  baselineOf,
  emptyResult,
  hostRulesOf,
  ignoring,
  issue,
  now,
  reasonKinds,
  statuses,
} from './assessments.ts';

const problem: Problem = { kind: 'timeout', afterMs: 60_000, percentage: 40 };

const outcome = (fields: Record<string, unknown>, failOn: FailOn = 'high') =>
  assessed(fields, { failOn }).verdict.outcome;

test('a doubt about the target makes a pass inconclusive, and is a further reason of a fail', () => {
  const reason = { kind: 'problem', problem: targetLost };
  const { verdict, complete } = assessed({}, {}, { doubts: [targetLost] });
  expect(verdict).toEqual({ outcome: 'inconclusive', reasons: [reason] });
  expect(complete).toBe(false);
  const blocked = assessed({ issues: [{ severity: 'high' }] }, {}, { doubts: [targetLost] });
  expect(blocked.verdict).toMatchObject({
    outcome: 'fail',
    reasons: [{ kind: 'blocking-findings' }, reason],
  });
});

test('a baseline that cannot be read hides no doubt about the scan', () => {
  const baseline = {
    kind: 'scan',
    scanId: 'base',
    target: null,
    result: asResult({ issues: 7 }),
    olderScans: [],
  } as const;
  const policiesWithBaselines = [{ policy: plainPolicy, baseline }];
  const whole = { ...endState(asResult(emptyResult)), policiesWithBaselines };
  const facts = { preferences: null, siteHost: null, now, doubts: [] };
  const { assessment } = judgeByAllPolicies(whole, { ...facts, doubts: [targetLost] });
  expect(assessment.verdict.outcome).toBe('inconclusive');
  expect(reasonKinds(assessment)).toEqual(['baseline', 'target-lost']);
  expect(isTrusted(assessment)).toBe(false);
  const undoubted = judgeByAllPolicies(whole, facts).assessment;
  expect(reasonKinds(undoubted)).toEqual(['baseline']);
  expect(isTrusted(undoubted)).toBe(true);
});

describe('the verdict', () => {
  const blocking = { outcome: 'fail', status: 'blocking', blockingCount: 1 };
  const passing = { outcome: 'pass', status: 'passing', blockingCount: 0 };

  test.each(
    severities.flatMap((severity) =>
      failOnValues.map((failOn) => ({
        severity,
        failOn,
        ...(reaches(severity, failOn) ? blocking : passing),
      })),
    ),
  )(
    'is $outcome for a $severity finding with `fail-on: $failOn`, whether the summary counts it or not',
    (row) => {
      const { severity, failOn, outcome, status, blockingCount } = row;
      const reason =
        outcome === 'fail'
          ? { kind: 'blocking-findings', threshold: failOn, count: 1 }
          : { kind: 'nothing-blocks', threshold: failOn };
      const counts = { ...noFindings, [severity]: 1 };
      for (const issuesSummary of [noFindings, counts]) {
        const assessment = assessed({ issues: [{ severity }], issuesSummary }, { failOn });
        expect(assessment.verdict).toEqual({ outcome, reasons: [reason] });
        expect(assessment).toMatchObject({ findings: [{ status }], counts, blockingCount });
      }
    },
  );

  test('is fail for findings that only the summary counts, and says so', () => {
    const assessment = assessed({ issuesSummary: { ...noFindings, critical: 2 } });
    expect(assessment.verdict).toEqual({
      outcome: 'fail',
      reasons: [{ kind: 'unlisted-findings', count: 2 }],
    });
    expect(assessment).toMatchObject({
      blockingCount: 2,
      counts: { ...noFindings, critical: 2 },
      unlisted: { ...noFindings, critical: 2 },
    });
  });

  test('is fail if something blocks, even if another part is not well-formed', () => {
    const issues = [{ severity: 'high' }, 'text'];
    const assessment = assessed({ issues, issuesSummary: null, totalChecked: 0 });
    expect(assessment.verdict.outcome).toBe('fail');
    const kinds = ['blocking-findings', 'unreadable', 'unreadable', 'nothing-checked'];
    expect(reasonKinds(assessment)).toEqual(kinds);
  });

  test.each([
    ...['issues', 'issuesSummary', 'totalChecked'].flatMap((part) => [
      { [part]: undefined },
      { [part]: 'many' },
    ]),
    { issues: ['text'] },
    { issuesSummary: { high: '0' } },
  ])('is inconclusive if a part that it depends on is missing or not well-formed: %p', (fields) => {
    expect(outcome(fields)).toBe('inconclusive');
  });

  test.each(failOnValues)('is inconclusive if nothing was checked, also with `fail-on: %s`', (failOn) => {
    const assessment = assessed({ totalChecked: 0 }, { failOn });
    expect(assessment.verdict.outcome).toBe('inconclusive');
    expect(reasonKinds(assessment)).toEqual(['nothing-checked']);
  });

  test('is inconclusive if fewer checks were made than `min-checks`, and fail if something blocks', () => {
    const few = assessed({ totalChecked: 9 }, { minChecks: 10 });
    const problem = { kind: 'too-few-checks', checks: 9, minimum: 10 };
    expect(few.verdict).toEqual({ outcome: 'inconclusive', reasons: [{ kind: 'problem', problem }] });
    expect(few.complete).toBe(false);
    expect(assessed({ totalChecked: 10 }, { minChecks: 10 }).verdict.outcome).toBe('pass');
    expect(reasonKinds(assessed({ totalChecked: 0 }, { minChecks: 10 }))).toEqual(['nothing-checked']);
    const blocking = { issues: [{ severity: 'high' }], totalChecked: 9 };
    expect(reasonKinds(assessed(blocking, { minChecks: 10 }))).toEqual([
      'blocking-findings',
      'too-few-checks',
    ]);
  });

  test('is inconclusive if the total is higher than list and summary together', () => {
    const assessment = assessed({ issuesSummaryTotal: 3, issues: [{ severity: 'low' }] });
    expect(assessment.verdict).toEqual({
      outcome: 'inconclusive',
      reasons: [{ kind: 'problem', problem: { kind: 'uncounted-findings', total: 3, found: 1 } }],
    });
    const issues = { headers: { issues: [{ severity: 'low' }] }, tls: { issues: [{ severity: 'low' }] } };
    expect(assessed({ issuesSummaryTotal: 2, issues }, { maxFindings: { low: 1 } }).verdict.outcome).toBe(
      'pass',
    );
    expect(reasonKinds(assessed({ issuesSummaryTotal: 3, issues }))).toEqual(['uncounted-findings']);
  });

  test.each([{ total: -1 }, { total: 1.5 }, { total: '0' }, { total: [] }, { total: true }])(
    'is inconclusive if the total is no count: $total',
    ({ total }) => {
      expect(reasonKinds(assessed({ issuesSummaryTotal: total }))).toContain('unreadable');
    },
  );

  test('is inconclusive if a score decides and cannot be read', () => {
    const expected = 'a CVSS score from 0.0 to 10.0';
    const unreadable = (where: string) => ({
      outcome: 'inconclusive',
      reasons: [{ problem: { kind: 'unreadable', ...classifiedField({ path: where, expected }) } }],
    });
    const issues = [{ name: 'a', severity: 'low', cvss: { score: 98 } }];
    const verdictOf = (...given: Parameters<typeof assessed>) => assessed(...given).verdict;
    expect(verdictOf({ issues }, { failOnCvss: 7 })).toMatchObject(unreadable('issues[0].cvss'));
    const byType = { issues: { headers: { issues } } };
    expect(verdictOf(byType, { failOnCvss: 7 })).toMatchObject(unreadable('issues.headers.issues[0].cvss'));
    // Without a threshold for scores, the known severity decides.
    expect(verdictOf({ issues }).outcome).toBe('pass');
    // An ignored finding and a known one decide nothing.
    expect(verdictOf({ issues }, { failOnCvss: 7, ignore: [ignoring()] }).outcome).toBe('pass');
    const baseline = baselineOf(issues);
    expect(verdictOf({ issues }, { failOnCvss: 7 }, { baseline }).outcome).toBe('pass');
    // The score places an unknown severity.
    const odd = [{ name: 'a', severity: 'odd', cvss: { score: 98 } }];
    expect(verdictOf({ issues: odd }, { failOn: 'never' })).toMatchObject(unreadable('issues[0].cvss'));
    expect(reasonKinds(assessed({ issues: odd }))).toEqual(['blocking-findings', 'unreadable']);
  });

  test('is inconclusive if a check that was asked for came back switched off', () => {
    const asked = { preferences: { xss: true, scan_speed: 'fast' } };
    const ran = { preferences: { xss: false, scan_speed: 'slow' } };
    const problem = { kind: 'check-switched-off', checks: [classified('public', 'xss')] };
    expect(assessed(ran, {}, asked).verdict).toEqual({
      outcome: 'inconclusive',
      reasons: [{ kind: 'problem', problem }],
    });
    const blocked = assessed({ ...ran, issues: [{ severity: 'high' }] }, {}, asked);
    expect(reasonKinds(blocked)).toEqual(['blocking-findings', 'check-switched-off']);
    expect(blocked.complete).toBe(false);
    expect(assessed({ preferences: { scan_speed: 'slow' } }, {}, asked).verdict.outcome).toBe('pass');
    expect(assessed(ran).verdict.outcome).toBe('pass');
    expect(assessed(ran, {}, { ...asked, partial: true }).verdict.outcome).toBe('pass');
  });

  test('is inconclusive for a scan that did not finish, whatever it has found, and keeps the findings', () => {
    const fields = { issues: [{ severity: 'critical' }], issuesSummary: { critical: 1 }, totalChecked: 5 };
    const assessment = assessed(fields, {}, { problem });
    expect(assessment.verdict).toEqual({ outcome: 'inconclusive', reasons: [{ kind: 'problem', problem }] });
    expect(assessment.findings).toHaveLength(1);
    expect(assessment.counts.critical).toBe(1);
  });

  test('is inconclusive without a result', () => {
    const assessment = assessed({}, { failOn: 'never' }, { result: null, problem });
    expect(assessment.verdict).toEqual({ outcome: 'inconclusive', reasons: [{ kind: 'problem', problem }] });
    const nothing = { findings: [], counts: noFindings, blockingCount: 0, unlisted: noFindings };
    expect(assessment).toMatchObject({ ...nothing, complete: false, hostViolations: [], ruleNotices: [] });
  });
});

describe('a complete list of findings', () => {
  const whole = { issues: [{ severity: 'low' }], issuesSummary: { ...noFindings, low: 1 } };
  const withHost = { hostRules: hostRulesOf({ requireWaf: true }) };

  test('is that of a whole scan, also without host information', () => {
    expect(assessed(whole).complete).toBe(true);
    const assessment = assessed(whole, withHost);
    expect(reasonKinds(assessment)).toEqual(['no-host-information']);
    expect(assessment.complete).toBe(true);
  });

  test.each<[what: string, given: Parameters<typeof assessed>]>([
    ['did not finish', [whole, {}, { problem: { kind: 'ended-early', percentage: 40 } }]],
    ['is partial', [whole, {}, { partial: true }]],
    ['is not understood', [{ ...whole, totalChecked: 0 }, withHost]],
    ['has unlisted findings', [{ ...whole, issuesSummary: { ...noFindings, low: 2 } }]],
  ])('is not that of a scan that %s', (_what, given) => {
    expect(assessed(...given).complete).toBe(false);
  });

  test('says how many findings are fixed, and no other does', () => {
    const baseline = baselineOf([{ name: 'a', severity: 'low' }]);
    const compared = (fields: Record<string, unknown>) => assessed(fields, {}, { baseline }).baseline;
    const facts = { kind: 'compared', scanId: 'base', older: [], leftOut: [], new: 0, known: 0 };
    expect(compared({})).toEqual({ ...facts, fixed: 1 });
    expect(compared({ totalChecked: 0 })).toEqual({ ...facts, fixed: null });
    expect(assessed({ totalChecked: 0 }, {}, { baseline: { kind: 'first' } }).baseline).toEqual({
      kind: 'first',
    });
  });

  test('says which rules match nothing, and no other does. Notices have the order of the file', () => {
    const ignore = [
      ignoring({ line: 2, expires: '2026-11-21' }),
      ignoring({ line: 4, name: 'x' }),
      ignoring({ line: 9, expires: '2026-11-19' }),
    ];
    const noticesOf = (fields: object) =>
      assessed({ ...whole, ...fields }, { ignore }).ruleNotices.map(
        ({ rule, kind }) => `${rule.line} ${kind}`,
      );
    expect(noticesOf({})).toEqual(['2 expires-soon', '4 matches-nothing', '9 expired']);
    expect(noticesOf({ totalChecked: 0 })).toEqual(['2 expires-soon', '9 expired']);
  });
});

describe('a partial result', () => {
  test('fails if a finding blocks, even if other parts are missing', () => {
    const fields = { issues: [issue('a', 'high')], totalChecked: undefined, issuesSummary: undefined };
    const assessment = assessed(fields, {}, { partial: true });
    expect(assessment).toMatchObject({ partial: true, verdict: { outcome: 'fail' } });
    expect(reasonKinds(assessment)).toEqual(['blocking-findings']);
  });

  test('does not fail because of unlisted findings, which may be known or ignored', () => {
    const assessment = assessed({ issuesSummary: { ...noFindings, critical: 1 } }, {}, { partial: true });
    expect(assessment.verdict.outcome).not.toBe('fail');
    expect(assessment.blockingCount).toBe(0);
  });
});

describe('isEnoughToFail', () => {
  const facts = { preferences: null, siteHost: null, now, doubts: [] };
  const [slow, fast] = [plainPolicy, { ...plainPolicy, failFast: true }];
  const high = asResult({ issues: [issue('a', 'high')] });
  const isEnough = (result: typeof high, ...policies: readonly Policy[]) =>
    isEnoughToFail(result, withoutBaseline(policies), facts);

  test('is false without reading the result if no policy has `fail-fast`', () => {
    const unread = new Proxy(high, {
      get: () => {
        throw new Error('the result was read');
      },
    });
    expect(isEnough(unread, slow, slow)).toBe(false);
  });

  test('is true if only the second policy has it, and blocks', () => {
    expect(isEnough(high, slow, fast)).toBe(true);
    expect(isEnough(high, slow, { ...fast, failOn: 'critical' })).toBe(false);
  });
});

test('all rules together: every one that blocks is a reason, in one verdict', () => {
  const issues = [
    issue('new and high', 'high', 7.5),
    issue('high score', 'low', 9.1),
    issue('no score', 'warning'),
    issue('one', 'warning', 0),
    issue('two', 'warning', 0),
    issue('ignored', 'critical', 9.8),
    issue('known', 'critical', 9.9),
  ];
  const assessment = assessed(
    {
      issues,
      issuesSummary: { ...noFindings, critical: 3, high: 1, low: 1, warning: 3 },
      information: { services: [{ port: 22, state: 'open' }], waf: [] },
    },
    {
      failOnCvss: 9,
      maxFindings: { warning: 1 },
      ignore: [ignoring({ name: 'IGNORED' })],
      hostRules: hostRulesOf({ allowedPorts: [443], requireWaf: true }),
    },
    { baseline: baselineOf([issue('known', 'critical')]) },
  );
  expect(assessment.verdict).toEqual({
    outcome: 'fail',
    reasons: [
      { kind: 'blocking-findings', threshold: 'high', count: 1 },
      { kind: 'over-cvss', score: 9, count: 1 },
      { kind: 'over-budget', severity: 'warning', allowed: 1, count: 3 },
      { kind: 'host-violations', count: 2 },
      { kind: 'unlisted-findings', count: 1 },
    ],
  });
  // Most severe first, then by score, then as listed.
  const blocking = ['new and high', 'high score', 'one', 'two', 'no score'].map((name) => `${name} blocking`);
  expect(statuses(assessment)).toEqual(['known known', 'ignored ignored', ...blocking]);
  // The summary counts findings that are not listed, so the list is not complete.
  const baseline = { kind: 'compared', new: 5, known: 1, fixed: null };
  expect(assessment).toMatchObject({
    blockingCount: 6,
    countsByStatus: { ignored: { critical: 1 } },
    complete: false,
    baseline,
  });
});

describe('the laws of the gate', () => {
  test('pass means finished, well-formed, something checked and nothing at or above the threshold', () => {
    const cases = countCases();
    fc.assert(
      fc.property(anyResult, fc.constantFrom(null, null, problem), threshold, (result, given, failOn) => {
        const { verdict, counts, findings, blockingCount } = assessedResult(
          result,
          { failOn },
          { problem: given },
        );
        expect(verdict.reasons.length).toBeGreaterThan(0);
        cases.met(verdict.outcome);
        cases.met('pass with findings', verdict.outcome === 'pass' && findings.length > 0);
        if (verdict.outcome !== 'pass') return;
        expect(given).toBeNull();
        expect(countChecks(result)).toBeGreaterThan(0);
        expect(blockingCount).toBe(0);
        expect(severities.filter((severity) => reaches(severity, failOn) && counts[severity] > 0)).toEqual(
          [],
        );
        expect(findings.filter(({ status }) => status !== 'passing')).toEqual([]);
        expect(verdict.reasons).toEqual([{ kind: 'nothing-blocks', threshold: failOn }]);
      }),
      { numRuns: 500 },
    );
    expect(cases.rarest('pass', 'pass with findings')).toBeGreaterThan(0);
  });

  test('more findings and higher counts in the summary never turn fail into anything else', () => {
    const cases = countCases();
    const list = fc.array(anyIssue, { maxLength: 5 });
    fc.assert(
      fc.property(list, list, summaryOf, summaryOf, threshold, (issues, more, few, extra, failOn) => {
        if (outcome({ issues, issuesSummary: few }, failOn) !== 'fail') return;
        cases.met('fail');
        const counts = severities.map((severity) => [severity, few[severity] + extra[severity]]);
        const added = { issues: [...issues, ...more], issuesSummary: Object.fromEntries(counts) };
        for (const fields of [added, { ...added, issues }, { ...added, issuesSummary: few }])
          expect(outcome(fields, failOn)).toBe('fail');
      }),
    );
    expect(cases.rarest('fail')).toBeGreaterThan(0);
  });
});
