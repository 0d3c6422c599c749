import { hasProblem } from '../gate/verdict.ts';
import type { Texts } from '../text/texts.ts';
import { isComplete } from './completeness.ts';
import { quotable } from './escape.ts';
import type { ReportModel } from './model.ts';

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
