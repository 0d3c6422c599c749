/** What blocks by `fail-on`, `fail-on-cvss` and `max-findings`. */

import { bandScores, reaches, type Severity, type SeverityCounts, severities } from '../core/severity.ts';
import type { Policy } from '../policy/policy.ts';
import type { Finding } from './findings.ts';
import type { BlockingRule, ExceededBudget } from './verdict.ts';

type ScoredFinding = Pick<Finding, 'severity' | 'cvss'>;

/**
 * The score of a finding for `fail-on-cvss`. A finding without a score gets the highest score of its severity, because
 * it may be that bad.
 */
export function scoreForThreshold({ cvss, severity }: ScoredFinding): number {
  return cvss?.score ?? bandScores[severity].highest;
}

/** The rules by which a finding blocks, if it is neither ignored nor known. Budgets count all findings together. */
export function blockingRulesOf(
  finding: ScoredFinding,
  { failOn, failOnCvss }: Policy,
  exceededBudgets: readonly ExceededBudget[],
): BlockingRule[] {
  const rules: BlockingRule[] = [];
  if (failOn !== 'never' && reaches(finding.severity, failOn))
    rules.push({ kind: 'fail-on', threshold: failOn });
  if (failOnCvss !== null && scoreForThreshold(finding) >= failOnCvss)
    rules.push({ kind: 'fail-on-cvss', score: failOnCvss });
  for (const budget of exceededBudgets)
    if (budget.severity === finding.severity) rules.push({ kind: 'max-findings', ...budget });
  return rules;
}

/** @param counts findings that are neither ignored nor known, including unlisted ones */
export function budgetsExceeded(counts: SeverityCounts, { maxFindings }: Policy): ExceededBudget[] {
  return severities.flatMap((severity) => {
    const allowed = maxFindings[severity];
    const count = counts[severity];
    return allowed !== undefined && count > allowed ? [{ severity, allowed, count }] : [];
  });
}

/** How many unlisted findings block. They are never ignored or known, and have no score. */
export function countUnlistedThatBlock(
  unlisted: SeverityCounts,
  policy: Policy,
  exceededBudgets: readonly ExceededBudget[],
): number {
  return severities
    .filter((severity) => blockingRulesOf({ severity, cvss: null }, policy, exceededBudgets).length > 0)
    .reduce((sum, severity) => sum + unlisted[severity], 0);
}

/** The lowest severity at which every finding blocks, whatever else the scan finds; `null` if there is none. */
export function severityThatSurelyBlocks(policies: readonly Policy[]): Severity | null {
  const surePolicies = policies.filter(({ ignore, baseline }) => ignore.length === 0 && baseline === null);
  return severities.findLast((severity) => surePolicies.some(({ failOn }) => failOn === severity)) ?? null;
}
