/** What changed since the last report, and the last report itself while there is no verdict. */

import { lastReportLine } from '../../../core/never-secret.ts';
import { joinNonEmpty } from '../../../core/text.ts';
import type { EarlierPost, LastReport } from '../../hidden-line.ts';
import type { Texts } from '../../language/texts.ts';
import { escapeMarkdown } from '../../markdown/escape.ts';
import { bulletList, fold, joinBlocks } from '../../markdown/fit.ts';
import type { ReportModel } from '../../model.ts';
import { changesSinceLast, lastReportToKeep } from '../../since-last-report.ts';
import { commitLink } from '../links.ts';

/** GitHub accepts 65,536 characters. A report is shorter, so it nearly always fits below the progress of a scan. */
const maxWithLastReport = 65_000;

/** What changed since the last report, in one line of Markdown; `''` if there was no report, or if it is kept below. */
export function changesLine(model: ReportModel, texts: Texts): string {
  const { lastReport, run } = model;
  if (lastReport === null) return '';
  const words = texts.lastReport;
  const { outcome, sha } = lastReport;
  const commit = sha === null ? '' : `${texts.label.commit} ${commitLink(sha, run)}`;
  const verdict = joinNonEmpty([texts.verdict[outcome], commit], ', ');
  const changes = changesSinceLast(model);
  if (changes !== null) return `**${words.sinceLast}: ${words.changed(changes)}** (${verdict})`;
  return lastReportToKeep(model) === null ? `${words.previous}: ${verdict}` : '';
}

/** The names of the findings that are fixed since the last report, folded; `''` if none of them is known. */
export function fixedSection(model: ReportModel, texts: Texts): string {
  const changes = changesSinceLast(model);
  if (changes === null || changes.fixedNames.length === 0) return '';
  const { fixed, fixedNames } = changes;
  const items = fixedNames.map((name) => escapeMarkdown(name) || texts.label.unnamed);
  const more = fixed > items.length ? [texts.phrase.andMore(fixed - items.length)] : [];
  return fold(texts.lastReport.fixedFindings(fixed), [bulletList([...items, ...more])]);
}

/** The title `Previous report: failed, 3 findings block (2fd4e1c)`, as Markdown that can be between HTML tags. */
function lastReportTitle({ outcome, sha, blocking }: LastReport, texts: Texts): string {
  const words = texts.lastReport;
  const blockersPhrase = blocking
    ? texts.title.block({ what: texts.phrase.findingCount(blocking), count: blocking })
    : '';
  const verdict = joinNonEmpty([texts.verdict[outcome], blockersPhrase], ', ');
  // The digits are not escaped, because GitHub makes no links inside code.
  const commit = sha !== null && /^[0-9a-f]{7,64}$/u.test(sha) ? ` (<code>${sha.slice(0, 7)}</code>)` : '';
  return `${words.previous}: ${verdict}${commit}`;
}

/**
 * Adds the last report with a verdict, folded, below a `text` without a verdict, because people still work with that
 * report. If the report does not fit into a comment, a sentence says so. If its text is not known, only its title is
 * added.
 *
 * The report is Markdown that this action wrote. It is shown unchanged, because it names places and fixes, which are
 * not in the hidden line. Somebody with write access may have edited the report, but they could edit this comment too.
 * Nothing in the report is read as a hidden line.
 */
export function withLastReport(
  text: string,
  { report, reportMarkdown }: Pick<EarlierPost, 'report' | 'reportMarkdown'>,
  texts: Texts,
): string {
  if (report === null) return text;
  const title = lastReportTitle(report, texts);
  const withTitleLine = (note: string) =>
    joinBlocks([text, joinNonEmpty([title, note], '. '), lastReportLine]);
  if (reportMarkdown === null) return withTitleLine('');
  const withReport = joinBlocks([text, fold(title, [lastReportLine, reportMarkdown])]);
  return withReport.length <= maxWithLastReport ? withReport : withTitleLine(texts.lastReport.reportTooLong);
}
