import type { Texts } from '../language/texts.ts';
import { spaceWithin } from '../markdown/fit.ts';
import type { ReportModel } from '../model.ts';
import { type PageOptions, renderPage } from './page.ts';

/** GitHub takes 65,536 characters of a comment; the rest is for what edits and proxies add. */
const maxCommentLength = 64_000;

export interface CommentOptions extends Partial<Pick<PageOptions, 'kind'>> {
  /** The hidden line by which the comment is found again. The comment starts with it. */
  readonly hiddenLine: string;
  /** Limit of the whole comment in UTF-16 units, at least 12,000; 64,000 unless given. */
  readonly maxLength?: number;
}

/**
 * The comment on a pull request: GitHub Markdown, the verdict first, at most `maxLength` UTF-16 units with the hidden line.
 * What does not fit is left out by whole findings and counted: first those that do not block, then the least severe.
 * Strings of a scan cannot form markup in it (docs/contract.md, promises 5 and 6).
 */
export function renderComment(
  model: ReportModel,
  texts: Texts,
  { hiddenLine, maxLength = maxCommentLength, kind = 'comment' }: CommentOptions,
): string {
  const space = spaceWithin(maxLength, (text) => text.length);
  return renderPage(model, texts, { space, hiddenLine, kind });
}
