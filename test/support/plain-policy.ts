/** Policies of a repository and of an organization for tests. */
import type { OrganizationPolicy, Policy } from '../../src/policy/policy.ts';
import type { Settings } from '../../src/policy/settings-in-force.ts';
import { defaultSources } from '../../src/policy/settings-table.ts';

/** Blocks from `high` on, and has no other rule. */
export const plainPolicy: Policy = {
  failOn: 'high',
  failOnCvss: null,
  maxFindings: {},
  baseline: null,
  baselineScans: 1,
  minChecks: null,
  failFast: false,
  onFail: 'fail',
  onInconclusive: 'fail',
  ignore: [],
  hostRules: null,
  allowedRedirects: null,
  allowedStatuses: [],
};

/** All reports, in English. */
export const plainReports: Settings['publishing'] = {
  comment: 'always',
  disclosure: 'full',
  summary: true,
  annotations: true,
  trackIssue: false,
  pdfChoices: ['ACTION_REPORT'],
  pdfLanguage: 'en',
  pdfLogo: null,
  pdfColor: null,
};

export const organizationName = 'acme/policies/scan-gate.yml@main';
export const organizationCommit = '4f2a'.repeat(10);

/** A policy that allows nothing of the repository, and blocks from `high` on unless `policy` says otherwise. */
export function organizationOf(
  policy: Partial<Policy> = {},
  allows: Partial<Pick<OrganizationPolicy, 'allowIgnores' | 'allowBaseline'>> = {},
): OrganizationPolicy {
  return {
    name: organizationName,
    commit: organizationCommit,
    digest: 'ef'.repeat(32),
    policy: { ...plainPolicy, ...policy },
    sources: { ...defaultSources, 'fail-on': 'file' },
    allowIgnores: null,
    allowBaseline: false,
    ...allows,
  };
}
