import type { Problem } from '../core/problem.ts';
import { type SeverityCounts, sumCounts } from '../core/severity.ts';
import type { BaselineFacts, RuleNotice } from './verdict.ts';

interface Evidence {
  /** Why the scan did not finish. */
  readonly problem: Problem | null;
  /** True when `fail-fast` ended the wait. */
  readonly partial: boolean;
  /** Why a finished scan cannot be trusted. */
  readonly doubts: readonly Problem[];
  /** Findings that the summary counts beyond those listed. */
  readonly unlisted: SeverityCounts;
}

/** True when the list of findings is known to be all there is. Missing information about the host does not matter for that. */
export function isComplete({ problem, partial, doubts, unlisted }: Evidence): boolean {
  const understood = doubts.every(({ kind }) => kind === 'no-host-information');
  return problem === null && !partial && understood && sumCounts(unlisted) === 0;
}

/** In an incomplete list, a finding of the baseline that is missing may still be there: how many are fixed is unknown. */
export function knownBaseline(baseline: BaselineFacts, complete: boolean): BaselineFacts {
  return baseline.kind === 'compared' && !complete ? { ...baseline, fixed: null } : baseline;
}

/** In an incomplete list, a rule that matches nothing may still match. In the order of the policy file. */
export function knownNotices(notices: readonly RuleNotice[], complete: boolean): RuleNotice[] {
  return notices
    .filter(({ kind }) => complete || kind !== 'matches-nothing')
    .toSorted((a, b) => a.rule.line - b.rule.line);
}
