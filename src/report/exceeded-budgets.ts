import { reaches, severities } from '../core/severity.ts';
import type { Assessment, BlockingRule, Budget, JudgedFinding } from '../gate/verdict.ts';

/** An exceeded budget of `max-findings`. Findings that block by themselves have to be fixed anyway, so they are counted apart. */
export interface ExceededBudget extends Budget {
  /** How many findings of the budget do not block by themselves. */
  readonly onlyByBudget: number;
  /** How many of `onlyByBudget` have to be fixed too; zero or less if it is enough to fix those that block by themselves. */
  readonly toFix: number;
}

/** True if a finding blocks by its severity or score, whatever else there is: it has to be fixed. */
export function blocksByItself({ blockedBy }: JudgedFinding): boolean {
  return blockedBy.some(({ kind }) => kind !== 'max-findings');
}

/**
 * The exceeded budgets, most severe first. If two policies have one for the same severity, the one that asks for more
 * counts. A budget is left out if its policy blocks every finding of the severity anyway.
 */
export function exceededBudgets({ findings, verdict }: Pick<Assessment, 'findings' | 'verdict'>) {
  const { reasons } = verdict;
  // Read from both: withheld findings are not in the list, and the reasons of an inconclusive verdict name no budgets.
  const rules = [...reasons, ...findings.flatMap(({ blockedBy }) => blockedBy)];
  const isCovered = ({ severity, by }: PolicyBudget) =>
    reasons.some(
      (each) => each.kind === 'blocking-findings' && each.by === by && reaches(severity, each.threshold),
    );
  const budgets = rules
    .filter((rule) => rule.kind === 'over-budget' || rule.kind === 'max-findings')
    .filter((budget) => !isCovered(budget));
  const distinct = new Map(budgets.map((budget) => [`${budget.severity} ${budget.by}`, budget]));
  const exceeded = [...distinct.values()]
    .map((budget) => besideFindings(budget, findings))
    .toSorted((one, other) => other.toFix - one.toFix);
  return severities.flatMap((severity) => exceeded.find((budget) => budget.severity === severity) ?? []);
}

type PolicyBudget = Budget & Pick<BlockingRule, 'by'>;

function besideFindings(
  { severity, allowed, count, by }: PolicyBudget,
  findings: readonly JudgedFinding[],
): ExceededBudget {
  const isCounted = ({ blockedBy, finding }: JudgedFinding) =>
    finding.severity === severity && blockedBy.some((rule) => rule.kind === 'max-findings' && rule.by === by);
  const onlyByBudget = count - findings.filter((each) => isCounted(each) && blocksByItself(each)).length;
  return { severity, allowed, count, onlyByBudget, toFix: onlyByBudget - allowed };
}
