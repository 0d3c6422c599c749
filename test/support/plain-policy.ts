import type { Policy } from '../../src/inputs/policy.ts';

/** Blocks from `high` on, and has no other rule. */
export const plainPolicy: Policy = {
  failOn: 'high',
  failOnCvss: null,
  maxFindings: {},
  baseline: null,
  failFast: false,
  onInconclusive: 'fail',
  ignore: [],
  host: null,
  allowedRedirects: [],
};
