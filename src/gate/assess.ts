import { misread, type Problem } from '../core/problem.ts';
import { noFindings, type SeverityCounts, sumCounts } from '../core/severity.ts';
import type { Preferences } from '../inputs/preferences.ts';
import type { Policy } from '../policy/policy.ts';
import type { BaselineScan } from '../scan/baseline-scans.ts';
import type { ScanOutcome } from '../scan/scan.ts';
import type { WireScanResult } from '../service/wire.ts';
import { type BaselineFindings, readBaselineFindings } from './baseline-findings.ts';
import { isComplete, knownBaseline, knownNotices } from './completeness.ts';
import { readFindings, scoreRange, type Unreadable } from './findings.ts';
import { judgeHost } from './host-rules.ts';
import { type JudgedFindings, judgeFindings } from './judge-findings.ts';
import { preferencesProblem } from './scan-preferences.ts';
import { isCount, isTotal, readCounts, uncountedTotal } from './summary-counts.ts';
import { unlistedBlocking } from './thresholds.ts';
import type { Assessment, BlockingRule, JudgedFinding, Reason, Verdict } from './verdict.ts';
import { worseOf } from './worst.ts';

export interface GateInput extends Omit<Rules, 'policies'> {
  readonly policy: Policy;
  /** Whole when `problem` is `null` and `partial` is false, else partial or absent. */
  readonly result: WireScanResult | null;
  readonly problem: Problem | null;
  /** True when the wait was ended by `fail-fast`. */
  readonly partial: boolean;
  readonly baseline: BaselineFindings;
  /** What else keeps a finished scan from being trusted, such as a target that was gone when the scan had finished. */
  readonly doubts: readonly Problem[];
}

/** What an outcome is judged by. */
export interface Rules {
  /** The policy of the repository, then that of the organization if there is one. */
  readonly policies: readonly Policy[];
  /** The `preferences` input. */
  readonly preferences: Preferences | null;
  /** Host of the target with its port, or `null` when unknown. */
  readonly host: string | null;
  /** In milliseconds since the Unix epoch. */
  readonly now: number;
}

/** The gate's decision on a scan. */
export interface Decision {
  readonly assessment: Assessment;
  /** True where nothing would block even without the baseline. Always false unless the verdict is `pass`. */
  readonly passesAlone: boolean;
}

type Outcome = Pick<ScanOutcome, 'result' | 'partial' | 'problem' | 'baselines'> & Pick<GateInput, 'doubts'>;

/** Judges what the scan stage found out: the worse of the assessments by each policy. */
export function decide(outcome: Outcome, rules: Rules): Decision {
  const assessment = assessByAll(outcome, rules);
  const passes = ({ verdict }: Assessment) => verdict.outcome === 'pass';
  const hasNone = outcome.baselines.every(({ kind }) => kind === 'none');
  const alone = { ...outcome, baselines: [] };
  const passesAlone = passes(assessment) && (hasNone || passes(assessByAll(alone, rules)));
  return { assessment, passesAlone };
}

/** True if a partial result is enough to fail: it blocks by a policy that has `fail-fast`. */
export function failsFast(result: WireScanResult, baselines: readonly BaselineScan[], rules: Rules): boolean {
  const outcome = { result, baselines, partial: true, problem: null, doubts: [] };
  return rules.policies.some(
    (policy, index) =>
      policy.failFast && assessBy(policy, index, { outcome, rules }).verdict.outcome === 'fail',
  );
}

function assessByAll(outcome: Outcome, rules: Rules): Assessment {
  return rules.policies.map((policy, index) => assessBy(policy, index, { outcome, rules })).reduce(worseOf);
}

/** The assessment by one policy. @param index of the policy and of its baseline */
function assessBy(
  policy: Policy,
  index: number,
  { outcome, rules }: { readonly outcome: Outcome; readonly rules: Rules },
): Assessment {
  const { findings: baseline, problem } = readBaselineFindings(outcome.baselines[index] ?? { kind: 'none' });
  return assess({ ...rules, ...outcome, policy, baseline, problem: outcome.problem ?? problem });
}

/**
 * Decides the verdict. Pure; everything is evaluated before anything is decided.
 *
 * A scan that did not finish is `inconclusive` whatever it has found so far, unless `fail-fast` ended the wait. Of a
 * finished one, whatever blocks makes it `fail`, even where another part could not be understood; if nothing does, every
 * part that decides must be understood.
 */
export function assess(input: GateInput): Assessment {
  const { result, problem, partial, policy, host: targetHost } = input;
  const { findings, unreadable: badFindings } =
    result === null ? { findings: [], unreadable: null } : readFindings(result.issues, targetHost);
  const summary =
    result === null
      ? { unlisted: noFindings, counts: noFindings, unreadable: null }
      : readCounts(result.issuesSummary, findings);
  // While a scan runs, a finding may be counted before it is listed; whether it is ignored or known shows only then.
  const unlistedFindings = partial ? noFindings : summary.unlisted;
  const judged = judgeFindings({ ...input, findings, unlisted: unlistedFindings });
  const host = problem === null && !partial ? judgeHost(input) : { violations: [], doubts: [] };
  const unlisted = sumCounts(unlistedBlocking(unlistedFindings, policy, judged.budgets));
  const blocking = judged.findings.filter(({ status }) => status === 'blocking');
  const blocks = blockingReasons({
    blocking,
    budgets: judged.budgets,
    unlisted,
    violations: host.violations,
    policy,
  });
  const doubts =
    result === null || partial
      ? []
      : [
          ...doubtsAbout(result, [badFindings, unreadableScore(judged, policy), summary.unreadable], {
            counts: summary.counts,
            minChecks: policy.minChecks,
          }),
          ...host.doubts,
          ...input.doubts,
        ].concat(preferencesProblem(input.preferences, result.preferences) ?? []);
  const complete = isComplete({ problem, partial, doubts, unlisted: summary.unlisted });
  return {
    verdict: verdictOf({ problem, blocks, doubts, policy }),
    partial,
    complete,
    findings: judged.findings,
    counts: summary.counts,
    blocking: blocking.length + unlisted,
    unlisted: summary.unlisted,
    ignored: judged.findings.filter(({ status }) => status === 'ignored').length,
    baseline: knownBaseline(judged.baseline, complete),
    hostViolations: host.violations,
    ruleNotices: knownNotices(judged.ruleNotices, complete),
    byPolicy: null,
  };
}

interface Evidence {
  /** Why the scan did not finish. */
  readonly problem: Problem | null;
  readonly blocks: readonly Reason[];
  /** What keeps a finished scan from being trusted. */
  readonly doubts: readonly Problem[];
  readonly policy: Policy;
}

function verdictOf({ problem, blocks, doubts, policy }: Evidence): Verdict {
  if (problem !== null) return { outcome: 'inconclusive', reasons: [{ kind: 'problem', problem }] };
  const doubting: Reason[] = doubts.map((doubt) => ({ kind: 'problem', problem: doubt }));
  if (blocks.length > 0) return { outcome: 'fail', reasons: [...blocks, ...doubting] };
  if (doubting.length > 0) return { outcome: 'inconclusive', reasons: doubting };
  return { outcome: 'pass', reasons: [{ kind: 'nothing-blocks', threshold: policy.failOn }] };
}

interface Blocking {
  readonly blocking: readonly JudgedFinding[];
  readonly budgets: JudgedFindings['budgets'];
  /** Blocking findings that are only counted. */
  readonly unlisted: number;
  readonly violations: Assessment['hostViolations'];
  readonly policy: Policy;
}

/** Every rule that blocks, with how many findings it takes. */
function blockingReasons({ blocking, budgets, unlisted, violations, policy }: Blocking): Reason[] {
  const { failOn, failOnCvss } = policy;
  const by = (kind: BlockingRule['kind']) =>
    blocking.filter(({ blockedBy }) => blockedBy.some((rule) => rule.kind === kind)).length;
  const reasons: Reason[] = [];
  const overThreshold = by('fail-on');
  const overCvss = by('fail-on-cvss');
  const broken = violations.filter(({ blocks }) => blocks).length;
  if (failOn !== 'never' && overThreshold > 0)
    reasons.push({ kind: 'blocking-findings', threshold: failOn, count: overThreshold });
  if (failOnCvss !== null && overCvss > 0)
    reasons.push({ kind: 'over-cvss', score: failOnCvss, count: overCvss });
  for (const { severity, allowed, count } of budgets)
    reasons.push({ kind: 'over-budget', severity, allowed, count });
  if (broken > 0) reasons.push({ kind: 'host-violations', count: broken });
  if (unlisted > 0) reasons.push({ kind: 'unlisted-findings', count: unlisted });
  return reasons;
}

/**
 * A score that decides and cannot be read: with `fail-on-cvss`, and where it places an unknown severity. It decides
 * nothing for an ignored finding.
 */
function unreadableScore({ findings }: JudgedFindings, { failOnCvss }: Policy): Unreadable | null {
  const decides = ({ finding, status }: JudgedFinding) =>
    finding.unreadableScore !== null &&
    status !== 'ignored' &&
    (finding.unknownSeverity !== null || (failOnCvss !== null && status !== 'known'));
  const where = findings.find(decides)?.finding.unreadableScore ?? null;
  return where === null ? null : { where, expected: scoreRange };
}

/** What keeps a finished result from being trusted: nothing or too little checked, or a deciding part that is not understood. */
function doubtsAbout(
  result: WireScanResult,
  unreadable: readonly (Unreadable | null)[],
  { counts, minChecks }: { counts: SeverityCounts; minChecks: number | null },
): Problem[] {
  const doubts: Problem[] = unreadable
    .filter((place) => place !== null)
    .map((place) => ({ kind: 'unreadable', ...misread(place) }));
  const checks = checksOf(result);
  if (checks === null)
    doubts.push({
      kind: 'unreadable',
      ...misread({ where: 'totalChecked', expected: 'the number of checks performed' }),
    });
  if (checks === 0) doubts.push({ kind: 'nothing-checked' });
  else if (checks !== null && minChecks !== null && checks < minChecks)
    doubts.push({ kind: 'too-few-checks', checks, minimum: minChecks });
  if (!isTotal(result.issuesSummaryTotal))
    doubts.push({
      kind: 'unreadable',
      ...misread({ where: 'issuesSummaryTotal', expected: 'the number of findings' }),
    });
  const total = uncountedTotal(result.issuesSummaryTotal, counts);
  if (total !== null) doubts.push({ kind: 'uncounted-findings', total, found: sumCounts(counts) });
  return doubts;
}

/**
 * The number of checks performed: the lower of `totalChecked` and the field of the same meaning in `information`. `null`
 * if neither is there, or one of them is no count.
 */
export function checksOf(result: WireScanResult): number | null {
  const given = [result.totalChecked, result.information?.total_checked].filter(
    (checks) => checks !== undefined && checks !== null,
  );
  return given.length > 0 && given.every(isCount) ? Math.min(...given) : null;
}
