import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { noFindings } from '../../../src/core/severity.ts';
import { conclude } from '../../../src/gate/conclusion.ts';
import { isEnoughToFail, judgeByAllPolicies } from '../../../src/gate/judge-scan.ts';
import { mergeAssessments } from '../../../src/gate/merge-assessments.ts';
import type { Assessment } from '../../../src/gate/verdict.ts';
import { policyWithAllowances } from '../../../src/policy/organization.ts';
import type { Policy } from '../../../src/policy/policy.ts';
import { endState } from '../../support/end-state.ts';
import { organizationOf, plainPolicy } from '../../support/plain-policy.ts';
import { anyKey, fewIssues, policyOf } from './any-policy.ts';
import { anyResult, countCases, severity, summaryOf, threshold } from './arbitraries.ts';
import { assessed, hostRulesOf, ignoring, issue, now, statuses } from './assessments.ts';
import {
  boundPolicy,
  facts,
  fetchedBaselineOf,
  judgeByBoth,
  resultOf,
  withBaselines,
} from './two-policies.ts';

const worse = { pass: 0, inconclusive: 1, fail: 2 } as const;
const levels = [null, 'notice', 'warning', 'error'];

/** The level of the step, from 0 (green) to 3 (red). */
function levelOf(assessment: Assessment, policy: Policy): number {
  const run = { verdictLine: '', isCancelled: false };
  return levels.indexOf(conclude(assessment, policy, run).level);
}

const information = fc.constantFrom<object>(
  {},
  { information: { services: [{ port: 22, state: 'open' }], waf: [] } },
  { information: { services: [], waf: ['f'] } },
);
const anyScan = fc.oneof(
  anyResult,
  fc
    .tuple(fewIssues, summaryOf, information)
    .map(([issues, summary, more]) => resultOf(issues, { issuesSummary: summary, ...more })),
);
const { minChecks, hostRules } = anyKey;
/** Every other one has only what makes one policy doubt while the other passes. */
const anyOwn = fc.oneof(policyOf(anyKey), policyOf({ minChecks, hostRules }));

const allowances = fc.record({
  allowIgnores: fc.option(fc.record({ maxDays: fc.constantFrom(0, 30, 365), maxSeverity: severity })),
  allowBaseline: fc.boolean(),
});

const outcomes = ['pass', 'inconclusive', 'fail'] as const;
type Outcome = (typeof outcomes)[number];
/** The outcomes of both policies, the repository's first. */
const everyPair = outcomes.flatMap((own) => outcomes.map((other) => `${own}/${other}`));

describe('the laws of two policies', () => {
  test.each(Object.entries(anyKey))(
    'with `%s` of the organization, nothing of the repository makes it greener',
    (key, values: fc.Arbitrary<unknown>) => {
      fc.assert(
        fc.property(anyScan, anyOwn, values, allowances, fewIssues, (result, own, value, allows, known) => {
          const organization = organizationOf(Object.fromEntries([[key, value]]), allows);
          const policy = boundPolicy(own, organization);
          const both = judgeByBoth(
            { result, baselines: [fetchedBaselineOf(known), fetchedBaselineOf(known)] },
            policy,
            organization,
          );
          const alone = { result, baselines: [fetchedBaselineOf(known)] };
          const only = judgeByBoth(alone, policyWithAllowances(policy, organization, now), null).assessment;
          const { verdict, blockingCount, outcomeByPolicy } = both.assessment;
          expect(worse[verdict.outcome]).toBeGreaterThanOrEqual(worse[only.verdict.outcome]);
          const level = levelOf(both.assessment, policy);
          expect(level).toBeGreaterThanOrEqual(levelOf(only, organization.policy));
          expect(blockingCount).toBeGreaterThanOrEqual(only.blockingCount);
          expect(outcomeByPolicy?.organization.outcome).toBe(only.verdict.outcome);
          expect(verdict.reasons).not.toEqual([]);
        }),
      );
    },
  );

  test('the organization makes nothing greener than it is by the repository alone', () => {
    const cases = countCases();
    fc.assert(
      fc.property(anyScan, anyOwn, anyOwn, allowances, (result, own, policy, allows) => {
        const both = judgeByBoth({ result }, own, organizationOf(policy, allows));
        const only = judgeByBoth({ result }, own, null);
        const [{ verdict, blockingCount, outcomeByPolicy }, alone] = [both.assessment, only.assessment];
        expect(worse[verdict.outcome]).toBeGreaterThanOrEqual(worse[alone.verdict.outcome]);
        expect(blockingCount).toBeGreaterThanOrEqual(alone.blockingCount);
        if (both.passesWithoutBaseline) expect(only.passesWithoutBaseline).toBe(true);
        cases.met(`${alone.verdict.outcome}/${outcomeByPolicy?.organization.outcome}`);
      }),
      { numRuns: 600 },
    );
    expect(cases.rarest(...everyPair)).toBeGreaterThan(0);
  });

  test('a partial result is enough only if it blocks by a policy that has `fail-fast`', () => {
    const anyFast = fc
      .record({ failOn: threshold, failFast: fc.constantFrom(true, true, false) })
      .map((given) => ({ ...plainPolicy, ...given }));
    const cases = countCases();
    fc.assert(
      fc.property(fewIssues, anyFast, anyFast, (issues, own, policy) => {
        const result = resultOf(issues);
        const enough = endState(result, { partial: true });
        const verdictOf = (...[one, other]: Parameters<typeof withBaselines>) =>
          judgeByAllPolicies({ ...enough, policiesWithBaselines: withBaselines(one, other) }, facts)
            .assessment.verdict.outcome;
        const fails = (each: Policy) => each.failFast && verdictOf(each, null) === 'fail';
        const organization = organizationOf(policy);
        const isEnough = isEnoughToFail(result, withBaselines(own, organization), facts);
        expect(isEnough).toBe(fails(own) || fails(policy));
        if (isEnough) expect(verdictOf(own, organization)).toBe('fail');
        cases.met(`${fails(own)}/${fails(policy)}`);
      }),
      { numRuns: 200 },
    );
    expect(cases.rarest('true/true', 'true/false', 'false/true', 'false/false')).toBeGreaterThan(0);
  });
});

describe('mergeAssessments', () => {
  const issues = [issue('a', 'high'), issue('b', 'medium'), issue('c', 'low')];
  const result = resultOf(issues);
  const asking: Readonly<Record<Outcome, Partial<Policy>>> = {
    pass: { failOn: 'never' },
    inconclusive: { failOn: 'never', minChecks: 1_000 },
    fail: { failOn: 'high' },
  };

  test.each<[own: Outcome, other: Outcome, expected: Outcome]>([
    ['pass', 'pass', 'pass'],
    ['pass', 'inconclusive', 'inconclusive'],
    ['pass', 'fail', 'fail'],
    ['inconclusive', 'pass', 'inconclusive'],
    ['inconclusive', 'inconclusive', 'inconclusive'],
    ['inconclusive', 'fail', 'fail'],
    ['fail', 'pass', 'fail'],
    ['fail', 'inconclusive', 'fail'],
    ['fail', 'fail', 'fail'],
  ])('of %s and %s is %s', (own, other, expected) => {
    const { assessment, passesWithoutBaseline } = judgeByBoth(
      { result },
      asking[own],
      organizationOf(asking[other]),
    );
    const { verdict, outcomeByPolicy } = assessment;
    expect(outcomeByPolicy).toMatchObject({ repository: { outcome: own }, organization: { outcome: other } });
    expect(verdict.outcome).toBe(expected);
    expect(passesWithoutBaseline).toBe(expected === 'pass');
    expect(assessment.complete).toBe(![own, other].includes('inconclusive'));
    const passing = verdict.reasons.filter(({ kind }) => kind === 'nothing-blocks');
    expect(passing).toEqual(expected === 'pass' ? [{ kind: 'nothing-blocks', threshold: 'never' }] : []);
  });

  test('a finding that blocks by either policy blocks, and says by which', () => {
    const { assessment } = judgeByBoth({ result }, { failOn: 'high' }, organizationOf({ failOn: 'medium' }));
    expect(statuses(assessment)).toEqual(['a blocking', 'b blocking', 'c passing']);
    expect(assessment.findings.map(({ blockedBy }) => blockedBy)).toEqual([
      [
        { kind: 'fail-on', threshold: 'high' },
        { kind: 'fail-on', threshold: 'medium', by: 'organization' },
      ],
      [{ kind: 'fail-on', threshold: 'medium', by: 'organization' }],
      [],
    ]);
    expect(assessment.blockingCount).toBe(2);
    expect(assessment.verdict.reasons).toEqual([
      { kind: 'blocking-findings', threshold: 'high', count: 1 },
      { kind: 'blocking-findings', threshold: 'medium', count: 2, by: 'organization' },
    ]);
  });

  test('the reasons of the worse policy come first, and a problem of both is named once', () => {
    const unread = resultOf(issues, { totalChecked: 'many' });
    const { assessment } = judgeByBoth({ result: unread }, { failOn: 'never' }, organizationOf());
    const { verdict, outcomeByPolicy } = assessment;
    expect(verdict.outcome).toBe('fail');
    expect(verdict.reasons).toMatchObject([
      { kind: 'blocking-findings', by: 'organization' },
      { kind: 'problem', problem: { kind: 'unreadable' } },
    ]);
    expect(outcomeByPolicy?.repository).toMatchObject({ outcome: 'inconclusive', blockingCount: 0 });
    expect(outcomeByPolicy?.organization).toMatchObject({ outcome: 'fail', blockingCount: 1 });
  });

  test('what the repository ignores or knows blocks if the organization does not allow that', () => {
    const own = { failOn: 'low', ignore: [ignoring({ name: 'a' })] } as const;
    const scanned = { result, baselines: [fetchedBaselineOf([issue('b', 'medium')])] };
    const { assessment } = judgeByBoth(scanned, own, organizationOf({ failOn: 'medium' }));
    expect(statuses(assessment)).toEqual(['a blocking', 'b blocking', 'c blocking']);
    expect(assessment.findings.map(({ knownFrom }) => knownFrom !== null)).toEqual([false, true, false]);
    expect(assessment).toMatchObject({
      countsByStatus: { ignored: noFindings },
      blockingCount: 3,
      baseline: { new: 2, known: 1 },
    });
    expect(assessment.findings.filter(({ ignoredBy }) => ignoredBy !== null)).toEqual([]);
  });

  test('unlisted findings block by either, and each host rule is named once', () => {
    const counted = resultOf([], {
      issuesSummary: { medium: 2 },
      information: { services: [{ port: 22, state: 'open' }], waf: [] },
    });
    const strict = hostRulesOf({ requireWaf: true });
    const organization = organizationOf({
      failOn: 'medium',
      hostRules: hostRulesOf({ requireWaf: true, allowedPorts: [443] }),
    });
    const { assessment } = judgeByBoth(
      { result: counted },
      { failOn: 'high', hostRules: strict },
      organization,
    );
    expect(assessment.blockingCount).toBe(2);
    expect(assessment.hostViolations.map(({ kind, by }) => `${kind} ${by}`)).toEqual([
      'no-waf undefined',
      'port organization',
    ]);
  });
});

test('throws if the two policies list different findings, since a finding that blocks could be lost', () => {
  const found = (name: string) => assessed({ issues: [issue(name, 'low')] });
  expect(() => mergeAssessments(found('a'), found('b'))).toThrow('do not match');
});
