import type { Texts } from '../language/texts.ts';
import { spaceWithin } from '../markdown/fit.ts';
import type { ReportModel } from '../model.ts';
import { renderPage } from './page.ts';

/** GitHub drops the whole summary of a step above 1 MiB (1,048,576 bytes). */
const maxSummaryBytes = 1_000_000;

/**
 * The job summary: the comment with the downloads first, and with full descriptions and remediations of all findings, at
 * most 1,000,000 bytes of UTF-8. What does not fit is left out as in the comment.
 */
export function renderSummary(model: ReportModel, texts: Texts): string {
  const space = spaceWithin(maxSummaryBytes, (text) => Buffer.byteLength(text));
  return renderPage(model, texts, { space, hiddenLine: '', kind: 'summary' });
}
