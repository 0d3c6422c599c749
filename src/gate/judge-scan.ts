/** Judges what a scan found: by each policy, and then by all policies together. */

import type { Problem } from '../core/problem.ts';
import { noFindings, reaches, sumCounts } from '../core/severity.ts';
import type { Preferences } from '../inputs/preferences.ts';
import type { Policy } from '../policy/policy.ts';
import { type PolicyWithBaseline, withoutBaseline } from '../scan/baseline-scans.ts';
import type { ScanStageEnd } from '../scan/scan-stage.ts';
import type { ResultOrProblem } from '../scan/wait-for-scan.ts';
import type { WireScanResult } from '../service/wire.ts';
import { type BaselineFindings, readBaselineFindings } from './baseline-findings.ts';
import { countChecks, doubtsAboutResult, firstUnreadableDecidingScore } from './doubts.ts';
import { type ListedFindings, readFindings } from './findings.ts';
import { type HostFacts, readHost } from './host.ts';
import { type JudgedHost, judgeHost } from './host-rules.ts';
import { type FindingsJudgement, judgeFindings } from './judge-findings.ts';
import { mergeAssessments } from './merge-assessments.ts';
import { doubtsAboutPreferences } from './preference-differences.ts';
import { countByStatus, readSummaryCounts, type SummaryCounts } from './summary-counts.ts';
import { countUnlistedThatBlock } from './thresholds.ts';
import type { Assessment, BlockingRule, Reason, Verdict } from './verdict.ts';

/** What the verdict depends on, besides the scan and the policies. */
export interface GateFacts {
  /** The `preferences` input. */
  readonly preferences: Preferences | null;
  /** Host of the target with its port, or `null` when unknown. */
  readonly siteHost: string | null;
  /** In milliseconds since the Unix epoch. */
  readonly now: number;
  /** Further reasons not to trust a finished scan, such as a target that was gone when the scan had finished. */
  readonly doubts: readonly Problem[];
}

/** How the scan ended, and the other facts that the verdict depends on. */
export type ScanToJudge = ResultOrProblem & GateFacts;

/** The gate's decision on a scan, and what else the reports show of the result. */
export interface Decision extends Pick<ParsedResult, 'hostFacts' | 'checkCount'> {
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
  // The repository's policy comes first, as `mergeAssessments` expects.
  const judgeBy = (policies: readonly PolicyWithBaseline[]) =>
    policies
      .map(({ policy, baseline }) => judgeByPolicy(parsedScan, policy, readBaselineFindings(baseline)))
      .reduce(mergeAssessments);
  const assessment = judgeBy(policiesWithBaselines);
  const withoutBaselines = withoutBaseline(policiesWithBaselines.map(({ policy }) => policy));
  const passes = ({ verdict }: Assessment) => verdict.outcome === 'pass';
  const passesWithoutBaseline = passes(assessment) && passes(judgeBy(withoutBaselines));
  return {
    assessment,
    passesWithoutBaseline,
    hostFacts: parsedScan.hostFacts,
    checkCount: parsedScan.checkCount,
  };
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

/** What is read of a result, whatever the policy is. */
interface ParsedResult {
  readonly listed: ListedFindings;
  readonly summaryCounts: SummaryCounts;
  /** `null` if the result has no information about the host. */
  readonly hostFacts: HostFacts | null;
  /** The number of checks performed; `null` if it is not known. */
  readonly checkCount: number | null;
}

/** A scan to judge, and what is read of its result. */
export type ParsedScan = ScanToJudge & ParsedResult;

/** Reads the result of a scan once, for all policies. */
export function parseScan(scan: ScanToJudge): ParsedScan {
  const { result, siteHost, now } = scan;
  const listed = readFindings(result?.issues, siteHost);
  return {
    ...scan,
    listed,
    summaryCounts: readSummaryCounts(result?.issuesSummary, listed),
    hostFacts: readHost(result?.information, now),
    checkCount: result === null ? null : countChecks(result),
  };
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
  const { problem, listed, summaryCounts } = scan;
  const partial = scan.state === 'enough';
  // While a scan runs, a finding may be counted before it is listed. Only the list shows whether it is ignored or
  // known.
  const unlisted = partial ? noFindings : summaryCounts.unlisted;
  const { siteHost, now } = scan;
  const { findings } = listed;
  const judged = judgeFindings({ findings, unlisted, baseline, policy, siteHost, now });
  const unlistedThatBlock = countUnlistedThatBlock(unlisted, policy, judged.exceededBudgets);
  const { violations, doubts, complete } = judgeWholeScan(scan, judged, policy);
  const blockingViolationCount = violations.filter(({ blocks }) => blocks).length;
  const reasons = blockingReasons(judged, policy, { unlistedThatBlock, blockingViolationCount });
  const countsByStatus = countByStatus(judged.findings);
  const comparison = judged.baseline;
  const baselineProblem = baseline.kind === 'scan' ? baseline.problem : null;
  return {
    verdict: verdictOf(reasons, doubts, problem ?? baselineProblem, policy),
    partial,
    complete,
    findings: judged.findings,
    counts: summaryCounts.counts,
    countsByStatus,
    blockingCount: sumCounts(countsByStatus.blocking) + unlistedThatBlock,
    unlisted: summaryCounts.unlisted,
    // If the list is incomplete, a finding that is missing from it may still exist, so the number of fixed
    // findings is unknown.
    baseline: comparison.kind === 'compared' && !complete ? { ...comparison, fixed: null } : comparison,
    hostViolations: violations,
    blockingViolationCount,
    exceededBudgets: judged.exceededBudgets.filter(({ severity }) => !reaches(severity, policy.failOn)),
    // If the list is incomplete, a rule that matches nothing in it may match a finding that is missing.
    ruleNotices: judged.ruleNotices.filter(({ kind }) => complete || kind !== 'matches-nothing'),
    outcomeByPolicy: null,
  };
}

/** Judges what only a whole scan shows: violations of host rules, doubts, and whether the list is complete. */
function judgeWholeScan(
  scan: ParsedScan,
  judged: FindingsJudgement,
  policy: Policy,
): JudgedHost & Pick<Assessment, 'complete'> {
  if (scan.state !== 'whole') return { violations: [], doubts: [], complete: false };
  const { result, listed, summaryCounts, checkCount } = scan;
  const host = judgeHost(result.information, scan.hostFacts, policy);
  const unreadable = [
    listed.unreadable,
    firstUnreadableDecidingScore(judged, policy),
    summaryCounts.unreadable,
  ];
  const findingCount = sumCounts(summaryCounts.counts) + listed.repeatedUnderTypes.length;
  const doubts = [
    ...doubtsAboutResult(result, unreadable, { checkCount, findingCount, minChecks: policy.minChecks }),
    ...host.doubts,
    ...scan.doubts,
    ...doubtsAboutPreferences(scan.preferences, result.preferences),
  ];
  // The list of findings can be complete although information about the host is missing.
  const isUnderstood = doubts.every(({ kind }) => kind === 'no-host-information');
  return {
    violations: host.violations,
    doubts,
    complete: isUnderstood && sumCounts(summaryCounts.unlisted) === 0,
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
  { findings, exceededBudgets }: FindingsJudgement,
  { failOn, failOnCvss }: Policy,
  {
    unlistedThatBlock,
    blockingViolationCount,
  }: { unlistedThatBlock: number; blockingViolationCount: number },
): Reason[] {
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
