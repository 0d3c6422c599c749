/** How many findings have to be fixed because of exceeded budgets, and which findings block without a budget. */

import { severities } from '../core/severity.ts';
import type { Assessment, ExceededBudget, JudgedFinding } from '../gate/verdict.ts';

/** An exceeded budget. `onlyByBudget` and `toFix` leave out findings that block by themselves and are fixed anyway. */
export interface BudgetToFix extends ExceededBudget {
  /** How many findings of the budget do not block by themselves. */
  readonly onlyByBudget: number;
  /** How many of `onlyByBudget` have to be fixed to keep the budget. */
  readonly toFix: number;
}

/** True if a finding blocks by its own severity or score, so that it has to be fixed whatever the budgets are. */
export function blocksByItself({ blockedBy }: JudgedFinding): boolean {
  return blockedBy.some(({ kind }) => kind !== 'max-findings');
}

/** The exceeded budgets, most severe first; of two budgets for one severity, the one with the higher `toFix`. */
export function budgetsToFix({ findings, exceededBudgets }: Assessment): BudgetToFix[] {
  const budgets = exceededBudgets.map(({ severity, allowed, count, by }) => {
    const isCounted = ({ blockedBy, finding }: JudgedFinding) =>
      finding.severity === severity &&
      blockedBy.some((rule) => rule.kind === 'max-findings' && rule.by === by);
    const onlyByBudget =
      count - findings.filter((judged) => isCounted(judged) && blocksByItself(judged)).length;
    return { severity, allowed, count, onlyByBudget, toFix: Math.max(0, onlyByBudget - allowed) };
  });
  const mostToFixFirst = budgets.toSorted((one, other) => other.toFix - one.toFix);
  return severities.flatMap(
    (severity) => mostToFixFirst.find((budget) => budget.severity === severity) ?? [],
  );
}
