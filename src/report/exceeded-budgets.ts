import { reaches, severities } from '../core/severity.ts';
import type { Assessment, BlockingRule, Budget, JudgedFinding } from '../gate/verdict.ts';

/** A budget of `max-findings` that is exceeded, and what has to be fixed because of it. */
export interface ExceededBudget extends Budget {
  /** How many of its findings have to be fixed beside those that block by themselves; below one if those are enough. */
  readonly needed: number;
  /** How many of its findings do not block by themselves. */
  readonly among: number;
}

/** True if a finding blocks by its severity or score, whatever else there is: it has to be fixed. */
export function blocksByItself({ blockedBy }: JudgedFinding): boolean {
  return blockedBy.some(({ kind }) => kind !== 'max-findings');
}

/**
 * The exceeded budgets, most severe first. If two policies have one for the same severity, the one that asks for more
 * counts. A budget says nothing more if its policy blocks every finding of the severity anyway.
 */
export function exceededBudgets({ findings, verdict }: Pick<Assessment, 'findings' | 'verdict'>) {
  const { reasons } = verdict;
  // If findings are withheld, the reasons have the budgets. Without a verdict, the findings have them.
  const rules = [...reasons, ...findings.flatMap(({ blockedBy }) => blockedBy)];
  const budgets = rules.filter((rule) => rule.kind === 'over-budget' || rule.kind === 'max-findings');
  const distinct = [
    ...new Map(budgets.map((budget) => [`${budget.severity} ${budget.by}`, budget])).values(),
  ];
  const isCovered = ({ severity, by }: PolicyBudget) =>
    reasons.some(
      (each) => each.kind === 'blocking-findings' && each.by === by && reaches(severity, each.threshold),
    );
  return severities.flatMap((severity) =>
    distinct
      .filter((budget) => budget.severity === severity && !isCovered(budget))
      .map((budget) => withNeed(budget, findings))
      .toSorted((one, other) => other.needed - one.needed)
      .slice(0, 1),
  );
}

type PolicyBudget = Budget & Pick<BlockingRule, 'by'>;

function withNeed(
  { severity, allowed, count, by }: PolicyBudget,
  findings: readonly JudgedFinding[],
): ExceededBudget {
  const isCounted = ({ blockedBy, finding }: JudgedFinding) =>
    finding.severity === severity && blockedBy.some((rule) => rule.kind === 'max-findings' && rule.by === by);
  const byThemselves = findings.filter((each) => isCounted(each) && blocksByItself(each)).length;
  return { severity, allowed, count, needed: count - allowed - byThemselves, among: count - byThemselves };
}
