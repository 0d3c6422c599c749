/** Rules, findings and what the gate decides on them. Every rule is off by default. */

import { noFindings } from '../../../src/core/severity.ts';
import { type BaselineFindings, readBaselineFindings } from '../../../src/gate/baseline-findings.ts';
import { type Finding, readFindings } from '../../../src/gate/findings.ts';
import { judgeByPolicy } from '../../../src/gate/judge-scan.ts';
import { type GateFacts, parseScan, type ScanToJudge } from '../../../src/gate/parse-scan.ts';
import type { Assessment } from '../../../src/gate/verdict.ts';
import type { HostRules, IgnoreRule, Policy } from '../../../src/policy/policy.ts';
import { type Ending, endState } from '../../support/end-state.ts';
import { plainPolicy } from '../../support/plain-policy.ts';
import { asResult } from './arbitraries.ts';

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

/** Fields of a result of some checks that found nothing. */
export const emptyResult = { issues: [], issuesSummary: noFindings, totalChecked: 10 };

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
    ...endState(result === undefined ? asResult({ ...emptyResult, ...fields }) : result, {
      problem,
      partial,
    }),
    doubts: [],
    preferences: null,
    siteHost: null,
    now,
    ...given,
  };
  return judgeByPolicy(parseScan(scan), { ...plainPolicy, ...policy }, baseline);
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
    olderScans: [],
  });
}

/** The kinds of the reasons, in order; of problems the problem's kind. */
export function reasonKinds({ verdict }: Assessment): string[] {
  return verdict.reasons.map((reason) => (reason.kind === 'problem' ? reason.problem.kind : reason.kind));
}
