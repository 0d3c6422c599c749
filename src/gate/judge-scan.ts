/** Judges what a scan found: by each policy, and then by all policies together. */

import type { Problem } from '../core/problem.ts';
import { noFindings, reaches, sumCounts } from '../core/severity.ts';
import type { Policy } from '../policy/policy.ts';
import { type PolicyWithBaseline, withoutBaseline } from '../scan/baseline-scans.ts';
import type { ScanStageEnd } from '../scan/scan-stage.ts';
import type { ResultOrProblem } from '../scan/wait-for-scan.ts';
import type { WireScanResult } from '../service/wire.ts';
import { type BaselineFindings, readBaselineFindings } from './baseline-findings.ts';
import { doubtsAboutScan } from './doubts.ts';
import { violationsOf } from './host-rules.ts';
import { judgeFindings } from './judge-findings.ts';
import { mergeAssessments } from './merge-assessments.ts';
import { type GateFacts, type ParsedScan, parseScan } from './parse-scan.ts';
import { countByStatus } from './summary-counts.ts';
import { countUnlistedThatBlock } from './thresholds.ts';
import type { Assessment, BaselineComparison, BlockingRule, Reason, Verdict } from './verdict.ts';

/** The gate's decision on a scan, and what else the reports show of the result. */
export interface Decision extends Pick<ParsedScan, 'hostFacts' | 'checkCount'> {
  readonly assessment: Assessment;
  /** True if nothing would block even without the baseline. Always false unless the verdict is `pass`. */
  readonly passesWithoutBaseline: boolean;
}

/**
 * Judges a scan by all policies. {@link judgeByPolicy} judges it by one policy. What blocks by any policy blocks. A
 * scan that passes is judged a second time without baselines, for the tracking issue, which stays open while findings
 * pass only because the baseline has them.
 */
export function judgeByAllPolicies(
  scanEnd: ResultOrProblem & Pick<ScanStageEnd, 'policiesWithBaselines'>,
  facts: GateFacts,
): Decision {
  const { policiesWithBaselines } = scanEnd;
  const parsedScan = parseScan({ ...scanEnd, ...facts });
  const { hostFacts, checkCount } = parsedScan;
  // The repository's policy comes first, as `mergeAssessments` expects.
  const judgeBy = (policies: readonly PolicyWithBaseline[]) =>
    policies
      .map(({ policy, baseline }) => judgeByPolicy(parsedScan, policy, readBaselineFindings(baseline)))
      .reduce(mergeAssessments);
  const assessment = judgeBy(policiesWithBaselines);
  const withoutBaselines = withoutBaseline(policiesWithBaselines.map(({ policy }) => policy));
  const passes = ({ verdict }: Assessment) => verdict.outcome === 'pass';
  const passesWithoutBaseline = passes(assessment) && passes(judgeBy(withoutBaselines));
  return { assessment, passesWithoutBaseline, hostFacts, checkCount };
}

/** True if a partial result is enough to fail, because something in it blocks by a policy that has `fail-fast`. */
export function isEnoughToFail(
  result: WireScanResult,
  policies: readonly PolicyWithBaseline[],
  facts: GateFacts,
): boolean {
  const failFastPolicies = policies.filter(({ policy }) => policy.failFast);
  if (failFastPolicies.length === 0) return false;
  const parsedScan = parseScan({ ...facts, state: 'enough', result, problem: null });
  const fails = ({ policy, baseline }: PolicyWithBaseline) =>
    judgeByPolicy(parsedScan, policy, readBaselineFindings(baseline)).verdict.outcome === 'fail';
  return failFastPolicies.some(fails);
}

/**
 * Decides the verdict by one policy. Pure; everything is evaluated before anything is decided.
 *
 * A scan that did not finish is `inconclusive`, whatever it has found so far, unless `fail-fast` stopped the wait. The
 * verdict is also `inconclusive` if the baseline cannot be read. Otherwise, the verdict of a finished scan is `fail` if
 * anything blocks, even if another part of the result could not be understood. It is `pass` only if nothing blocks and
 * every part that decides was understood.
 */
export function judgeByPolicy(scan: ParsedScan, policy: Policy, baseline: BaselineFindings): Assessment {
  const { summaryCounts } = scan;
  const partial = scan.state === 'enough';
  // While a scan runs, a finding may be counted before it is listed. Only the list shows whether it is ignored or
  // known.
  const unlisted = partial ? noFindings : summaryCounts.unlisted;
  const judged = judgeFindings(scan, unlisted, policy, baseline);
  const { findings, exceededBudgets } = judged;
  const countsByStatus = countByStatus(findings);
  const unlistedThatBlock = countUnlistedThatBlock(unlisted, policy, exceededBudgets);
  const hostViolations = violationsOf(scan, policy);
  const blockingViolationCount = hostViolations.filter(({ blocks }) => blocks).length;
  const counts = { blockingViolationCount, unlistedThatBlock };
  const reasons = blockingReasons(judged, policy, counts);
  const doubts = doubtsAboutScan(scan, findings, policy);
  const problem = scan.problem ?? (baseline.kind === 'scan' ? baseline.problem : null);
  // The list of findings can be complete although information about the host is missing.
  const isUnderstood = doubts.every(({ kind }) => kind === 'no-host-information');
  const complete = scan.state === 'whole' && isUnderstood && sumCounts(summaryCounts.unlisted) === 0;
  return {
    verdict: verdictOf(reasons, doubts, problem, policy),
    partial,
    complete,
    findings,
    counts: summaryCounts.counts,
    countsByStatus,
    blockingCount: sumCounts(countsByStatus.blocking) + unlistedThatBlock,
    unlisted: summaryCounts.unlisted,
    // If the list is incomplete, a finding that is missing from it may still exist, so the number of fixed
    // findings is unknown.
    baseline: comparisonWith(baseline, countsByStatus, complete ? judged.fixed : null),
    hostViolations,
    blockingViolationCount,
    exceededBudgets: exceededBudgets.filter(({ severity }) => !reaches(severity, policy.failOn)),
    // If the list is incomplete, a rule that matches nothing in it may match a finding that is missing.
    ruleNotices: judged.ruleNotices.filter(({ kind }) => complete || kind !== 'matches-nothing'),
    outcomeByPolicy: null,
  };
}

function comparisonWith(
  baseline: BaselineFindings,
  { blocking, passing, known }: Assessment['countsByStatus'],
  fixed: number | null,
): BaselineComparison {
  if (baseline.kind !== 'scan') return baseline;
  const [newest, ...older] = baseline.scans;
  return {
    kind: 'compared',
    scanId: newest.scanId,
    older: older.map(({ scanId }) => scanId),
    leftOut: baseline.leftOutScanIds,
    new: sumCounts(blocking) + sumCounts(passing),
    known: sumCounts(known),
    fixed,
  };
}

function verdictOf(
  blocking: readonly Reason[],
  doubts: readonly Problem[],
  problem: Problem | null,
  { failOn }: Policy,
): Verdict {
  const doubtReasons: Reason[] = doubts.map((doubt) => ({ kind: 'problem', problem: doubt }));
  if (problem !== null)
    return { outcome: 'inconclusive', reasons: [{ kind: 'problem', problem }, ...doubtReasons] };
  if (blocking.length > 0) return { outcome: 'fail', reasons: [...blocking, ...doubtReasons] };
  if (doubtReasons.length > 0) return { outcome: 'inconclusive', reasons: doubtReasons };
  return { outcome: 'pass', reasons: [{ kind: 'nothing-blocks', threshold: failOn }] };
}

/** The reasons to block: each kind of rule that blocks something, with the number of what it blocks. */
function blockingReasons(
  { findings, exceededBudgets }: ReturnType<typeof judgeFindings>,
  { failOn, failOnCvss }: Policy,
  counts: { readonly blockingViolationCount: number; readonly unlistedThatBlock: number },
): Reason[] {
  const { blockingViolationCount, unlistedThatBlock } = counts;
  const countBlockedBy = (kind: BlockingRule['kind']) =>
    findings.filter(({ blockedBy }) => blockedBy.some((rule) => rule.kind === kind)).length;
  const reasons: Reason[] = [];
  const overThresholdCount = countBlockedBy('fail-on');
  const overCvssCount = countBlockedBy('fail-on-cvss');
  if (failOn !== 'never' && overThresholdCount > 0)
    reasons.push({ kind: 'blocking-findings', threshold: failOn, count: overThresholdCount });
  if (failOnCvss !== null && overCvssCount > 0)
    reasons.push({ kind: 'over-cvss', score: failOnCvss, count: overCvssCount });
  for (const budget of exceededBudgets) reasons.push({ kind: 'over-budget', ...budget });
  if (blockingViolationCount > 0) reasons.push({ kind: 'host-violations', count: blockingViolationCount });
  if (unlistedThatBlock > 0) reasons.push({ kind: 'unlisted-findings', count: unlistedThatBlock });
  return reasons;
}
