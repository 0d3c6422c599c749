// Spans several sources: what holds for every result under every policy.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type FailOn, sumCounts } from '../../../src/core/severity.ts';
import type { FetchedBaseline } from '../../../src/scan/baseline.ts';
import type { IgnoreRule } from '../../../src/settings/policy-file.ts';
import type { PolicySettings } from '../../../src/settings/settings.ts';
import { plainPolicy } from '../../support/plain-policy.ts';
import { countCases, laxestFirst, severity, summaryOf, threshold } from './arbitraries.ts';
import { baselineOf, ignoring, judged, statuses } from './judgements.ts';

/** Few names and places, so that findings are often alike and rules often match. */
const fewIssues = fc.array(
  fc.record(
    {
      name: fc.constantFrom('Missing header', 'Open directory', 'Cookie on a.example'),
      group: fc.constantFrom('Improper Neutralization', 'Unspecified Threat'),
      severity,
      cwe: fc.constantFrom<number[]>([], [79], [79, 200]),
      raw: fc.record({ url: fc.subarray(['/a', '/docs/b', '/docs/c']) }),
    },
    { requiredKeys: ['name', 'severity'] },
  ),
  { maxLength: 6 },
);

/** Every third one takes all findings of a severity, so that rules often change something. */
const anyRule: fc.Arbitrary<IgnoreRule> = fc.oneof(
  { weight: 1, arbitrary: fc.option(severity).map((ceiling) => ignoring({ name: '*', severity: ceiling })) },
  {
    weight: 2,
    arbitrary: fc
      .record({
        name: fc.option(fc.constantFrom('*', 'missing*', '*?rector?', 'x')),
        group: fc.option(fc.constantFrom('unspecified threat', 'x')),
        cwe: fc.option(fc.constantFrom([79], [200], [79, 200], [1])),
        where: fc.option(fc.constantFrom('*', '/docs/*', '/a')),
        severity: fc.option(severity),
        expires: fc.option(fc.constantFrom('2026-11-19', '2026-11-20', '2027-01-01')),
        line: fc.integer({ min: 1, max: 50 }),
      })
      .map(ignoring),
  },
);

/** Policies with any threshold and rules, every other one lax but for one of them. */
const anyPolicy: fc.Arbitrary<PolicySettings> = fc
  .record({ failOn: threshold, ignore: fc.array(anyRule, { maxLength: 3 }), isLax: fc.boolean() })
  .map(({ failOn, ignore, isLax }) => ({ ...plainPolicy, 'fail-on': failOn, ignore: isLax ? [] : ignore }));

/** Findings, and no baseline, one without a finished scan, one with few findings, or one with some of these. */
const anyCompared: fc.Arbitrary<readonly [readonly object[], FetchedBaseline]> = fewIssues.chain((issues) =>
  fc.tuple(
    fc.constant(issues),
    fc.oneof(
      fc.constantFrom<FetchedBaseline>({ kind: 'none' }, { kind: 'no-scan-yet' }),
      fewIssues.map((others) => baselineOf(others)),
      fc.subarray(issues).map((some) => baselineOf(some)),
    ),
  ),
);

/** Counts that say nothing, or hold findings that are not listed. */
const anySummary = fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: summaryOf });

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
          const before = judged(fields, policy, { baseline });
          const after = judged(fields, { ...policy, ignore: [...policy.ignore, rule] }, { baseline });
          expect(after.blockingCount).toBeLessThanOrEqual(before.blockingCount);
          expect(worse[after.verdict]).toBeLessThanOrEqual(worse[before.verdict]);
          expect(after.counts).toEqual(before.counts);
          cases.met('releases', after.blockingCount < before.blockingCount);
          cases.met('turns', after.verdict !== before.verdict);
        },
      ),
      { numRuns: 400 },
    );
    expect(cases.leastMet('releases', 'turns')).toBeGreaterThan(0);
  });

  test('a stricter policy never turns fail into pass, nor releases a blocking finding', () => {
    const cases = countCases();
    const failOns = fc.tuple(threshold, threshold).map((both) => both.toSorted(byStrictness));
    const minChecks = fc.integer({ min: 1, max: 60 });
    const stricter = fc.record({ failOns, minChecks, totalChecked: fc.nat(50) });
    fc.assert(
      fc.property(
        anyCompared,
        anySummary,
        anyPolicy,
        stricter,
        ([issues, baseline], summary, policy, given) => {
          const [lax = 'never', failOn = 'never'] = given.failOns;
          const fields = { issues, issuesSummary: summary, totalChecked: given.totalChecked };
          const before = judged(fields, { ...policy, 'fail-on': lax }, { baseline });
          const tighter = { ...policy, 'fail-on': failOn, 'min-checks': given.minChecks };
          const after = judged(fields, tighter, { baseline });
          expect(after.blockingCount).toBeGreaterThanOrEqual(before.blockingCount);
          expect(worse[after.verdict]).toBeGreaterThanOrEqual(worse[before.verdict]);
          cases.met(`${before.verdict} to ${after.verdict}`);
        },
      ),
      { numRuns: 500 },
    );
    const changes = ['pass to pass', 'pass to inconclusive', 'pass to fail', 'inconclusive to fail'];
    expect(cases.leastMet(...changes, 'inconclusive to inconclusive', 'fail to fail')).toBeGreaterThan(0);
  });

  test('the order of findings, of the baseline and of rules does not matter', () => {
    const cases = countCases();
    fc.assert(
      fc.property(anyCompared, fewIssues, anyPolicy, ([issues], others, policy) => {
        const before = [...others, ...issues.slice(1)];
        const one = judged({ issues }, policy, { baseline: baselineOf(before) });
        const other = judged(
          { issues: issues.toReversed() },
          { ...policy, ignore: policy.ignore.toReversed() },
          { baseline: baselineOf(before.toReversed()) },
        );
        expect(statuses(other).sort()).toEqual(statuses(one).sort());
        const { verdict, objections, comparison } = one;
        expect(other).toMatchObject({ verdict, objections, comparison });
        for (const { status } of one.findings) cases.met(status, issues.length > 1);
      }),
      { numRuns: 300 },
    );
    expect(cases.leastMet('blocking', 'passing', 'known', 'ignored')).toBeGreaterThan(0);
  });

  test('the counts of a judgement add up', () => {
    const cases = countCases();
    fc.assert(
      fc.property(anyCompared, anySummary, anyPolicy, ([issues, baseline], issuesSummary, policy) => {
        const judgement = judged({ issues, issuesSummary }, policy, { baseline });
        const count = (wanted: string) => judgement.findings.filter(({ status }) => status === wanted).length;
        const unlisted = sumCounts(judgement.unlisted);
        expect(judgement.findings).toHaveLength(issues.length);
        expect(sumCounts(judgement.countsByStatus.ignored)).toBe(count('ignored'));
        expect(sumCounts(judgement.counts)).toBe(issues.length + unlisted);
        if (judgement.comparison.kind === 'compared') {
          expect(judgement.comparison.new).toBe(count('blocking') + count('passing') + unlisted);
          expect(judgement.comparison.known).toBe(count('known'));
        }
        for (const { status, ignoredBy, finding, fingerprints } of judgement.findings) {
          expect(ignoredBy !== null).toBe(status === 'ignored');
          expect(fingerprints).toHaveLength(Math.max(1, finding.places.length));
          cases.met(status);
        }
        expect(judgement.blockingCount > 0).toBe(judgement.verdict === 'fail');
        cases.met(judgement.verdict);
        cases.met('unlisted', unlisted > 0);
      }),
      { numRuns: 200 },
    );
    const statusesMet = ['blocking', 'passing', 'known', 'ignored'];
    expect(cases.leastMet(...statusesMet, 'pass', 'fail', 'unlisted')).toBeGreaterThan(0);
  });
});
