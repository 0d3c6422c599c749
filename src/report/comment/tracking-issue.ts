import { markup, plain } from '../markdown/escape.ts';
import { joinBlocks } from '../markdown/fit.ts';
import type { ReportModel } from '../model.ts';
import type { Texts } from '../texts/texts.ts';
import { renderTrackingBody } from './comment.ts';
import { footer } from './sections/footer.ts';

/** GitHub takes 256 characters of a title. */
const maxTitleLength = 200;

/** A title links nothing: what is not read there is only in the way. */
function withoutScheme(target: string): string {
  return target.replace(/^https?:\/\//iu, '').replace(/\/$/u, '');
}

function titleOf({ assessment, target, run }: ReportModel, texts: Texts): string {
  const { phrase } = texts.history;
  const { verdict, blocking, baseline } = assessment;
  const where = plain(target === null ? `${run.workflow} / ${run.job}` : withoutScheme(target), 120);
  if (verdict.outcome === 'inconclusive') return phrase.issueUndecided(where);
  if (verdict.outcome === 'fail') {
    return blocking === 0 ? phrase.issueFailed(where) : phrase.issueBlocked(blocking, where);
  }
  // Not counted in the list, which is empty where only counts are disclosed.
  const known = baseline.kind === 'compared' ? baseline.known : 0;
  return known === 0 ? phrase.issueClean(where) : phrase.issueKnown(known, where);
}

/**
 * The tracking issue: what the comment says, with the trend, and what becomes of the issue.
 *
 * @param options.marker an HTML comment on one line, by which the issue is found again; it becomes the first line
 * @returns `title`, plain text of at most 200 code points, and `body`, Markdown of at most 64,000 UTF-16 units
 */
export function renderTrackingIssue(
  model: ReportModel,
  texts: Texts,
  options: { readonly marker: string },
): { title: string; body: string } {
  return {
    title: plain(titleOf(model, texts), maxTitleLength),
    body: renderTrackingBody(model, texts, options),
  };
}

/** What is said on the tracking issue when it is closed or opened again: Markdown, with a link to the run. */
export function trackingComment(kind: 'closed' | 'reopened', model: ReportModel, texts: Texts): string {
  const { phrase } = texts.history;
  const said = kind === 'closed' ? phrase.closed() : phrase.reopened(model.assessment.blocking);
  return joinBlocks([markup(said), footer(model.run, texts)]);
}
