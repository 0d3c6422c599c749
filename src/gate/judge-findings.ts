/** How one policy judges each finding: ignored, known, blocking or passing. */

import { compareFindings, type Severity, type SeverityCounts } from '../core/severity.ts';
import type { Policy } from '../policy/policy.ts';
import {
  type BaselineFindings,
  compareWithBaseline,
  type FingerprintedFinding,
} from './baseline-findings.ts';
import { fingerprinter } from './fingerprint.ts';
import { type CompiledRule, compileRule, matchingRules, noticesOf } from './ignore-rules.ts';
import type { ParsedScan } from './parse-scan.ts';
import { blockingRulesOf, budgetsExceeded } from './thresholds.ts';
import type { JudgedFinding } from './verdict.ts';

/**
 * Judges every finding by ignore rules, baseline, thresholds and budgets, in this order.
 *
 * @param unlisted findings that the summary counts, but that the list does not have
 * @returns `fixed`: how many findings of the baseline are gone. `exceededBudgets`: all exceeded budgets, even for
 *   severities that `fail-on` blocks anyway
 */
export function judgeFindings(
  { listed, siteHost, now }: ParsedScan,
  unlisted: SeverityCounts,
  policy: Policy,
  baseline: BaselineFindings,
) {
  const rules = policy.ignore.map((rule) => compileRule(rule, now));
  const fingerprintOf = fingerprinter(siteHost);
  const matchedRules = new Set<CompiledRule>();
  const fingerprinted = listed.findings.map((finding): FingerprintedFinding => {
    const fingerprint = fingerprintOf(finding);
    const matching = matchingRules(rules, finding, fingerprint);
    for (const rule of matching) matchedRules.add(rule);
    return { finding, fingerprint, ignoredBy: matching[0]?.rule ?? null };
  });
  // `knownFrom[index]` belongs to `fingerprinted[index]`.
  const { knownFrom, fixed } = compareWithBaseline(fingerprinted, baseline);
  const newCounts: Record<Severity, number> = { ...unlisted };
  for (const [index, { finding, ignoredBy }] of fingerprinted.entries())
    if (ignoredBy === null && knownFrom[index] === null) newCounts[finding.severity] += 1;
  const exceededBudgets = budgetsExceeded(newCounts, policy);
  const judged = fingerprinted.map((fields, index): JudgedFinding => {
    const { finding, ignoredBy } = fields;
    if (ignoredBy !== null) return { ...fields, status: 'ignored', blockedBy: [], knownFrom: null };
    const scanId = knownFrom[index] ?? null;
    if (scanId !== null) return { ...fields, status: 'known', blockedBy: [], knownFrom: scanId };
    const blockedBy = blockingRulesOf(finding, policy, exceededBudgets);
    return { ...fields, status: blockedBy.length > 0 ? 'blocking' : 'passing', blockedBy, knownFrom: null };
  });
  return {
    // The order must not depend on the policy: `mergeAssessments` pairs the findings of two assessments by their place.
    findings: judged.toSorted((a, b) => compareFindings(rankOf(a), rankOf(b))),
    exceededBudgets,
    fixed,
    ruleNotices: noticesOf(rules, matchedRules),
  };
}

function rankOf({ finding: { severity, cvss } }: JudgedFinding) {
  return { severity, score: cvss?.score ?? null };
}
