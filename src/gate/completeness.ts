import { sumCounts } from '../core/severity.ts';
import type { Assessment, RuleNotice } from './verdict.ts';

/**
 * True when the list of findings is known to be all there is. Only then is a finding of the baseline that is not in it
 * fixed, and a rule that matches nothing in it a rule for nothing.
 */
export function isComplete({ partial, unlisted, verdict }: Assessment): boolean {
  const understood = verdict.reasons.every(
    (reason) => reason.kind !== 'problem' || reason.problem.kind === 'no-host-information',
  );
  return !partial && understood && sumCounts(unlisted) === 0;
}

/** What is to be said about the ignore rules, in the order of the file. */
export function shownNotices(assessment: Assessment): RuleNotice[] {
  const complete = isComplete(assessment);
  return assessment.ruleNotices
    .filter(({ kind }) => complete || kind !== 'matches-nothing')
    .toSorted((a, b) => a.rule.line - b.rule.line);
}
