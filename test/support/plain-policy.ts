/** A policy and settings for tests. */
import type { Policy, Settings } from '../../src/settings/settings.ts';

/** Blocks from `high` on, and has no other rule. */
export const plainPolicy: Policy = {
  failOn: 'high',
  baseline: null,
  minChecks: 1,
  onFail: 'fail',
  onInconclusive: 'fail',
  ignore: [],
  allowedStatuses: [],
};

/** All reports, in English. */
export const plainReports: Settings['publishing'] = {
  comment: 'always',
  disclosure: 'full',
  trackIssue: false,
  reports: ['ACTION_REPORT'],
  reportLanguage: 'en',
  reportLogo: null,
  reportColor: null,
};
