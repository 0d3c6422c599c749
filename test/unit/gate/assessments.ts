/** Policies and findings for tests. Everything is off by default. */

import fc from 'fast-check';
import { type BaselineFindings, readBaselineFindings } from '../../../src/gate/baseline-findings.ts';
import { type Finding, readFindings } from '../../../src/gate/findings.ts';
import {
  type GateFacts,
  judgeByPolicy,
  type ScanToJudge,
  withReadResult,
} from '../../../src/gate/judge-scan.ts';
import type { Assessment } from '../../../src/gate/verdict.ts';
import type { HostRules, IgnoreRule, Policy } from '../../../src/policy/policy.ts';
import { type Ending, endState } from '../../support/end-state.ts';
import { plainPolicy } from '../../support/plain-policy.ts';
import { asResult, severity, summaryOf, threshold } from './arbitraries.ts';

/** The time of every test. */
export const now = Date.parse('2026-11-20T12:00:00Z');

/** A rule that matches everything, unless `fields` narrow it. */
export function ignoring(fields: Partial<IgnoreRule> = {}): IgnoreRule {
  return {
    fingerprint: null,
    name: null,
    group: null,
    type: null,
    cwe: null,
    cve: null,
    where: null,
    severity: null,
    reason: 'accepted',
    expires: null,
    owner: null,
    line: 1,
    ...fields,
  };
}

export function hostRulesOf(fields: Partial<HostRules> = {}): HostRules {
  return { allowedPorts: null, certificateMinDays: null, requireWaf: false, severity: 'high', ...fields };
}

export const none = { critical: 0, high: 0, medium: 0, low: 0, warning: 0 };

export const clean = { issues: [], issuesSummary: none, totalChecked: 10 };

export const issue = (name: string, severity: string, score?: number) => ({
  name,
  severity,
  cvss: { score },
});

/** Name and status of each finding. */
export const statuses = ({ findings }: Assessment) =>
  findings.map(({ finding, status }) => `${finding.name} ${status}`);

/** What differs from a finished scan without a baseline. */
export interface Judging extends Partial<GateFacts & Pick<ScanToJudge, 'result'>>, Ending {
  readonly baseline?: BaselineFindings;
}

/** Judges a finished scan with `fields`. By default it checked something and found nothing. */
export function assessed(
  fields: Readonly<Record<string, unknown>>,
  policy: Partial<Policy> = {},
  { baseline = { kind: 'none' }, result, problem = null, partial = false, ...given }: Judging = {},
): Assessment {
  const scan = {
    ...endState(result === undefined ? asResult({ ...clean, ...fields }) : result, { problem, partial }),
    doubts: [],
    preferences: null,
    siteHost: null,
    now,
    ...given,
  };
  return judgeByPolicy(withReadResult(scan), { ...plainPolicy, ...policy }, baseline);
}

/** Judges the result of a finished scan. */
export function assessedResult(
  result: ScanToJudge['result'],
  policy: Partial<Policy> = {},
  given: Judging = {},
): Assessment {
  return assessed({}, policy, { result, ...given });
}

/** The findings of `issues`, in the service's form. */
export function findingsOf(issues: readonly unknown[]): readonly Finding[] {
  return readFindings(asResult({ issues }).issues).findings;
}

/** A baseline with `issues`. */
export function baselineOf(issues: readonly unknown[], host: string | null = null): BaselineFindings {
  const target = host === null ? null : `https://${host}`;
  return readBaselineFindings({
    kind: 'scan',
    scanId: 'base',
    result: asResult({ issues }),
    target,
    older: [],
  });
}

/** The kinds of the reasons, in order; of problems the problem's kind. */
export function reasonKinds({ verdict }: Assessment): string[] {
  return verdict.reasons.map((reason) => (reason.kind === 'problem' ? reason.problem.kind : reason.kind));
}

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

export const anyScore = fc.option(fc.integer({ min: 0, max: 100 }).map((tenths) => tenths / 10));

const budget = fc.integer({ min: 0, max: 3 });

export const anyBudgets = fc.record({ critical: budget, high: budget, low: budget }, { requiredKeys: [] });

const findingRules = {
  failOn: threshold,
  failOnCvss: anyScore,
  maxFindings: anyBudgets,
  ignore: fc.array(anyRule, { maxLength: 3 }),
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

/** Policies with all rules for findings. */
export const anyPolicy = policyOf(findingRules);

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
