/** Rules, findings and what the gate says about them. Every rule is off by default. */

import { zeroCounts } from '../../../src/core/severity.ts';
import { type IdentifiedFinding, identifyFindings } from '../../../src/gate/fingerprint.ts';
import { judge } from '../../../src/gate/judge.ts';
import type { Judgement, ScanToJudge } from '../../../src/gate/judgement.ts';
import { type Finding, readFindings } from '../../../src/gate/read-findings.ts';
import type { FetchedBaseline } from '../../../src/scan/baseline.ts';
import type { IgnoreRule } from '../../../src/settings/policy-file.ts';
import type { PolicySettings } from '../../../src/settings/settings.ts';
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

/** Fields of a result of some checks that found nothing. */
const emptyResult = { issues: [], issuesSummary: zeroCounts, totalChecked: 10 };

export const issue = (name: string, severity: string, score?: number) => ({
  name,
  severity,
  cvss: { score },
});

/** A finding at `places`, which are paths or addresses. */
export const issueAt = (places: readonly string[], fields: object = {}) => ({
  name: 'Directory listing',
  group: 'Improper Access Control',
  severity: 'high',
  raw: { url: places },
  ...fields,
});

/** Name and status of each finding. */
export const statuses = ({ findings }: Judgement) =>
  findings.map(({ finding, status }) => `${finding.name} ${status}`);

/** What differs from a finished scan without a baseline. */
export interface Judging extends Partial<Omit<ScanToJudge, 'problem'>>, Ending {
  readonly baseline?: FetchedBaseline;
}

/** Judges a finished scan with `fields`. By default it checked something and found nothing. */
export function judged(
  fields: Readonly<Record<string, unknown>>,
  policy: Partial<PolicySettings> = {},
  { baseline = { kind: 'none' }, result, problem = null, ...given }: Judging = {},
): Judgement {
  const scan = {
    preferences: null,
    siteHost: null,
    lostTargetProblem: null,
    now,
    ...given,
    ...endState(result === undefined ? asResult({ ...emptyResult, ...fields }) : result, { problem }),
  };
  return judge(scan, { ...plainPolicy, ...policy }, baseline);
}

/** The findings of `issues`, in the service's form. */
export function findingsOf(issues: readonly unknown[], siteHost: string | null = null): readonly Finding[] {
  return readFindings(asResult({ issues }).issues, siteHost).findings;
}

/** The findings of a scan of a site, identified. */
export function identified(
  issues: readonly unknown[],
  siteHost: string | null = 'shop.example',
  ips: readonly string[] = [],
): readonly IdentifiedFinding[] {
  return identifyFindings(findingsOf(issues, siteHost), { siteHost, ips });
}

/** A baseline with `issues`. */
export function baselineOf(
  issues: readonly unknown[],
  host: string | null = null,
  fields: object = {},
): FetchedBaseline & { kind: 'scan' } {
  const siteAddress = host === null ? null : `https://${host}`;
  return { kind: 'scan', scanId: 'base', result: asResult({ issues, ...fields }), siteAddress };
}

/** The kinds of the objections, in order; of problems and doubts the kind of their cause. */
export function objectionKinds({ objections }: Judgement): string[] {
  return objections.map((objection) => ('because' in objection ? objection.because.kind : objection.kind));
}
