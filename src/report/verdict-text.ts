import type { Endpoint, Problem, RequestFault } from '../errors.ts';
import { failsRegardless, type Reason, type Verdict } from '../gate/verdict.ts';
import { sumCounts } from '../severity.ts';
import { type Advice, adviseOnFault, adviseOnProblem, adviseOnReason, type Texts } from '../text/texts.ts';
import { cleanFault, cleanProblem } from './clean-problem.ts';
import { plain } from './escape.ts';
import type { ReportModel } from './model.ts';

/** Room for one line of a reason, in code points. An output may be longer, but nobody reads it. */
const maxLineLength = 1000;

/** `Scan Gate: failed`, as plain text. */
export function headline(model: ReportModel, texts: Texts): string {
  return `Scan Gate: ${texts.outcome[model.assessment.verdict.outcome]}`;
}

/** What happened and what to do for `problem`, as plain text; strings in it may be hostile. */
export function describeProblem(problem: Problem, texts: Texts): Advice {
  return adviseOnProblem(texts.problem, cleanProblem(problem));
}

/** What happened and what to do for a failed request to the service, as plain text; strings in it may be hostile. */
export function describeFault(fault: RequestFault, endpoint: Endpoint, texts: Texts): Advice {
  return adviseOnFault(texts.fault, cleanFault(fault), endpoint);
}

function describeReason(reason: Reason, texts: Texts): Advice {
  return reason.kind === 'problem'
    ? describeProblem(reason.problem, texts)
    : adviseOnReason(texts.reason, reason);
}

/** Every reason of `verdict` in its order, as plain text. */
export function describeReasons(verdict: Verdict, texts: Texts): Advice[] {
  return verdict.reasons.map((reason) => describeReason(reason, texts));
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
  const advice = describeReasons(model.assessment.verdict, texts);
  const parts = [...advice.map(({ what }) => what), verdictNote(model, texts), advice[0]?.remedy ?? ''];
  return plain(parts.filter((part) => part !== '').join(' '), maxLineLength);
}
