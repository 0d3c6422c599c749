/** The reports of a model as texts, and how a test reads them. */
import { renderPage } from '../../../src/report/page/page.ts';
import type { PublishedModel } from '../../../src/report/published-model.ts';
import { findElements, type HtmlTree, renderMarkdownTree, textOf } from '../../support/render.ts';

/** The first line of {@link comment}. */
export const marker = '<!-- scan-gate key=security -->';

/** The comment of a model, in its language. */
export function comment(model: PublishedModel): string {
  return renderPage(model, 'comment', { hiddenLine: marker });
}

/** The job summary of a model, in its language. */
export function summary(model: PublishedModel): string {
  return renderPage(model, 'summary');
}

/** The rendered comment. */
export function commentTree(model: PublishedModel): HtmlTree {
  return renderMarkdownTree(comment(model));
}

/** The text of the fold whose title starts with `title`; `''` if there is none. */
export function foldText(markdown: string, title: string): string {
  const all = findElements(renderMarkdownTree(markdown), 'details').map(textOf);
  return all.find((text) => text.startsWith(title)) ?? '';
}

/** The addresses of all links. */
export function linksIn(tree: HtmlTree): string[] {
  return findElements(tree, 'a').map(({ properties }) => String(properties['href']));
}
