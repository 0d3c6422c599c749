import type { Policy } from '../../src/policy/policy.ts';
import type { Settings } from '../../src/policy/settings-in-force.ts';

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
  reportChoices: ['ACTION_REPORT'],
  reportLanguage: 'en',
  reportLogo: null,
  reportColor: null,
};
