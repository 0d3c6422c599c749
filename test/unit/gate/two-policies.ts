/** Scans that are judged by the policy of the repository and by that of the organization. */
import { judgeByAllPolicies } from '../../../src/gate/judge-scan.ts';
import type { GateFacts, ScanToJudge } from '../../../src/gate/parse-scan.ts';
import { judgingPolicies, withOrganization } from '../../../src/policy/organization.ts';
import type { OrganizationPolicy, Policy } from '../../../src/policy/policy.ts';
import { defaultSources } from '../../../src/policy/settings-table.ts';
import type { FetchedBaseline, PolicyWithBaseline } from '../../../src/scan/baseline-scans.ts';
import { endState } from '../../support/end-state.ts';
import { plainPolicy, plainReports } from '../../support/plain-policy.ts';
import { asResult } from './arbitraries.ts';
import { now } from './assessments.ts';

/** The result of a scan that checked something and found `issues`. */
export const resultOf = (issues: readonly unknown[], fields: object = {}) =>
  asResult({ issues, issuesSummary: {}, totalChecked: 10, ...fields });

/** A baseline in which `issues` were found. */
export const fetchedBaselineOf = (issues: readonly unknown[]): FetchedBaseline => ({
  kind: 'scan',
  scanId: 'base',
  result: resultOf(issues),
  target: null,
  olderScans: [],
});

interface FinishedScan {
  readonly result: ScanToJudge['result'];
  /** Of the repository, then of the organization; none if absent. */
  readonly baselines?: readonly FetchedBaseline[];
}

/** Judges a finished scan by the policies of repository and organization, as a run does. */
export function judgeByBoth(
  { baselines = [], result }: FinishedScan,
  own: Partial<Policy>,
  organization: OrganizationPolicy | null,
) {
  const policiesWithBaselines = withBaselines(own, organization, baselines);
  return judgeByAllPolicies({ ...endState(result), policiesWithBaselines }, facts);
}

export const facts: GateFacts = { preferences: null, siteHost: null, now, doubts: [] };

/** Both policies as far as they judge, each with its baseline. */
export function withBaselines(
  own: Partial<Policy>,
  organization: OrganizationPolicy | null,
  baselines: readonly FetchedBaseline[] = [],
): readonly PolicyWithBaseline[] {
  const policies = judgingPolicies({ policy: { ...plainPolicy, ...own }, organization }, now);
  return policies.map((policy, index) => ({ policy, baseline: baselines[index] ?? { kind: 'none' } }));
}

/** The policy of the run: that of the repository, bound by that of the organization. */
export function boundPolicy(policy: Policy, organization: OrganizationPolicy): Policy {
  const from = { sources: defaultSources, file: null, organization: null };
  return withOrganization({ ...from, policy, publishing: plainReports }, organization).policy;
}
