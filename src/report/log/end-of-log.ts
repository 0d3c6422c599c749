/** The end of the log, which people see when they open it: the verdict, the reasons, and where to read on. */

import type { Severity } from '../../core/severity.ts';
import { countFindings, groupEqualFindings } from '../equal-findings.ts';
import { quotedNames } from '../language/numbers.ts';
import { en } from '../language/texts.ts';
import { limitList } from '../markdown/fit.ts';
import type { ReportModel } from '../model.ts';
import { plainText } from '../plain-text.ts';
import { blockByDifferentRules, identifiersOf, placePhrase } from '../sentences/finding-sentences.ts';
import {
  describeNotice,
  describeViolation,
  orderedViolations,
  ruleLocation,
} from '../sentences/policy-sentences.ts';
import {
  countsPhrase,
  describeReasons,
  furtherSentences,
  unlistedSentence,
  verdictTitle,
} from '../sentences/verdict-sentences.ts';

/** How many blocking findings the log lists, so that they fit on one screen. */
const maxRows = 15;
/** How many violated host rules, and how many notices, the log lists. */
const maxListItems = 5;
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

/** A line about a finding or a violated host rule. The severity comes before any text of the scan. */
function severityLine(text: string, severity: Severity): LogLine {
  const word = en.severity[severity];
  return { text, paint: (line) => line.replace(word, `\u001b[${colours[severity]}m${word}\u001b[0m`) };
}

/** The columns of the table of findings. An empty column is left out. */
const columnTitles = ['#', 'Severity', 'CVSS', 'Finding', 'Where', 'CWE and CVE', 'Rule'];
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
  const { counts, verdict } = model.assessment;
  const words = countsPhrase(counts, en);
  if (words === '') return [];
  const isUndecided = verdict.outcome === 'inconclusive';
  const unlisted = unlistedSentence(model, en);
  return ['', isUndecided ? `${en.label.soFar}: ${words}` : words, ...(unlisted === '' ? [] : [unlisted])];
}

/** If findings are withheld: why, and who can see them, and where. */
function withheldLines({ disclosure, scan, serviceHost }: ReportModel): string[] {
  if (disclosure.mode === 'full' || scan.id === null) return [];
  const { whoSees, withheld } = en.whatToDo;
  return ['', `${whoSees}: ${withheld(disclosure.because, serviceHost)}`];
}

/** The blocking findings. Equal findings share a row, as in the comment. New findings are not marked here. */
function blockingTableLines(model: ReportModel): LogLine[] {
  const blocking = model.assessment.findings.filter(({ status }) => status === 'blocking');
  if (blocking.length === 0) return [];
  const groups = groupEqualFindings(blocking).slice(0, maxRows);
  const showsWhy = blockByDifferentRules(blocking);
  const rows = groups.map(({ representative: { finding, blockedBy }, findings }, index) => {
    const name = plainText(finding.name, maxFindingWidth) || en.label.unnamed;
    return [
      en.number(index + 1),
      en.severity[finding.severity],
      finding.cvss === null ? '' : en.decimal(finding.cvss.score),
      findings.length === 1 ? name : `${name} × ${en.number(findings.length)}`,
      plainText(placePhrase(findings, en), maxWhereWidth),
      identifiersOf(finding)[0] ?? '',
      showsWhy ? blockedBy.map(({ kind }) => kind).join(', ') : '',
    ];
  });
  const moreCount = blocking.length - countFindings(groups);
  const [head = '', ...lines] = tableLines(rows);
  return [
    ...['', `Blocking findings (${en.number(blocking.length)})`, head].map(textLine),
    ...groups.map(({ representative }, index) =>
      severityLine(lines[index] ?? '', representative.finding.severity),
    ),
    ...(moreCount > 0 ? [textLine(en.phrase.andMore(moreCount))] : []),
  ];
}

/** A title and the first `items`, one on each line; no lines if there are no items. */
function listLines(title: string, items: readonly LogLine[]): LogLine[] {
  if (items.length === 0) return [];
  const shown = limitList(items, maxListItems, (more) => textLine(en.phrase.andMore(more)));
  return [textLine(''), textLine(title), ...shown];
}

function violationLines(model: ReportModel): LogLine[] {
  const items = orderedViolations(model.assessment).map((violation) => {
    const { what, remedy } = describeViolation(violation, model, en);
    const blocks = `blocks: ${violation.blocks ? 'yes' : 'no'}`;
    const { severity } = violation;
    return severityLine(plainText(`- ${en.severity[severity]}, ${blocks}. ${what} ${remedy}`, 400), severity);
  });
  return listLines(`Violated rules for the host (${en.number(items.length)})`, items);
}

function noticeLines(model: ReportModel): LogLine[] {
  const items = model.assessment.ruleNotices.map((notice) => {
    const { what, remedy } = describeNotice(notice, en);
    return textLine(plainText(`- ${ruleLocation(notice.rule, model, en)}: ${what} ${remedy}`, 400));
  });
  return listLines(en.ignoreRules.ruleNotices(items.length), items);
}

/** Differences that do not keep a baseline from counting (`docs/contract.md`, `baseline`, `baseline-scans`). */
export function baselineNotices({ scan, assessment: { baseline } }: ReportModel): string[] {
  if (baseline.kind !== 'compared') return [];
  const names = quotedNames(scan.baselineDifferences);
  const differs = `Baseline ${baseline.scanId}: ${en.phrase.otherPreferences(names)} Scan both with the same \`preferences\`.`;
  const ids = baseline.leftOut.join(', ');
  const lacks = `Of the older scans of the baseline, these are not whole and are left out: ${ids}.`;
  return [...(names === '' ? [] : [differs]), ...(ids === '' ? [] : [lacks])];
}

/**
 * The end of the log, in English: verdict, reasons, counts, notices, violated host rules, and last the blocking
 * findings with their places. If not all findings block by the same rules, the rules are shown too. The text is plain
 * and fits on one screen. Except for sentences, lines have at most about 140 columns.
 */
export function verdictLines(model: ReportModel): LogLine[] {
  const reasons = describeReasons(model, en).flatMap(({ what, remedy }) =>
    remedy === '' ? [what] : [what, `  ${en.label.whatToDo}: ${remedy.replaceAll('\n', ' ')}`],
  );
  const opening = [
    verdictTitle(model, en),
    ...reasons,
    ...furtherSentences(model, en),
    ...countsLines(model),
  ];
  return [
    ...opening.map(textLine),
    ...noticeLines(model),
    ...violationLines(model),
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
