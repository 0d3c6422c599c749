import type { GivenSettings } from '../../../src/policy/given-settings.ts';

/** The settings if every input is empty. */
export const nothingGiven: GivenSettings = {
  failOn: null,
  failOnCvss: null,
  maxFindings: null,
  baseline: null,
  minChecks: null,
  failFast: null,
  onFail: null,
  onInconclusive: null,
  allowedStatuses: null,
  comment: null,
  disclosure: null,
  trackIssue: null,
  reports: null,
  reportLanguage: null,
  reportLogo: null,
  reportColor: null,
};
