/** Any policies, and findings that their rules often match. */
import fc from 'fast-check';
import type { BaselineFindings } from '../../../src/gate/baseline-findings.ts';
import type { IgnoreRule, Policy } from '../../../src/policy/policy.ts';
import { plainPolicy } from '../../support/plain-policy.ts';
import { severity, summaryOf, threshold } from './arbitraries.ts';
import { baselineOf, hostRulesOf, ignoring } from './assessments.ts';

/** Few names, so that findings are often alike and rules often match. */
export const fewIssues = fc.array(
  fc.record(
    {
      name: fc.constantFrom('Missing header', 'Open directory', 'Cookie on a.example'),
      group: fc.constantFrom('Improper Neutralization', 'Unspecified Threat'),
      severity,
      cvss: fc.record({ score: fc.integer({ min: 0, max: 100 }).map((tenths) => tenths / 10) }),
      cwe: fc.constantFrom<number[]>([], [79], [79, 200]),
    },
    { requiredKeys: ['name', 'severity'] },
  ),
  { maxLength: 6 },
);

/** Every third one takes all findings of a severity, so that rules often change something. */
export const anyRule: fc.Arbitrary<IgnoreRule> = fc.oneof(
  { weight: 1, arbitrary: fc.option(severity).map((ceiling) => ignoring({ name: '*', severity: ceiling })) },
  {
    weight: 2,
    arbitrary: fc
      .record({
        name: fc.option(fc.constantFrom('*', 'missing*', '*?rector?', 'x')),
        group: fc.option(fc.constantFrom('unspecified threat', 'x')),
        cwe: fc.option(fc.constantFrom([79], [200], [79, 200], [1])),
        severity: fc.option(severity),
        expires: fc.option(fc.constantFrom('2026-11-19', '2026-11-20', '2027-01-01')),
        line: fc.integer({ min: 1, max: 50 }),
      })
      .map(ignoring),
  },
);

const anyScore = fc.option(fc.integer({ min: 0, max: 100 }).map((tenths) => tenths / 10));

const budget = fc.integer({ min: 0, max: 3 });

const anyBudgets = fc.record({ critical: budget, high: budget, low: budget }, { requiredKeys: [] });

/** Any value of each key. A new key does not compile until it is tested too. */
export const anyKey: { readonly [Key in keyof Policy]: fc.Arbitrary<Policy[Key]> } = {
  failOn: threshold,
  failOnCvss: anyScore,
  maxFindings: anyBudgets,
  baseline: fc.constantFrom<Policy['baseline']>(null, { kind: 'previous' }, { kind: 'scan', scanId: 'base' }),
  baselineScans: fc.integer({ min: 1, max: 5 }),
  minChecks: fc.constantFrom(null, 0, 10, 1000),
  failFast: fc.boolean(),
  ignore: fc.array(anyRule, { maxLength: 3 }),
  hostRules: fc.constantFrom(null, hostRulesOf({ requireWaf: true }), hostRulesOf({ allowedPorts: [443] })),
  onFail: fc.constantFrom('fail', 'warn'),
  onInconclusive: fc.constantFrom('fail', 'warn'),
  allowedRedirects: fc.constantFrom<readonly string[] | null>(null, ['a.example']),
  allowedStatuses: fc.constantFrom<readonly number[]>([], [404]),
};

/**
 * Policies with these keys: every other one has values for two keys at most and is lax else. With values for all, nearly
 * every scan fails.
 */
export function policyOf(
  keys: { readonly [Key in keyof Policy]?: fc.Arbitrary<Policy[Key]> },
): fc.Arbitrary<Policy> {
  const all = fc.record<Partial<Policy>>(keys);
  const few = fc
    .shuffledSubarray(Object.keys(keys), { maxLength: 2 })
    .chain((names) => all.map((given) => Object.entries(given).filter(([name]) => names.includes(name))))
    .map((entries) => ({ failOn: 'never' as const, ...Object.fromEntries(entries) }));
  return fc.oneof(all, few).map((given) => ({ ...plainPolicy, ...given }));
}

const { failOn, failOnCvss, maxFindings, ignore } = anyKey;
/** Policies with all rules for findings. */
export const anyPolicy = policyOf({ failOn, failOnCvss, maxFindings, ignore });

/** Findings, and no baseline, one without a finished scan, one with few findings, or one with some of these. */
export const anyCompared: fc.Arbitrary<readonly [readonly object[], BaselineFindings]> = fewIssues.chain(
  (issues) =>
    fc.tuple(
      fc.constant(issues),
      fc.oneof(
        fc.constantFrom<BaselineFindings>({ kind: 'none' }, { kind: 'first' }),
        fewIssues.map((others) => baselineOf(others)),
        fc.subarray(issues).map((some) => baselineOf(some)),
      ),
    ),
);

/** Counts that say nothing, or hold findings that are not listed. */
export const anySummary = fc.oneof(
  { weight: 2, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: summaryOf },
);
