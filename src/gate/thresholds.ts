/** What blocks by `fail-on`, `fail-on-cvss` and `max-findings`. */

import {
  bandScores,
  compareSeverity,
  reaches,
  type Severity,
  type SeverityCounts,
  severities,
} from '../core/severity.ts';
import type { Policy } from '../policy/policy.ts';
import type { Finding } from './findings.ts';
import type { BlockingRule, ExceededBudget } from './verdict.ts';

type Thresholds = Pick<Policy, 'failOn' | 'failOnCvss' | 'maxFindings'>;
type ScoredFinding = Pick<Finding, 'severity' | 'cvss'>;

/**
 * The score of a finding for `fail-on-cvss`. A finding without a score gets the highest score of its severity, because
 * it may be that bad.
 */
export function scoreForThreshold({ cvss, severity }: ScoredFinding): number {
  return cvss?.score ?? bandScores[severity].highest;
}

/** The thresholds that a finding reaches by itself. Budgets count all findings together. */
export function thresholdsReached(
  finding: ScoredFinding,
  { failOn, failOnCvss }: Thresholds,
): BlockingRule[] {
  const rules: BlockingRule[] = [];
  if (failOn !== 'never' && reaches(finding.severity, failOn))
    rules.push({ kind: 'fail-on', threshold: failOn });
  if (failOnCvss !== null && scoreForThreshold(finding) >= failOnCvss)
    rules.push({ kind: 'fail-on-cvss', score: failOnCvss });
  return rules;
}

/** @param counts findings that are neither ignored nor known, including unlisted ones */
export function budgetsExceeded(counts: SeverityCounts, { maxFindings }: Thresholds): ExceededBudget[] {
  return severities.flatMap((severity) => {
    const allowed = maxFindings[severity];
    const count = counts[severity];
    return allowed !== undefined && count > allowed ? [{ severity, allowed, count }] : [];
  });
}

/** How many unlisted findings block. They are never ignored or known, and have no score. */
export function countUnlistedThatBlock(
  unlisted: SeverityCounts,
  thresholds: Thresholds,
  exceededBudgets: readonly { readonly severity: Severity }[],
): number {
  const blocks = (severity: Severity) =>
    exceededBudgets.some((budget) => budget.severity === severity) ||
    thresholdsReached({ severity, cvss: null }, thresholds).length > 0;
  return severities.filter(blocks).reduce((sum, severity) => sum + unlisted[severity], 0);
}

/** The lowest severity at which every finding blocks, whatever else the scan finds; `null` if there is none. */
export function severityThatSurelyBlocks(policies: readonly Policy[]): Severity | null {
  const surePolicies = policies.filter(({ ignore, baseline }) => ignore.length === 0 && baseline === null);
  const thresholds = surePolicies.flatMap(({ failOn }) => (failOn === 'never' ? [] : [failOn]));
  return thresholds.toSorted(compareSeverity).at(-1) ?? null;
}
