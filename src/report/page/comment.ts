import type { Texts } from '../language/texts.ts';
import { type SpaceLeft, spaceWithin } from '../markdown/fit.ts';
import type { ReportModel } from '../model.ts';
import { renderPage } from './page.ts';

/** In UTF-16 units. GitHub takes 65,536 characters of a comment or an issue; the rest is for what edits and proxies add. */
const maxCommentLength = 64_000;

/** The space of a comment or an issue. */
export function commentSpace(): SpaceLeft {
  return spaceWithin(maxCommentLength, (text) => text.length);
}

/**
 * The comment on a pull request: GitHub Markdown, the verdict first, at most 64,000 UTF-16 units with the hidden line.
 * What does not fit is left out by whole findings and counted: first those that do not block, then the least severe.
 * Strings of a scan cannot form markup in it (docs/contract.md, promises 5 and 6).
 *
 * @param hiddenLine by which the comment is found again; the comment starts with it
 */
export function renderComment(model: ReportModel, texts: Texts, hiddenLine: string): string {
  return renderPage(model, texts, { space: commentSpace(), hiddenLine, kind: 'comment' });
}
