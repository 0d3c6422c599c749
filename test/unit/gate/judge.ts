import { assess } from '../../../src/gate/assess.ts';
import type { Assessment } from '../../../src/gate/verdict.ts';
import type { FailOn } from '../../../src/inputs/inputs.ts';
import { asResult } from './arbitraries.ts';

export const none = { critical: 0, high: 0, medium: 0, low: 0, warning: 0 };

/** Judges a finished scan made of `fields`; a clean one that checked something by default. */
export function judge(fields: Record<string, unknown>, failOn: FailOn = 'high'): Assessment {
  const clean = { issues: [], issuesSummary: none, totalChecked: 10, issuesSummaryTotal: 0 };
  return assess({ result: asResult({ ...clean, ...fields }), problem: null, policy: { failOn } });
}

/** Only the outcome of it. */
export function outcomeOf(
  fields: Record<string, unknown>,
  failOn?: FailOn,
): Assessment['verdict']['outcome'] {
  return judge(fields, failOn).verdict.outcome;
}
