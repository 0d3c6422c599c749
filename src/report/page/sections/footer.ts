/** The links to reports, run and commit. */

import { joinNonEmpty } from '../../../core/text.ts';
import { shownDuration } from '../../../core/time.ts';
import type { Texts } from '../../language/texts.ts';
import { escapeKeepingCode } from '../../markdown/escape.ts';
import { link } from '../../markdown/link.ts';
import type { ReportedRun, ReportModel } from '../../model.ts';
import { plainText } from '../../plain-text.ts';
import { commitLink } from '../links.ts';

/** Which PDF reports are missing, and why; `''` if none is. */
export function missingPdfReports({ files }: ReportModel, texts: Texts): string {
  return files.missing
    .slice(0, 10)
    .map(({ type, why }) => escapeKeepingCode(texts.phrase.reportMissing(texts.pdfReport[type], why)))
    .join('<br>\n');
}

/**
 * Reports, job summary and archive as one line of links; `''` if there are none.
 *
 * @param isInSummary true in the summary
 */
export function linksLine(model: ReportModel, texts: Texts, isInSummary: boolean): string {
  const { run, scan, settings, disclosure, files } = model;
  const { artifact } = files;
  // If there was no scan, or if findings are withheld, the summary says no more than the comment.
  const saysMore = settings.publishing.summary && disclosure.mode === 'full' && scan.id !== null;
  const summary = saysMore && !isInSummary ? link(texts.label.jobSummary, run.url) : '';
  const reports = files.pdfs.map(({ type, url }) =>
    url === null ? '' : `📄 **${link(texts.pdfReport[type], url)}**`,
  );
  const hasFiles = artifact !== null && artifact.formats.length > 0;
  const archive = hasFiles ? link(texts.joinWords(artifact.formats), artifact.url) : '';
  return joinNonEmpty([...reports, summary, archive], ' · ');
}

/** The run, and the commit if it is known. @param tookMs how long the run took; `null` to leave it out */
export function runFooter(run: ReportedRun, tookMs: number | null, texts: Texts): string {
  const job = link(plainText(`${run.workflow} / ${run.job}`, 120), run.url);
  const commit = run.sha === null ? '' : `${texts.label.commit} ${commitLink(run.sha, run)}`;
  const took = tookMs === null ? '' : texts.phrase.took(shownDuration(tookMs));
  return `<sub>${joinNonEmpty([`${texts.label.run} ${job}`, commit, took], ' · ')}</sub>`;
}
