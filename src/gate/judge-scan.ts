/** Judges what a scan found: by each policy, and then by all policies together. */

import type { Problem } from '../core/problem.ts';
import { noFindings, reaches, sumCounts } from '../core/severity.ts';
import type { Preferences } from '../inputs/preferences.ts';
import type { Policy } from '../policy/policy.ts';
import { type PolicyWithBaseline, withoutBaseline } from '../scan/baseline-scans.ts';
import type { ScanEnd } from '../scan/scan.ts';
import type { ResultOrProblem } from '../scan/wait-for-scan.ts';
import type { WireScanResult } from '../service/wire.ts';
import { type BaselineFindings, readBaselineFindings } from './baseline-findings.ts';
import { countChecks, doubtsAboutResult, unreadableDecidingScore } from './doubts.ts';
import { type ListedFindings, readFindings } from './findings.ts';
import { type HostInformation, readHost } from './host.ts';
import { type JudgedHost, judgeHost } from './host-rules.ts';
import { type JudgedFindings, judgeFindings } from './judge-findings.ts';
import { mergeAssessments } from './merge-assessments.ts';
import { doubtsAboutPreferences } from './preference-differences.ts';
import { countByStatus, readCounts, type SummaryCounts } from './summary-counts.ts';
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

/** The gate's decision on a scan, and the parts of the result that the reports show. */
export interface Decision extends Pick<ResultParts, 'hostFacts' | 'checks'> {
  readonly assessment: Assessment;
  /** True if nothing would block even without the baseline. Always false unless the verdict is `pass`. */
  readonly passesWithoutBaseline: boolean;
}

/** Judges a scan by all policies. {@link judgeByPolicy} judges it by one policy. What blocks by any policy blocks. */
export function judgeByAllPolicies(
  scanEnd: ResultOrProblem & Pick<ScanEnd, 'policiesWithBaselines'>,
  facts: GateFacts,
): Decision {
  const { policiesWithBaselines } = scanEnd;
  const read = readParts({ ...scanEnd, ...facts });
  // The repository's policy comes first, as `mergeAssessments` expects.
  const judgeBy = (policies: readonly PolicyWithBaseline[]) =>
    policies
      .map(({ policy, baseline }) => judgeByPolicy(read, policy, readBaselineFindings(baseline)))
      .reduce(mergeAssessments);
  const assessment = judgeBy(policiesWithBaselines);
  const uncompared = withoutBaseline(policiesWithBaselines.map(({ policy }) => policy));
  const passes = ({ verdict }: Assessment) => verdict.outcome === 'pass';
  const passesWithoutBaseline = passes(assessment) && passes(judgeBy(uncompared));
  return { assessment, passesWithoutBaseline, hostFacts: read.hostFacts, checks: read.checks };
}

/** True if a partial result is enough to fail, because something in it blocks by a policy that has `fail-fast`. */
export function isEnoughToFail(
  result: WireScanResult,
  policies: readonly PolicyWithBaseline[],
  facts: GateFacts,
): boolean {
  const fast = policies.filter(({ policy }) => policy.failFast);
  if (fast.length === 0) return false;
  const read = readParts({ ...facts, state: 'enough', result, problem: null });
  const fails = ({ policy, baseline }: PolicyWithBaseline) =>
    judgeByPolicy(read, policy, readBaselineFindings(baseline)).verdict.outcome === 'fail';
  return fast.some(fails);
}

/** The parts of a result that do not depend on the policy. */
interface ResultParts {
  readonly listed: ListedFindings;
  readonly counted: SummaryCounts;
  /** `null` if the result has no information about the host. */
  readonly hostFacts: HostInformation | null;
  /** The number of checks performed; `null` if it is not known. */
  readonly checks: number | null;
}

/** A scan to judge, with what was read of its result. */
export type ScanWithParts = ScanToJudge & ResultParts;

/** Reads the result of a scan once, for all policies. */
export function readParts(scan: ScanToJudge): ScanWithParts {
  const { result, siteHost, now } = scan;
  const listed = readFindings(result?.issues, siteHost);
  return {
    ...scan,
    listed,
    counted: readCounts(result?.issuesSummary, listed),
    hostFacts: readHost(result?.information, now),
    checks: result === null ? null : countChecks(result),
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
export function judgeByPolicy(scan: ScanWithParts, policy: Policy, baseline: BaselineFindings): Assessment {
  const { problem, listed, counted } = scan;
  const partial = scan.state === 'enough';
  // While a scan runs, a finding may be counted before it is listed. Only the list shows whether it is ignored or
  // known.
  const unlisted = partial ? noFindings : counted.unlisted;
  const judged = judgeFindings({ ...scan, policy, baseline, findings: listed.findings, unlisted });
  const unlistedThatBlock = countUnlistedThatBlock(unlisted, policy, judged.exceededBudgets);
  const { violations, doubts, complete } = judgeWholeScan(scan, judged, policy);
  const blockingViolationCount = violations.filter(({ blocks }) => blocks).length;
  const reasons = blockingReasons(judged, policy, { unlistedThatBlock, blockingViolationCount });
  const byStatus = countByStatus(judged.findings);
  const compared = judged.baseline;
  const baselineProblem = baseline.kind === 'scan' ? baseline.problem : null;
  return {
    verdict: verdictOf(reasons, doubts, problem ?? baselineProblem, policy),
    partial,
    complete,
    findings: judged.findings,
    counts: counted.counts,
    byStatus,
    blocking: sumCounts(byStatus.blocking) + unlistedThatBlock,
    unlisted: counted.unlisted,
    // If the list is incomplete, a finding that is missing from it may still exist, so the number of fixed
    // findings is unknown.
    baseline: compared.kind === 'compared' && !complete ? { ...compared, fixed: null } : compared,
    hostViolations: violations,
    blockingViolationCount,
    exceededBudgets: judged.exceededBudgets.filter(({ severity }) => !reaches(severity, policy.failOn)),
    // If the list is incomplete, a rule that matches nothing in it may match a finding that is missing.
    ruleNotices: judged.ruleNotices.filter(({ kind }) => complete || kind !== 'matches-nothing'),
    byPolicy: null,
  };
}

/** Judges what only a whole scan shows: violations of host rules, doubts, and whether the list is complete. */
function judgeWholeScan(
  scan: ScanWithParts,
  judged: JudgedFindings,
  policy: Policy,
): JudgedHost & Pick<Assessment, 'complete'> {
  if (scan.state !== 'whole') return { violations: [], doubts: [], complete: false };
  const { result, listed, counted, checks } = scan;
  const host = judgeHost(result.information, scan.hostFacts, policy);
  const unreadable = [listed.unreadable, unreadableDecidingScore(judged, policy), counted.unreadable];
  const findingCount = sumCounts(counted.counts) + listed.repeatedUnderTypes.length;
  const doubts = [
    ...doubtsAboutResult(result, unreadable, { checks, found: findingCount, minChecks: policy.minChecks }),
    ...host.doubts,
    ...scan.doubts,
    ...doubtsAboutPreferences(scan.preferences, result.preferences),
  ];
  // The list of findings can be complete although information about the host is missing.
  const isUnderstood = doubts.every(({ kind }) => kind === 'no-host-information');
  return { violations: host.violations, doubts, complete: isUnderstood && sumCounts(counted.unlisted) === 0 };
}

function verdictOf(
  blocking: readonly Reason[],
  doubts: readonly Problem[],
  problem: Problem | null,
  { failOn }: Policy,
): Verdict {
  const doubting: Reason[] = doubts.map((doubt) => ({ kind: 'problem', problem: doubt }));
  if (problem !== null)
    return { outcome: 'inconclusive', reasons: [{ kind: 'problem', problem }, ...doubting] };
  if (blocking.length > 0) return { outcome: 'fail', reasons: [...blocking, ...doubting] };
  if (doubting.length > 0) return { outcome: 'inconclusive', reasons: doubting };
  return { outcome: 'pass', reasons: [{ kind: 'nothing-blocks', threshold: failOn }] };
}

/** The reasons to block: each kind of rule that blocks something, with the number of what it blocks. */
function blockingReasons(
  { findings, exceededBudgets }: JudgedFindings,
  { failOn, failOnCvss }: Policy,
  {
    unlistedThatBlock,
    blockingViolationCount,
  }: { unlistedThatBlock: number; blockingViolationCount: number },
): Reason[] {
  const countBlockedBy = (kind: BlockingRule['kind']) =>
    findings.filter(({ blockedBy }) => blockedBy.some((rule) => rule.kind === kind)).length;
  const reasons: Reason[] = [];
  const overThreshold = countBlockedBy('fail-on');
  const overCvss = countBlockedBy('fail-on-cvss');
  if (failOn !== 'never' && overThreshold > 0)
    reasons.push({ kind: 'blocking-findings', threshold: failOn, count: overThreshold });
  if (failOnCvss !== null && overCvss > 0)
    reasons.push({ kind: 'over-cvss', score: failOnCvss, count: overCvss });
  for (const budget of exceededBudgets) reasons.push({ kind: 'over-budget', ...budget });
  if (blockingViolationCount > 0) reasons.push({ kind: 'host-violations', count: blockingViolationCount });
  if (unlistedThatBlock > 0) reasons.push({ kind: 'unlisted-findings', count: unlistedThatBlock });
  return reasons;
}
