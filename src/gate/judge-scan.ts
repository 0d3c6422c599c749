/** From what a scan found to the verdict: by each policy, and by all of them. */

import type { Problem } from '../core/problem.ts';
import { noFindings, reaches, sumCounts } from '../core/severity.ts';
import type { Preferences } from '../inputs/preferences.ts';
import type { Policy } from '../policy/policy.ts';
import { type PolicyWithBaseline, withoutBaseline } from '../scan/baseline-scans.ts';
import { hasWholeResult, type ScanEnd } from '../scan/scan.ts';
import type { WireScanResult } from '../service/wire.ts';
import { type BaselineFindings, readBaselineFindings } from './baseline-findings.ts';
import { checksOf, doubtsAboutResult, unreadableScore } from './doubts.ts';
import { readFindings } from './findings.ts';
import { readHost } from './host.ts';
import { type JudgedHost, judgeHost } from './host-rules.ts';
import { type JudgedFindings, judgeFindings } from './judge-findings.ts';
import { mergeAssessments } from './merge-assessments.ts';
import { doubtsAboutPreferences } from './preference-differences.ts';
import { countByStatus, readCounts } from './summary-counts.ts';
import { countUnlistedThatBlock } from './thresholds.ts';
import type { Assessment, BlockingRule, Reason, Verdict } from './verdict.ts';

/** What a scan is judged by, beside the policies. */
export interface GateFacts {
  /** The `preferences` input. */
  readonly preferences: Preferences | null;
  /** Host of the target with its port, or `null` when unknown. */
  readonly siteHost: string | null;
  /** In milliseconds since the Unix epoch. */
  readonly now: number;
}

/** What the scan stage found out, the doubts that came up after it, and what it is judged by. */
export interface ScanToJudge extends GateFacts, Pick<ScanEnd, 'result' | 'partial' | 'problem'> {
  /** What else keeps a finished scan from being trusted, such as a target that was gone when the scan had finished. */
  readonly doubts: readonly Problem[];
}

/** The gate's decision on a scan, and what it read of the result for the reports. */
export interface Decision extends Pick<ParsedResult, 'hostFacts' | 'checks'> {
  readonly assessment: Assessment;
  /** True if nothing would block even without the baseline. Always false unless the verdict is `pass`. */
  readonly passesWithoutBaseline: boolean;
}

/**
 * Judges what the scan stage found out. {@link judgeByPolicy} judges it by one policy; what blocks by any of them
 * blocks.
 */
export function judgeByAllPolicies(scan: ScanToJudge & Pick<ScanEnd, 'policiesWithBaselines'>): Decision {
  const read = readResult(scan);
  // The repository's policy is the first: `mergeAssessments` takes it so.
  const judgeBy = (policies: readonly PolicyWithBaseline[]) =>
    policies
      .map(({ policy, baseline }) => judgeByPolicy(read, policy, readBaselineFindings(baseline)))
      .reduce(mergeAssessments);
  const assessment = judgeBy(scan.policiesWithBaselines);
  const uncompared = withoutBaseline(scan.policiesWithBaselines.map(({ policy }) => policy));
  const passes = ({ verdict }: Assessment) => verdict.outcome === 'pass';
  const passesWithoutBaseline = passes(assessment) && passes(judgeBy(uncompared));
  return { assessment, passesWithoutBaseline, hostFacts: read.hostFacts, checks: read.checks };
}

/** True if a partial result is enough to fail: it blocks by a policy that has `fail-fast`. */
export function failsFast(
  result: WireScanResult,
  policies: readonly PolicyWithBaseline[],
  facts: GateFacts,
): boolean {
  const scan = { ...facts, result, partial: true, problem: null, doubts: [] };
  const fails = ({ policy, baseline }: PolicyWithBaseline) =>
    judgeByPolicy(readResult(scan), policy, readBaselineFindings(baseline)).verdict.outcome === 'fail';
  return policies.some((each) => each.policy.failFast && fails(each));
}

type ParsedResult = ReturnType<typeof readResult>;

/** Reads a result once, for all that judge it. */
export function readResult(scan: ScanToJudge) {
  const { result, siteHost, now } = scan;
  const { issues, issuesSummary } = result ?? nothingRead;
  const listed = readFindings(issues, siteHost);
  return {
    ...scan,
    listed,
    counted: readCounts(issuesSummary, listed),
    hostFacts: readHost(result?.information, now),
    checks: result === null ? null : checksOf(result),
  };
}

/**
 * Decides the verdict by one policy. Pure; everything is evaluated before anything is decided.
 *
 * A scan that did not finish is `inconclusive` whatever it has found so far, unless `fail-fast` stopped the wait. Of a
 * finished one, whatever blocks makes it `fail`, even if another part could not be understood; if nothing blocks, every
 * part that decides must be understood.
 */
export function judgeByPolicy(scan: ParsedResult, policy: Policy, baseline: BaselineFindings): Assessment {
  const { problem, partial, listed, counted, checks } = scan;
  // While a scan runs, a finding may be counted before it is listed. Only the list shows whether it is ignored or
  // known.
  const unlisted = partial ? noFindings : counted.unlisted;
  const judged = judgeFindings({ ...scan, policy, baseline, findings: listed.findings, unlisted });
  const unlistedThatBlock = countUnlistedThatBlock(unlisted, policy, judged.budgets);
  const wholeResult = hasWholeResult(scan) ? scan.result : null;
  const host = wholeResult === null ? noHost : judgeHost(wholeResult.information, scan.hostFacts, policy);
  const unreadable = [listed.unreadable, unreadableScore(judged, policy), counted.unreadable];
  const accountedFor = sumCounts(counted.counts) + listed.repeatedUnderTypes.length;
  // Only a whole scan has doubts.
  const doubts =
    wholeResult === null
      ? []
      : [
          ...doubtsAboutResult(wholeResult, unreadable, {
            checks,
            found: accountedFor,
            minChecks: policy.minChecks,
          }),
          ...host.doubts,
          ...scan.doubts,
          ...doubtsAboutPreferences(scan.preferences, wholeResult.preferences),
        ];
  const blockingViolations = host.violations.filter(({ blocks }) => blocks).length;
  const reasons = blockingReasons(judged, policy, { unlistedThatBlock, blockingViolations });
  // The list of findings can be complete although information about the host is missing.
  const isUnderstood = doubts.every(({ kind }) => kind === 'no-host-information');
  const complete = wholeResult !== null && isUnderstood && sumCounts(counted.unlisted) === 0;
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
    // In an incomplete list, a finding that is missing may still be there: how many are fixed is unknown.
    baseline: compared.kind === 'compared' && !complete ? { ...compared, fixed: null } : compared,
    hostViolations: host.violations,
    blockingViolations,
    exceededBudgets: judged.budgets.filter(({ severity }) => !reaches(severity, policy.failOn)),
    // In an incomplete list, a rule that matches nothing may still match.
    ruleNotices: judged.ruleNotices.filter(({ kind }) => complete || kind !== 'matches-nothing'),
    byPolicy: null,
  };
}

const noHost: JudgedHost = { violations: [], doubts: [] };

const nothingRead = { issues: [], issuesSummary: {} };

function verdictOf(
  blocking: readonly Reason[],
  doubts: readonly Problem[],
  whyUnjudged: Problem | null,
  { failOn }: Policy,
): Verdict {
  const doubting: Reason[] = doubts.map((doubt) => ({ kind: 'problem', problem: doubt }));
  if (whyUnjudged !== null)
    return { outcome: 'inconclusive', reasons: [{ kind: 'problem', problem: whyUnjudged }, ...doubting] };
  if (blocking.length > 0) return { outcome: 'fail', reasons: [...blocking, ...doubting] };
  if (doubting.length > 0) return { outcome: 'inconclusive', reasons: doubting };
  return { outcome: 'pass', reasons: [{ kind: 'nothing-blocks', threshold: failOn }] };
}

/** Every rule that blocks, with the number of findings that it blocks. */
function blockingReasons(
  { findings, budgets }: JudgedFindings,
  { failOn, failOnCvss }: Policy,
  { unlistedThatBlock, blockingViolations }: { unlistedThatBlock: number; blockingViolations: number },
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
  for (const budget of budgets) reasons.push({ kind: 'over-budget', ...budget });
  if (blockingViolations > 0) reasons.push({ kind: 'host-violations', count: blockingViolations });
  if (unlistedThatBlock > 0) reasons.push({ kind: 'unlisted-findings', count: unlistedThatBlock });
  return reasons;
}
