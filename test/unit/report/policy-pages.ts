/** Comments in which a policy shows. */
import { renderComment } from '../../../src/report/comment/comment.ts';
import type { ReportModel } from '../../../src/report/model.ts';
import { en } from '../../../src/report/texts/en/texts.ts';
import { pt } from '../../../src/report/texts/pt/texts.ts';
import { findElements, renderMarkdownTree, textOf } from '../../support/render.ts';

export function comment(shown: ReportModel): string {
  return renderComment(shown, shown.language === 'pt' ? pt : en, { marker: '<!-- scan-gate -->' });
}

/** What unfolds under a title that starts with `title`, as people read it. */
export function unfolded(markdown: string, title: string): string {
  const all = findElements(renderMarkdownTree(markdown), 'details').map(textOf);
  return all.find((text) => text.startsWith(title)) ?? '';
}

export const ignoreLow = 'ignore:\n  - cwe: 693\n    reason: Sent by the proxy in production\n';
