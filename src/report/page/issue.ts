/** The tracking issue: its title, and the comment when it is closed or opened again. */

import type { Texts } from '../language/texts.ts';
import { escapeMarkdown } from '../markdown/escape.ts';
import { joinBlocks } from '../markdown/fit.ts';
import type { ReportModel } from '../model.ts';
import { plainText } from '../plain-text.ts';
import { blockersOf, countsPhrase } from '../sentences/verdict-sentences.ts';
import { runFooter } from './sections/footer.ts';

/** GitHub takes 256 characters of a title. */
const maxTitleLength = 200;

/** The title of the tracking issue, as plain text. Its body is a page of the report. */
export function issueTitle(model: ReportModel, texts: Texts): string {
  return plainText(`Scan Gate: ${issueState(model, texts)}`, maxTitleLength);
}

/** The state of the issue in words, and the target. A run without a verdict does not touch the issue. */
function issueState(model: ReportModel, texts: Texts): string {
  const { nothingBlocks, onlyKnown } = texts.trackingIssue;
  const { verdict, baseline } = model.assessment;
  const where = targetName(model);
  const on = texts.phrase.onTarget(where);
  if (verdict.outcome === 'fail')
    return `${texts.title.failed(texts.title.block(blockersOf(model.assessment, texts)))} ${on}`;
  // This does not count the list, because the list is empty with `disclosure: counts`.
  const known = baseline.kind === 'compared' ? baseline.known : 0;
  return known === 0 ? `${nothingBlocks} ${on}` : onlyKnown(known, where);
}

/** The target without its scheme, so that GitHub makes no link of it; the job if the target must not be named. */
function targetName({ target, run }: ReportModel): string {
  const name = target?.replace(/^https?:\/\//iu, '').replace(/\/$/u, '');
  return plainText(name ?? `${run.workflow} / ${run.job}`, 120);
}

/** The comment on the tracking issue when it is closed or opened again: Markdown, with a link to the run. */
export function trackingComment(kind: 'closed' | 'reopened', model: ReportModel, texts: Texts): string {
  const words = texts.trackingIssue;
  const { assessment, run } = model;
  const [title, note] =
    kind === 'closed'
      ? [`✅ ${words.closed(targetName(model))}`, words.closedNote(countsPhrase(assessment.counts, texts))]
      : [`❌ ${words.reopened(texts.title.block(blockersOf(assessment, texts)))}`, words.reopenedNote];
  return joinBlocks([`**${escapeMarkdown(title)}**`, note, runFooter(run, run.durationMs, texts)]);
}
