import type { Texts } from '../language/texts.ts';
import { inline, markup, plain } from '../markdown/escape.ts';
import { joinBlocks } from '../markdown/fit.ts';
import type { ReportModel } from '../model.ts';
import { renderComment } from './comment.ts';
import { runFooter } from './sections/footer.ts';

/** GitHub takes 256 characters of a title. */
const maxTitleLength = 200;

/**
 * The tracking issue: the comment, with the trend and a note on what happens to the issue.
 *
 * @param options.marker the hidden line by which the issue is found again; the body starts with it
 * @returns `title`, plain text of at most 200 code points, and `body`, Markdown of at most 64,000 UTF-16 units
 */
export function renderTrackingIssue(
  model: ReportModel,
  texts: Texts,
  { marker }: { readonly marker: string },
): { title: string; body: string } {
  const note = texts.history.phrase.issueNote();
  return {
    title: plain(`Scan Gate: ${issueState(model, texts)}`, maxTitleLength),
    body: renderComment(model, texts, { marker, note, showsTrend: true }),
  };
}

/** What is the matter, and where. */
function issueState({ assessment, target, run }: ReportModel, texts: Texts): string {
  const { label, phrase } = texts.history;
  const { verdict, blocking, baseline } = assessment;
  const where = plain(target === null ? `${run.workflow} / ${run.job}` : withoutScheme(target), 120);
  const on = texts.phrase.onTarget(where);
  switch (verdict.outcome) {
    case 'inconclusive':
      return `${label.noVerdict} ${on}`;
    case 'fail': {
      const blocks = texts.title.block(blocking, { onlyNew: false, onPullRequest: false });
      return `${blocking === 0 ? texts.verdict.fail : blocks} ${on}`;
    }
    case 'pass': {
      // Not counted from the list, which is empty with `disclosure: counts`.
      const known = baseline.kind === 'compared' ? baseline.known : 0;
      return known === 0 ? `${label.nothingBlocks} ${on}` : phrase.onlyKnown(known, where);
    }
  }
}

/** GitHub makes no link of an address in a title, so the scheme would only take room. */
function withoutScheme(target: string): string {
  return target.replace(/^https?:\/\//iu, '').replace(/\/$/u, '');
}

/** The comment on the tracking issue when it is closed or opened again: Markdown, with a link to the run. */
export function trackingComment(kind: 'closed' | 'reopened', model: ReportModel, texts: Texts): string {
  const { phrase } = texts.history;
  const { blocking } = model.assessment;
  const [title, note] =
    kind === 'closed'
      ? [`✅ ${inline(phrase.closed())}`, phrase.closedNote()]
      : [`❌ ${inline(phrase.reopened(blocking))}`, phrase.reopenedNote()];
  return joinBlocks([`## ${title}`, markup(note), runFooter(model, texts)]);
}
