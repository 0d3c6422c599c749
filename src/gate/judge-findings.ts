import { compareFindings, type Severity, type SeverityCounts } from '../core/severity.ts';
import type { Policy } from '../policy/policy.ts';
import {
  type BaselineFindings,
  compareWithBaseline,
  type FingerprintedFinding,
} from './baseline-findings.ts';
import type { Finding } from './findings.ts';
import { fingerprinter } from './fingerprint.ts';
import { matchingRules, noticesOf, type PreparedRule, prepareRule } from './ignore-rules.ts';
import { budgetsExceeded, thresholdsReached } from './thresholds.ts';
import type { Assessment, BaselineComparison, ExceededBudget, JudgedFinding } from './verdict.ts';

/** The findings of a scan as one policy judges them, and what follows for the policy. */
export interface JudgedFindings extends Pick<Assessment, 'findings' | 'baseline' | 'ruleNotices'> {
  /** All exceeded budgets, even for severities that `fail-on` blocks anyway. */
  readonly exceededBudgets: readonly ExceededBudget[];
}

export interface FindingsToJudge {
  readonly findings: readonly Finding[];
  /** Findings that the summary counts, but that the list does not have. */
  readonly unlisted: SeverityCounts;
  readonly baseline: BaselineFindings;
  readonly policy: Policy;
  /** Host of the target with its port, or `null`. */
  readonly siteHost: string | null;
  /** In milliseconds since the Unix epoch. */
  readonly now: number;
}

/** Judges every finding by ignore rules, baseline, thresholds and budgets, in this order. */
export function judgeFindings(input: FindingsToJudge): JudgedFindings {
  const { findings, unlisted, baseline, policy, siteHost, now } = input;
  const rules = policy.ignore.map((rule) => prepareRule(rule, now));
  const fingerprintOf = fingerprinter(siteHost);
  const used = new Set<PreparedRule>();
  const fingerprinted = findings.map((finding): FingerprintedFinding => {
    const fingerprint = fingerprintOf(finding);
    const matching = matchingRules(rules, finding, fingerprint);
    for (const rule of matching) used.add(rule);
    return { finding, fingerprint, ignoredBy: matching[0]?.rule ?? null };
  });
  // `known[index]` and `olderScans[index]` belong to `fingerprinted[index]`.
  const { known, fixed, olderScans } = compareWithBaseline(fingerprinted, baseline);
  const counted: Record<Severity, number> = { ...unlisted };
  for (const [index, { finding, ignoredBy }] of fingerprinted.entries())
    if (ignoredBy === null && !known[index]) counted[finding.severity] += 1;
  const exceededBudgets = budgetsExceeded(counted, policy);
  const rulesFor = (finding: Finding) => [
    ...thresholdsReached(finding, policy),
    ...exceededBudgets
      .filter(({ severity }) => severity === finding.severity)
      .map((budget) => ({ kind: 'max-findings', ...budget }) as const),
  ];
  const judged = fingerprinted.map((each, index): JudgedFinding => {
    const isInBaseline = each.ignoredBy === null && known[index] === true;
    const blockedBy = each.ignoredBy === null && !isInBaseline ? rulesFor(each.finding) : [];
    const olderScan = isInBaseline ? (olderScans[index] ?? null) : null;
    const judgement = { ...each, blockedBy, isInBaseline, olderScan };
    return { ...judgement, status: statusOf(judgement) };
  });
  return {
    // The order must not depend on the policy: `mergeAssessments` pairs the findings of two assessments by their place.
    findings: judged.toSorted((a, b) => compareFindings(rankOf(a), rankOf(b))),
    exceededBudgets,
    baseline: baselineFacts(baseline, judged, fixed),
    ruleNotices: noticesOf(rules, used),
  };
}

function statusOf(judgement: Omit<JudgedFinding, 'status'>): JudgedFinding['status'] {
  if (judgement.ignoredBy !== null) return 'ignored';
  if (judgement.isInBaseline) return 'known';
  return judgement.blockedBy.length > 0 ? 'blocking' : 'passing';
}

function baselineFacts(
  baseline: BaselineFindings,
  judged: readonly JudgedFinding[],
  fixed: number,
): BaselineComparison {
  if (baseline.kind !== 'scan') return baseline;
  const known = judged.filter(({ isInBaseline }) => isInBaseline).length;
  const ignored = judged.filter(({ status }) => status === 'ignored').length;
  const { scanId, older, leftOut } = baseline;
  return {
    kind: 'compared',
    scanId,
    older: older.map((scan) => scan.scanId),
    leftOut,
    new: judged.length - known - ignored,
    known,
    fixed,
  };
}

function rankOf({ finding: { severity, cvss } }: JudgedFinding) {
  return { severity, score: cvss?.score ?? null };
}
