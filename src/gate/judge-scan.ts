/** From what a scan found to the verdict: by each policy, and by all of them. */

import type { Problem } from '../core/problem.ts';
import { noFindings, reaches, sumCounts } from '../core/severity.ts';
import type { Preferences } from '../inputs/preferences.ts';
import type { Policy } from '../policy/policy.ts';
import { type PolicyWithBaseline, withoutBaseline } from '../scan/baseline-scans.ts';
import type { ScanEnd } from '../scan/scan.ts';
import type { WireScanResult } from '../service/wire.ts';
import { type BaselineFindings, readBaselineFindings } from './baseline-findings.ts';
import { doubtsAboutResult, unreadableScore } from './doubts.ts';
import { readFindings } from './findings.ts';
import { type JudgedHost, judgeHost } from './host-rules.ts';
import { type JudgedFindings, judgeFindings } from './judge-findings.ts';
import { mergeAssessments } from './merge-assessments.ts';
import { doubtsAboutPreferences } from './scan-preferences.ts';
import { countByStatus, readCounts } from './summary-counts.ts';
import { unlistedBlocking } from './thresholds.ts';
import type { Assessment, BlockingRule, ComparedBaseline, Reason, RuleNotice, Verdict } from './verdict.ts';

/** What one policy judges a scan by, and the scan. */
export interface AssessmentInput extends GateFacts, ScanToJudge {
  readonly policy: Policy;
  readonly baseline: BaselineFindings;
}

/** What the scan stage found out, and the doubts that came up after it. */
interface ScanToJudge extends Pick<ScanEnd, 'result' | 'partial' | 'problem'> {
  /** What else keeps a finished scan from being trusted, such as a target that was gone when the scan had finished. */
  readonly doubts: readonly Problem[];
}

/** What a scan is judged by, beside the policies. */
export interface GateFacts {
  /** The `preferences` input. */
  readonly preferences: Preferences | null;
  /** Host of the target with its port, or `null` when unknown. */
  readonly siteHost: string | null;
  /** In milliseconds since the Unix epoch. */
  readonly now: number;
}

/** The gate's decision on a scan. */
export interface Decision {
  readonly assessment: Assessment;
  /** True if nothing would block even without the baseline. Always false unless the verdict is `pass`. */
  readonly passesWithoutBaseline: boolean;
}

/**
 * Judges what the scan stage found out. {@link judgeByPolicy} judges it by one policy; what blocks by any of them
 * blocks.
 */
export function judgeByAllPolicies(
  scan: ScanToJudge & Pick<ScanEnd, 'policiesWithBaselines'>,
  facts: GateFacts,
): Decision {
  // The repository's policy is the first: `mergeAssessments` takes it so.
  const judgeBy = (policies: readonly PolicyWithBaseline[]) =>
    policies.map((each) => assessBy(each, scan, facts)).reduce(mergeAssessments);
  const assessment = judgeBy(scan.policiesWithBaselines);
  const uncompared = withoutBaseline(scan.policiesWithBaselines.map(({ policy }) => policy));
  const passes = ({ verdict }: Assessment) => verdict.outcome === 'pass';
  return { assessment, passesWithoutBaseline: passes(assessment) && passes(judgeBy(uncompared)) };
}

/** True if a partial result is enough to fail: it blocks by a policy that has `fail-fast`. */
export function failsFast(
  result: WireScanResult,
  policies: readonly PolicyWithBaseline[],
  facts: GateFacts,
): boolean {
  const scan = { result, partial: true, problem: null, doubts: [] };
  return policies.some(
    (each) => each.policy.failFast && assessBy(each, scan, facts).verdict.outcome === 'fail',
  );
}

function assessBy({ policy, baseline }: PolicyWithBaseline, scan: ScanToJudge, facts: GateFacts): Assessment {
  return judgeByPolicy({ ...scan, ...facts, policy, baseline: readBaselineFindings(baseline) });
}

/**
 * Decides the verdict. Pure; everything is evaluated before anything is decided.
 *
 * A scan that did not finish is `inconclusive` whatever it has found so far, unless `fail-fast` stopped the wait. Of a
 * finished one, whatever blocks makes it `fail`, even if another part could not be understood; if nothing blocks, every part
 * that decides must be understood.
 */
export function judgeByPolicy(input: AssessmentInput): Assessment {
  const { result, problem, partial, policy } = input;
  const { issues, issuesSummary } = result ?? nothingRead;
  const read = readFindings(issues, input.siteHost);
  const serviceCounts = readCounts(issuesSummary, read);
  // While a scan runs, a finding may be counted before it is listed. Only the list shows whether it is ignored or known.
  const unlisted = partial ? noFindings : serviceCounts.unlisted;
  const judged = judgeFindings({ ...input, findings: read.findings, unlisted });
  const unlistedThatBlock = unlistedBlocking(unlisted, policy, judged.budgets);
  const whole = problem === null && !partial ? result : null;
  const host = whole === null ? noHost : judgeHost(whole.information, policy, input.now);
  const unreadable = [read.unreadable, unreadableScore(judged, policy), serviceCounts.unreadable];
  const found = sumCounts(serviceCounts.counts) + read.repeatedUnderTypes.length;
  // Only a whole scan has doubts.
  const doubts =
    whole === null
      ? []
      : [
          ...doubtsAboutResult(whole, unreadable, { found, minChecks: policy.minChecks }),
          ...host.doubts,
          ...input.doubts,
          ...doubtsAboutPreferences(input.preferences, whole.preferences),
        ];
  const blockingViolations = host.violations.filter(({ blocks }) => blocks).length;
  const reasons = blockingReasons(judged, policy, { unlistedThatBlock, blockingViolations });
  // The list of findings can be complete although information about the host is missing.
  const isUnderstood = doubts.every(({ kind }) => kind === 'no-host-information');
  const complete = whole !== null && isUnderstood && sumCounts(serviceCounts.unlisted) === 0;
  const byStatus = countByStatus(judged.findings);
  return {
    verdict: verdictOf(reasons, doubts, input),
    partial,
    complete,
    findings: judged.findings,
    counts: serviceCounts.counts,
    byStatus,
    blocking: sumCounts(byStatus.blocking) + unlistedThatBlock,
    unlisted: serviceCounts.unlisted,
    baseline: certainBaseline(judged.baseline, complete),
    hostViolations: host.violations,
    blockingViolations,
    budgets: judged.budgets.filter(({ severity }) => !reaches(severity, policy.failOn)),
    ruleNotices: certainNotices(judged.ruleNotices, complete),
    byPolicy: null,
  };
}

const noHost: JudgedHost = { violations: [], doubts: [] };

const nothingRead = { issues: [], issuesSummary: {} };

/** In an incomplete list, a finding of the baseline that is missing may still be there: how many are fixed is unknown. */
function certainBaseline(baseline: ComparedBaseline, complete: boolean): ComparedBaseline {
  return baseline.kind === 'compared' && !complete ? { ...baseline, fixed: null } : baseline;
}

/** In an incomplete list, a rule that matches nothing may still match. */
function certainNotices(notices: readonly RuleNotice[], complete: boolean): RuleNotice[] {
  return notices.filter(({ kind }) => complete || kind !== 'matches-nothing');
}

function verdictOf(
  blocking: readonly Reason[],
  doubts: readonly Problem[],
  { problem, baseline, policy }: Pick<AssessmentInput, 'problem' | 'baseline' | 'policy'>,
): Verdict {
  const doubting: Reason[] = doubts.map((doubt) => ({ kind: 'problem', problem: doubt }));
  const unjudged = problem ?? (baseline.kind === 'scan' ? baseline.problem : null);
  if (unjudged !== null)
    return { outcome: 'inconclusive', reasons: [{ kind: 'problem', problem: unjudged }, ...doubting] };
  if (blocking.length > 0) return { outcome: 'fail', reasons: [...blocking, ...doubting] };
  if (doubting.length > 0) return { outcome: 'inconclusive', reasons: doubting };
  return { outcome: 'pass', reasons: [{ kind: 'nothing-blocks', threshold: policy.failOn }] };
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
