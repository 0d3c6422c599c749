import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Problem } from '../../../src/core/problem.ts';
import { type FailOn, failOnValues, reaches, severities, zeroCounts } from '../../../src/core/severity.ts';
import type { Objection } from '../../../src/gate/judgement.ts';
import { anyIssue, countCases, summaryOf, threshold } from './arbitraries.ts';
import { baselineOf, issue, judged, objectionKinds, statuses } from './judgements.ts';

const timeout: Problem = { kind: 'timeout', afterMs: 60_000, percentage: 40 };
const lostTargetProblem: Problem = {
  kind: 'target-lost',
  fault: { kind: 'network', code: 'ECONNREFUSED' },
  askedMs: 30_000,
};
const weighed = (weight: 'problem' | 'doubt', because: Problem): Objection => ({
  weight,
  because,
});

const verdictOf = (fields: Record<string, unknown>, failOn: FailOn = 'high') =>
  judged(fields, { 'fail-on': failOn }).verdict;

const blocks = { weight: 'blocking', kind: 'blocking-findings', threshold: 'high', count: 1 };

describe('what decides', () => {
  const high = { issues: [{ severity: 'high' }] };
  const doubt = weighed('doubt', lostTargetProblem);
  const problem = weighed('problem', timeout);
  const wrongBaseline = { ...baselineOf([]), result: { issues: 7 } };

  test.each<[what: string, given: Parameters<typeof judged>, verdict: string, objections: unknown]>([
    ['nothing', [{}], 'pass', []],
    ['a doubt', [{}, {}, { lostTargetProblem }], 'inconclusive', [doubt]],
    ['what blocks, before a doubt', [high, {}, { lostTargetProblem }], 'fail', [blocks, doubt]],
    ['a problem, before what blocks', [high, {}, { problem: timeout }], 'inconclusive', [problem, blocks]],
    [
      'a baseline that cannot be read, beside a doubt',
      [high, {}, { lostTargetProblem, baseline: wrongBaseline }],
      'inconclusive',
      [{ weight: 'problem', because: { kind: 'baseline', baseline: 'base' } }, blocks, doubt],
    ],
    [
      'a problem of the scan, before one of the baseline',
      [{}, {}, { problem: timeout, baseline: wrongBaseline }],
      'inconclusive',
      [problem, { weight: 'problem', because: { kind: 'baseline', baseline: 'base' } }],
    ],
  ])('%s', (_what, given, verdict, objections) => {
    expect(judged(...given)).toMatchObject({ verdict, objections });
    expect(judged(...given).hasAllFindings).toBe(verdict === 'pass');
  });
});

describe('the verdict', () => {
  test.each(severities)(
    'of a %s finding is fail if it reaches `fail-on`, also if the summary lacks it',
    (severity) => {
      const counts = { ...zeroCounts, [severity]: 1 };
      const rows = failOnValues.flatMap((failOn) =>
        [zeroCounts, counts].map((summary) => ({ failOn, summary })),
      );
      for (const { failOn, summary } of rows) {
        const judgement = judged({ issues: [{ severity }], issuesSummary: summary }, { 'fail-on': failOn });
        const isFail = reaches(severity, failOn);
        expect(judgement).toMatchObject({
          verdict: isFail ? 'fail' : 'pass',
          objections: isFail ? [{ ...blocks, threshold: failOn }] : [],
          findings: [{ status: isFail ? 'blocking' : 'passing' }],
          counts,
          blockingCount: isFail ? 1 : 0,
        });
      }
    },
  );

  test('is fail for findings that only the summary counts, and says so', () => {
    const counts = { ...zeroCounts, critical: 2 };
    const objections = [{ weight: 'blocking', kind: 'unlisted-findings', count: 2 }];
    const expected = { verdict: 'fail', objections, blockingCount: 2, counts, unlisted: counts };
    expect(judged({ issuesSummary: counts })).toMatchObject({ ...expected, hasAllFindings: false });
  });

  test.each([
    ...['issues', 'issuesSummary', 'totalChecked'].flatMap((part) => [
      { [part]: undefined },
      { [part]: 'many' },
    ]),
    { issues: ['text'] },
    { issuesSummary: { high: '0' } },
  ])('is inconclusive if a part that it depends on is missing or not well-formed: %p', (fields) => {
    expect(verdictOf(fields)).toBe('inconclusive');
  });

  test('is inconclusive without a result', () => {
    const judgement = judged({}, { 'fail-on': 'never' }, { result: null, problem: timeout });
    expect(judgement).toEqual({
      verdict: 'inconclusive',
      objections: [weighed('problem', timeout)],
      findings: [],
      counts: zeroCounts,
      countsByStatus: { blocking: zeroCounts, passing: zeroCounts, known: zeroCounts, ignored: zeroCounts },
      blockingCount: 0,
      unlisted: zeroCounts,
      comparison: { kind: 'none' },
      ruleNotices: [],
      hasAllFindings: false,
      checkCount: null,
    });
  });
});

describe('the baseline', () => {
  test('lets known findings pass, and says what is new, known and fixed', () => {
    const baseline = baselineOf([issue('a', 'high'), issue('gone', 'low'), issue('c', 'low')]);
    const issues = [issue('a', 'high'), issue('b', 'high'), issue('c', 'medium')];
    const judgement = judged({ issues }, {}, { baseline });
    expect(judgement.comparison).toEqual({ kind: 'compared', scanId: 'base', new: 2, known: 1, fixed: 1 });
    expect(statuses(judgement)).toEqual(['a known', 'b blocking', 'c passing']);
    expect(judgement.counts).toEqual({ ...zeroCounts, high: 2, medium: 1 });
    const first = judged({ issues }, {}, { baseline: { kind: 'no-scan-yet' } });
    expect(first).toMatchObject({ comparison: { kind: 'no-scan-yet' }, blockingCount: 2 });
  });

  test('never makes unlisted findings known, and counts them as new', () => {
    const baseline = baselineOf([issue('a', 'high'), issue('b', 'high')]);
    const fields = { issues: [issue('a', 'high')], issuesSummary: { ...zeroCounts, high: 2, low: 1 } };
    const judgement = judged(fields, {}, { baseline });
    expect(objectionKinds(judgement)).toEqual(['unlisted-findings']);
    expect(judgement.comparison).toMatchObject({ new: 2, known: 1, fixed: null });
  });

  test.each([
    ['that did not finish', {}, { problem: timeout }],
    ['with a doubt', { totalChecked: 0 }, {}],
    ['with unlisted findings', { issuesSummary: { low: 2 } }, {}],
  ])('does not say what is fixed for a scan %s', (_what, fields, given) => {
    const baseline = baselineOf([issue('a', 'high')]);
    expect(judged(fields, {}, { ...given, baseline })).toMatchObject({ comparison: { fixed: null } });
    expect(judged({}, {}, { baseline })).toMatchObject({ comparison: { fixed: 1 } });
  });

  test('says nothing of what is fixed if a part of it is not understood', () => {
    const baseline = baselineOf([issue('a', 'high'), 'broken']);
    expect(judged({}, {}, { baseline })).toMatchObject({
      verdict: 'inconclusive',
      comparison: { fixed: null },
    });
  });
});

test('findings are listed most severe first, then by score, and equal ones as the service listed them', () => {
  const issues = [
    issue('low', 'low', 3),
    issue('b', 'high', 7.5),
    issue('c', 'high', 7.5),
    issue('unscored', 'high'),
    issue('a', 'high', 8.9),
    issue('critical', 'critical', 9.1),
  ];
  const names = judged({ issues }).findings.map(({ finding }) => finding.name);
  expect(names).toEqual(['critical', 'a', 'b', 'c', 'unscored', 'low']);
});

// When a result may pass at all: `test/slow/promise.test.ts`.
describe('the laws of the gate', () => {
  test('more findings and higher counts in the summary never turn fail into anything else', () => {
    const cases = countCases();
    const list = fc.array(anyIssue, { maxLength: 5 });
    fc.assert(
      fc.property(list, list, summaryOf, summaryOf, threshold, (issues, more, few, extra, failOn) => {
        if (verdictOf({ issues, issuesSummary: few }, failOn) !== 'fail') return;
        cases.met('fail');
        const counts = severities.map((severity) => [severity, few[severity] + extra[severity]]);
        const added = { issues: [...issues, ...more], issuesSummary: Object.fromEntries(counts) };
        for (const fields of [added, { ...added, issues }, { ...added, issuesSummary: few }])
          expect(verdictOf(fields, failOn)).toBe('fail');
      }),
    );
    expect(cases.leastMet('fail')).toBeGreaterThan(0);
  });
});
