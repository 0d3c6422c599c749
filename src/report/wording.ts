import type { Endpoint, Problem, RequestFault } from '../core/problem.ts';
import { sumCounts } from '../core/severity.ts';
import { isComplete } from '../gate/completeness.ts';
import { scoreOf } from '../gate/thresholds.ts';
import {
  type Assessment,
  failsRegardless,
  hasProblem,
  type JudgedFinding,
  type Reason,
  type Verdict,
} from '../gate/verdict.ts';
import type { Policy } from '../policy/policy.ts';
import { cleanFault, cleanProblem } from './clean-problem.ts';
import { plain, quotable } from './markdown/escape.ts';
import type { ReportModel } from './model.ts';
import {
  type Advice,
  adviseOnFault,
  adviseOnProblem,
  adviseOnReason,
  plainScope,
  type ReasonScope,
  type Texts,
  wordRule,
} from './texts/texts.ts';

/** Room for one line of a reason, in code points. An output may be longer, but nobody reads it. */
const maxLineLength = 1000;

/** `Scan Gate: failed`, as plain text; a partial result is named as one. */
export function headline(model: ReportModel, texts: Texts): string {
  const { verdict, partial } = model.assessment;
  return `Scan Gate: ${texts.outcome[verdict.outcome]}${partial ? ` (${texts.policy.label.partial})` : ''}`;
}

/** What happened and what to do for `problem`, as plain text; strings in it may be hostile. */
export function describeProblem(problem: Problem, texts: Texts): Advice {
  return adviseOnProblem(texts.problem, cleanProblem(problem));
}

/** What happened and what to do for a failed request to the service, as plain text; strings in it may be hostile. */
export function describeFault(fault: RequestFault, endpoint: Endpoint, texts: Texts): Advice {
  return adviseOnFault(texts.fault, cleanFault(fault), endpoint);
}

/** What the rules of a run looked at, so that its reasons can be worded truly. */
function scopeOf(
  { baseline, ignored, blocking, hostViolations }: Assessment,
  { failOnCvss, maxFindings, host }: Policy,
): ReasonScope {
  return {
    onlyNew: baseline.kind === 'compared',
    someIgnored: ignored > 0,
    failOnCvss,
    blocking,
    hasBudgets: Object.keys(maxFindings).length > 0,
    hostKept: host !== null && hostViolations.length === 0,
  };
}

function describeReason(reason: Reason, texts: Texts, scope: ReasonScope): Advice {
  return reason.kind === 'problem'
    ? describeProblem(reason.problem, texts)
    : adviseOnReason(texts.reason, reason, scope);
}

/**
 * Every reason of `verdict` in its order, as plain text. A score that blocks is cured as a severity that blocks, and what
 * was not looked at is the same for all: both are said once.
 */
export function describeReasons(verdict: Verdict, texts: Texts, scope: ReasonScope = plainScope): Advice[] {
  const bySeverity = verdict.reasons.some(({ kind }) => kind === 'blocking-findings');
  return verdict.reasons.map((reason, index) => {
    const someIgnored = scope.someIgnored && index === 0;
    const advice = describeReason(reason, texts, { ...scope, someIgnored });
    return reason.kind === 'over-cvss' && bySeverity ? { ...advice, remedy: '' } : advice;
  });
}

/** Every reason of the model's verdict in its order, as plain text. */
export function reasonsOf({ assessment, policy }: ReportModel, texts: Texts): Advice[] {
  return describeReasons(assessment.verdict, texts, scopeOf(assessment, policy));
}

/** What else to say right beside the reasons: how many findings a pass is about, and a problem that only warns. */
export function verdictNote(model: ReportModel, texts: Texts): string {
  const { verdict, counts } = model.assessment;
  if (verdict.outcome === 'inconclusive') {
    const lenient = model.policy.onInconclusive === 'warn' && !failsRegardless(model.assessment);
    return lenient ? texts.phrase.onlyWarns() : '';
  }
  if (verdict.outcome === 'fail') return '';
  const total = sumCounts(counts);
  return total === 0 ? texts.phrase.clean(model.scan.checks) : texts.phrase.notBlocking(total);
}

/**
 * The verdict in one plain line, for the output `reason`, the annotation that fails the step, and logs: what happened,
 * for every reason, then what to do about the first.
 */
export function summarize(model: ReportModel, texts: Texts): string {
  const advice = reasonsOf(model, texts);
  const parts = [
    ...advice.map(({ what }) => what),
    verdictNote(model, texts),
    partialSentence(model, texts),
    baselineSentence(model, texts),
    ignoredSentence(model, texts),
    advice[0]?.remedy ?? '',
  ];
  return plain(parts.filter((part) => part !== '').join(' '), maxLineLength);
}

/** That the result is partial, and why, as plain text; `''` where it is whole. */
export function partialSentence({ assessment, scan }: ReportModel, texts: Texts): string {
  return assessment.partial ? texts.policy.phrase.partial(scan.percentage) : '';
}

/** The baseline setting for people: without user info and query. */
export function shownBaseline({ policy: { baseline } }: ReportModel): string {
  if (baseline === null) return '';
  if (baseline.kind === 'url') return baseline.url.shown;
  return baseline.kind === 'scan' ? baseline.scanId : 'previous';
}

/** What came of the comparison, as plain text; `''` where nothing was compared or the baseline is not to be trusted. */
export function baselineSentence(model: ReportModel, texts: Texts): string {
  const { assessment, scan } = model;
  const { baseline } = assessment;
  if (scan.percentage === null || hasProblem(assessment, 'baseline')) return '';
  if (baseline.kind === 'none') return '';
  if (baseline.kind === 'first') {
    return texts.policy.phrase.nothingToCompare(quotable(shownBaseline(model), 200));
  }
  const fixed = isComplete(assessment) ? baseline.fixed : null;
  return texts.policy.phrase.compared(quotable(baseline.scanId, 100), { ...baseline, fixed });
}

/** How many findings the policy file ignores, as plain text; `''` where it ignores none. */
export function ignoredSentence({ assessment: { ignored } }: ReportModel, texts: Texts): string {
  return ignored === 0 ? '' : texts.policy.phrase.ignoredCount(ignored);
}

/** The rules by which a finding blocks, each in words, as plain text; names stand between backticks. */
export function ruleWords({ finding, blockedBy }: JudgedFinding, texts: Texts): string[] {
  const assumedScore = finding.cvss === null ? scoreOf(finding) : null;
  return blockedBy.map((rule) => wordRule(texts.policy, rule, assumedScore));
}

/** True when a reader cannot tell from the severity alone why each of `blocking` blocks. */
export function needsWhy(blocking: readonly JudgedFinding[]): boolean {
  return blocking.some(({ blockedBy }) => blockedBy.some(({ kind }) => kind !== 'fail-on'));
}

/** True when blocking findings are to be marked as new: only then are there others. */
export function marksNew({ kind }: { readonly kind: 'none' | 'first' | 'compared' }): boolean {
  return kind === 'compared';
}
