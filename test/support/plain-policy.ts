/** A policy for tests. */
import type { PolicySettings } from '../../src/settings/settings.ts';

/** Blocks from `high` on, and has no other rule. */
export const plainPolicy: PolicySettings = {
  'allowed-statuses': [],
  'fail-on': 'high',
  baseline: null,
  'min-checks': 1,
  'on-fail': 'fail',
  'on-inconclusive': 'fail',
  comment: 'always',
  disclosure: 'auto',
  'track-issue': false,
  reports: ['ACTION_REPORT'],
  'report-language': 'en',
  'report-logo': null,
  'report-color': null,
  ignore: [],
};
