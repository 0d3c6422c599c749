import type { InputSettings } from '../../src/policy/settings-in-force.ts';

/** The settings if every input is empty. */
export const nothingGiven: InputSettings = {
  failOn: null,
  failOnCvss: null,
  maxFindings: null,
  baseline: null,
  baselineScans: null,
  minChecks: null,
  failFast: null,
  onFail: null,
  onInconclusive: null,
  allowedStatuses: null,
  comment: null,
  disclosure: null,
  summary: null,
  annotations: null,
  trackIssue: null,
  pdfChoices: null,
  pdfLanguage: null,
  pdfLogo: null,
  pdfColor: null,
};
