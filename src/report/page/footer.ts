/** The links to reports, run and commit. */

import { plainText } from '../../core/plain-text.ts';
import { wordsIn } from '../../core/say.ts';
import { joinNonEmpty } from '../../core/text.ts';
import { shownDuration } from '../../core/time.ts';
import { textsIn } from '../language/texts.ts';
import { escapeKeepingCode, escapeMarkdown } from '../markdown/escape.ts';
import { link } from '../markdown/link.ts';
import type { ReportedRun, ReportModel } from '../model.ts';

/** Which PDF reports are missing, and why; `''` if none is. */
export function missingPdfReports({ files, language }: ReportModel): string {
  const texts = textsIn[language];
  return files.missing
    .map(({ type, why }) => escapeKeepingCode(texts.phrase.reportMissing(texts.pdfReport[type], why)))
    .join('<br>\n');
}

/** The PDF reports, the job summary and the archive as one line of links; `''` if there are none. */
export function linksLine(
  { run, scan, disclosure, files, language }: ReportModel,
  isInSummary: boolean,
): string {
  const { pdfReport } = textsIn[language];
  // If there was no scan, or if findings are withheld, the summary says no more than the comment.
  const saysMore = disclosure.mode === 'full' && scan.id !== null && !isInSummary;
  const linkTo = (text: string, url: string | null) => (url === null ? '' : link(text, url));
  const links = [
    ...files.pdfs.map(({ type, url }) => (url === null ? '' : `📄 **${link(pdfReport[type], url)}**`)),
    linkTo(wordsIn(language)('Job summary', 'Resumo do job'), saysMore ? run.url : null),
    linkTo('JSON, SARIF', files.artifactUrl),
  ];
  return joinNonEmpty(links, ' · ');
}

/** The run, its commit if that is known, and how long it took if there was a scan. */
export function runFooter({ run, scan, language }: ReportModel): string {
  const t = wordsIn(language);
  const job = link(plainText(`${run.workflow} / ${run.job}`, 120), run.url);
  const commit = run.sha === null ? '' : `commit ${commitLink(run.sha, run)}`;
  const duration = scan.id === null ? '' : durationOfPage(run.durationMs);
  const took = duration === '' ? '' : `${t('took', 'levou')} ${duration}`;
  return `<sub>${joinNonEmpty([`${t('Run', 'Execução')} ${job}`, commit, took], ' · ')}</sub>`;
}

/** A commit as a link to its page in the repository of the run. A text that is not a hash stays text. */
function commitLink(sha: string, { repositoryUrl }: ReportedRun): string {
  if (!/^[0-9a-f]{7,64}$/u.test(sha)) return escapeMarkdown(sha, 64);
  // The digits are not escaped, because they are inside code and people copy them.
  return `[\`${sha.slice(0, 7)}\`](${repositoryUrl}/commit/${sha})`;
}

/** `''` below a second: it says nothing. */
export function durationOfPage(durationMs: number): string {
  return durationMs < 1000 ? '' : shownDuration(durationMs);
}
