/** Judges what a scan found. */

import {
  compareSeverity,
  reaches,
  type SeverityCounts,
  severities,
  sumCounts,
  type Verdict,
} from '../core/severity.ts';
import type { FetchedBaseline } from '../scan/baseline.ts';
import type { PolicySettings } from '../settings/settings.ts';
import { type BaselineFindings, compareWithBaseline, readBaselineFindings } from './baseline-findings.ts';
import { doubtsAboutScan } from './doubts.ts';
import { countByStatus, countChecks, reconcileCounts } from './finding-counts.ts';
import { identifyFindings } from './fingerprint.ts';
import { type CompiledRule, compileRule, coverageOf, noticesOf } from './ignore-rules.ts';
import type { BaselineComparison, JudgedFinding, Judgement, Objection, ScanToJudge } from './judgement.ts';
import { type Finding, readFindings } from './read-findings.ts';

/**
 * Judges a scan. Pure; everything is evaluated before anything is decided:
 *
 * 1. a problem makes the verdict `inconclusive`, whatever was found: no scan has finished under its own id, or the
 *    baseline cannot be read
 * 2. what blocks makes it `fail`
 * 3. a doubt about a finished scan makes it `inconclusive`
 * 4. else it is `pass`
 */
export function judge(
  scan: ScanToJudge,
  policy: PolicySettings,
  fetchedBaseline: FetchedBaseline,
): Judgement {
  const { result, siteHost } = scan;
  const listed = readFindings(result?.issues, siteHost);
  const { counts, unlisted, unreadable } = reconcileCounts(result?.issuesSummary, listed.findings);
  const baseline = readBaselineFindings(fetchedBaseline);
  const { findings, fixed, ruleNotices } = judgeFindings(listed.findings, scan, policy, baseline);
  const countsByStatus = countByStatus(findings);
  const unlistedThatBlock = countReaching(unlisted, policy);
  const doubts = doubtsAboutScan(scan, policy, {
    unreadable: [listed.unreadable, unreadable],
    counted: sumCounts(counts),
  });
  const baselineProblem = baseline.kind === 'scan' ? baseline.problem : null;
  const problems = [scan.problem, baselineProblem].filter((each) => each !== null);
  const objections: Objection[] = [
    ...problems.map((problem): Objection => ({ weight: 'problem', because: problem })),
    ...blockingObjections(countsByStatus.blocking, policy, unlistedThatBlock),
    ...doubts.map((doubt): Objection => ({ weight: 'doubt', because: doubt })),
  ];
  const hasAllFindings = scan.problem === null && doubts.length === 0 && sumCounts(unlisted) === 0;
  return {
    verdict: verdictOf(objections),
    objections,
    findings,
    counts,
    countsByStatus,
    blockingCount: sumCounts(countsByStatus.blocking) + unlistedThatBlock,
    unlisted,
    comparison: comparisonWith(
      baseline,
      countsByStatus,
      unlisted,
      hasAllFindings && baselineProblem === null ? fixed : null,
    ),
    // If the list is incomplete, a rule that matches nothing in it may match a finding that is missing.
    ruleNotices: ruleNotices.filter(({ kind }) => hasAllFindings || kind !== 'matches-nothing'),
    hasAllFindings,
    checkCount: result === null ? null : countChecks(result),
  };
}

/**
 * Judges every finding by ignore rules, baseline, threshold, in this order.
 *
 * @returns `fixed`: how many findings of the baseline are gone
 */
function judgeFindings(
  findings: readonly Finding[],
  { result, siteHost, now }: ScanToJudge,
  policy: PolicySettings,
  baseline: BaselineFindings,
) {
  const rules = policy.ignore.map((rule) => compileRule(rule, now));
  const coveringRules = new Set<CompiledRule>();
  const identified = identifyFindings(findings, { siteHost, ips: result?.information?.ips ?? [] });
  const { isKnown, fixed } = compareWithBaseline(identified, baseline);
  const judged = identified.map((current): JudgedFinding => {
    const { covering, isIgnored } = coverageOf(rules, current);
    for (const rule of covering) coveringRules.add(rule);
    if (isIgnored) return { ...current, status: 'ignored', ignoredBy: covering[0]?.rule ?? null };
    if (isKnown(current)) return { ...current, status: 'known', ignoredBy: null };
    const blocks = reaches(current.finding.severity, policy['fail-on']);
    return { ...current, status: blocks ? 'blocking' : 'passing', ignoredBy: null };
  });
  return {
    findings: judged.toSorted(compareFindings),
    fixed,
    ruleNotices: noticesOf(rules, coveringRules),
  };
}

/** Sorts findings as all reports list them: most severe first, then by score. */
function compareFindings({ finding: a }: JudgedFinding, { finding: b }: JudgedFinding): number {
  return compareSeverity(a.severity, b.severity) || (b.cvss?.score ?? -1) - (a.cvss?.score ?? -1);
}

function verdictOf(objections: readonly Objection[]): Verdict {
  const weights = objections.map(({ weight }) => weight);
  if (weights.includes('problem')) return 'inconclusive';
  if (weights.includes('blocking')) return 'fail';
  return weights.includes('doubt') ? 'inconclusive' : 'pass';
}

function countReaching(counts: SeverityCounts, { 'fail-on': failOn }: PolicySettings): number {
  return severities
    .filter((severity) => reaches(severity, failOn))
    .reduce((sum, severity) => sum + counts[severity], 0);
}

function blockingObjections(
  blocking: SeverityCounts,
  { 'fail-on': failOn }: PolicySettings,
  unlistedThatBlock: number,
): Objection[] {
  const objections: Objection[] = [];
  const count = sumCounts(blocking);
  if (failOn !== 'never' && count > 0)
    objections.push({ weight: 'blocking', kind: 'blocking-findings', threshold: failOn, count });
  if (unlistedThatBlock > 0)
    objections.push({ weight: 'blocking', kind: 'unlisted-findings', count: unlistedThatBlock });
  return objections;
}

function comparisonWith(
  baseline: BaselineFindings,
  { blocking, passing, known }: Judgement['countsByStatus'],
  unlisted: SeverityCounts,
  fixed: number | null,
): BaselineComparison {
  if (baseline.kind !== 'scan') return baseline;
  const newCount = sumCounts(blocking) + sumCounts(passing) + sumCounts(unlisted);
  return { kind: 'compared', scanId: baseline.scanId, new: newCount, known: sumCounts(known), fixed };
}
