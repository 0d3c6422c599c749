/** The end of the log, which people see when they open it: the verdict, the reasons, and where to read on. */

import { plainText } from '../../core/plain-text.ts';
import type { Severity } from '../../core/severity.ts';
import { countFindings, groupEqualFindings } from '../equal-findings.ts';
import { andMore, countsPhrase, severityName } from '../language/phrases.ts';
import { en } from '../language/texts.ts';
import { limitList } from '../markdown/fit.ts';
import type { ReportModel } from '../model.ts';
import type { PublicModel } from '../public-model.ts';
import { identifiersOf, placesPhrase } from '../sentences/finding-sentences.ts';
import { describeObjections } from '../sentences/objection-sentences.ts';
import {
  describeNotice,
  noticesTitle,
  ruleLocation,
  whoSeesFindings,
} from '../sentences/policy-sentences.ts';
import { furtherSentences, unlistedSentence, verdictTitle } from '../sentences/verdict-sentences.ts';

/** How many blocking findings the log lists, so that they fit on one screen. */
const maxRows = 15;
/** How many notices the log lists. */
const maxNotices = 5;
/** Widths of the columns of the names and the places of findings. */
const maxFindingWidth = 60;
const maxWhereWidth = 40;

/** The terminal sequence of each severity: one of the sixteen colours that follow the theme of the log. */
const colours: Readonly<Record<Severity, string>> = {
  critical: '1;31',
  high: '31',
  medium: '33',
  low: '34',
  warning: '90',
};

/** A line of the log. */
export interface LogLine {
  readonly text: string;
  /** Colours the severity in a line that was made harmless. The word stays, because not everybody sees colours. */
  readonly paint?: (line: string) => string;
}

function textLine(text: string): LogLine {
  return { text };
}

/** A line about a finding. The severity comes before any text of the scan. */
function severityLine(text: string, severity: Severity): LogLine {
  const word = severityName(severity, 'en');
  return { text, paint: (line) => line.replace(word, `\u001b[${colours[severity]}m${word}\u001b[0m`) };
}

/** The columns of the table of findings. An empty column is left out. */
const columnTitles = ['#', 'Severity', 'CVSS', 'Finding', 'Where', 'CWE and CVE'];
/** The columns with numbers, which are aligned on the right. */
const numericColumns = ['#', 'CVSS'];

/** `rows` below {@link columnTitles}, as lines of fixed width with two spaces between the columns. */
function tableLines(rows: readonly (readonly string[])[]): string[] {
  const columns = columnTitles.flatMap((title, column) => {
    const cells = [title, ...rows.map((row) => row[column] ?? '')];
    if (cells.slice(1).every((cell) => cell === '')) return [];
    const width = Math.max(...cells.map(({ length }) => length));
    const isNumeric = numericColumns.includes(title);
    return [cells.map((cell) => (isNumeric ? cell.padStart(width) : cell.padEnd(width)))];
  });
  return [columnTitles, ...rows].map((_, line) =>
    columns
      .map((column) => column[line])
      .join('  ')
      .trimEnd(),
  );
}

/** The counts in one line, and how many findings the list lacks. */
function countsLines(model: ReportModel): string[] {
  const { counts, verdict } = model.judgement;
  const words = countsPhrase(counts, 'en');
  if (words === '') return [];
  const isUndecided = verdict === 'inconclusive';
  const unlisted = unlistedSentence(model);
  return ['', isUndecided ? `${en.label.soFar}: ${words}` : words, ...(unlisted === '' ? [] : [unlisted])];
}

/** If findings are withheld: why, and who can see them, and where. */
function withheldLines(model: ReportModel): string[] {
  const withheld = whoSeesFindings(model);
  return withheld === null ? [] : ['', `${withheld.title}: ${withheld.readers}`];
}

/** The blocking findings. Equal findings share a row, as in the comment. New findings are not marked here. */
function blockingTableLines(model: ReportModel): LogLine[] {
  const blocking = model.judgement.findings.filter(({ status }) => status === 'blocking');
  if (blocking.length === 0) return [];
  const groups = groupEqualFindings(blocking).slice(0, maxRows);
  const rows = groups.map(({ representative: { finding }, count, places }, index) => {
    const name = plainText(finding.name, maxFindingWidth) || en.label.unnamed;
    return [
      en.number(index + 1),
      severityName(finding.severity, 'en'),
      finding.cvss === null || finding.cvss.score === 0 ? '' : en.decimal(finding.cvss.score),
      count === 1 ? name : `${name} × ${en.number(count)}`,
      placesPhrase(places, 'en', maxWhereWidth),
      identifiersOf(finding)[0] ?? '',
    ];
  });
  const moreCount = blocking.length - countFindings(groups);
  const [head = '', ...lines] = tableLines(rows);
  return [
    ...['', `Blocking findings (${en.number(blocking.length)})`, head].map(textLine),
    ...groups.map(({ representative }, index) =>
      severityLine(lines[index] ?? '', representative.finding.severity),
    ),
    ...(moreCount > 0 ? [textLine(andMore(moreCount, 'en'))] : []),
  ];
}

function noticeLines(model: ReportModel): LogLine[] {
  const { ruleNotices } = model.judgement;
  if (ruleNotices.length === 0) return [];
  const items = ruleNotices.map((notice) => {
    const { what, remedy } = describeNotice(notice, 'en');
    return plainText(`- ${ruleLocation(notice.rule, model)}: ${what} ${remedy}`, 400);
  });
  const shown = limitList(items, maxNotices, (more) => andMore(more, 'en'));
  return ['', noticesTitle(items.length, 'en'), ...shown].map(textLine);
}

/**
 * The end of the log, in English: verdict, reasons, counts, notices, and last the blocking findings with their places.
 * The text is plain and fits on one screen. Except for sentences, lines have at most about 140 columns.
 */
export function verdictLines(reported: PublicModel): LogLine[] {
  const model: ReportModel = { ...reported, language: 'en' };
  const objections = describeObjections(model).flatMap(({ what, remedy }) =>
    remedy === '' ? [what] : [what, `  What to do: ${remedy.replaceAll('\n', ' ')}`],
  );
  const opening = [verdictTitle(model), ...objections, ...furtherSentences(model), ...countsLines(model)];
  return [
    ...opening.map(textLine),
    ...noticeLines(model),
    ...blockingTableLines(model),
    ...withheldLines(model).map(textLine),
  ];
}

/** The last lines of the log: where to read on. @param links by name; `null` for a page that was not published */
export function linkLines(links: Readonly<Record<string, string | null>>): string[] {
  const lines = Object.entries(links).flatMap(([name, url]) =>
    url === null ? [] : [`${name}: ${plainText(url, 500)}`],
  );
  return lines.length === 0 ? [] : ['', ...lines];
}
