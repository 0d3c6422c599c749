import { type Severity, severities } from '../../core/severity.ts';
import { en } from '../language/en/page.ts';
import { plain, quotable } from '../markdown/escape.ts';
import type { ReportModel } from '../model.ts';
import { groupEqual } from '../page/sections/blocking-findings.ts';
import { unlistedSentence } from '../page/sections/counts.ts';
import { identifierWords, needsWhy, placeWords } from '../sentences/finding-sentences.ts';
import {
  countWords,
  describeNotice,
  describeViolation,
  notesOf,
  orderedViolations,
  placeOf,
  reasonsOf,
  verdictTitle,
} from '../sentences/verdict-sentences.ts';

/** Blocking findings in the log, so that it fits on one screen. */
const maxRows = 15;
/** Broken host rules, and notices, in the log. */
const maxOthers = 5;
const maxNameLength = 60;
const maxPlaceLength = 40;

type Align = 'left' | 'right';

/** Rows of cells as lines of fixed width, two spaces between the columns. */
function columns(rows: readonly (readonly string[])[], alignment: readonly Align[]): string[] {
  const widths = alignment.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return alignment[column] === 'right' ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd(),
  );
}

/** The counts in one line, and what they lack. */
function countsLines(model: ReportModel): string[] {
  const { counts, verdict } = model.assessment;
  const words = countWords(counts, en);
  if (words === '') return [];
  const isOpen = verdict.outcome === 'inconclusive';
  const unlisted = unlistedSentence(model, en);
  return ['', isOpen ? `${en.label.soFar}: ${words}` : words, ...(unlisted === '' ? [] : [unlisted])];
}

/** Where findings are only counted: why, and who can see them where. */
function withheldLines({ disclosure, scan }: ReportModel): string[] {
  if (disclosure.mode === 'full' || scan.id === null) return [];
  const { label, phrase } = en.history;
  return ['', `${label.whoSees}: ${phrase.withheld(disclosure.because, quotable(scan.id, 100))}`];
}

interface Column {
  readonly head: string;
  readonly cells: readonly string[];
  /** `left` unless given. */
  readonly align?: Align;
}

/** The blocking findings, equal ones in one row as in the comment; new ones have no mark here. Columns without any content are left out. */
function findingLines(model: ReportModel): string[] {
  const blocking = model.assessment.findings.filter(({ status }) => status === 'blocking');
  if (blocking.length === 0) return [];
  const { label } = en;
  const groups = groupEqual(blocking, { isNew: () => false }).slice(0, maxRows);
  const shown = groups.map(({ judged }) => judged);
  const showsWhy = needsWhy(blocking);
  const given: Column[] = [
    { head: '#', cells: shown.map((_, index) => String(index + 1)), align: 'right' },
    { head: label.severity, cells: shown.map(({ finding }) => en.severity[finding.severity]) },
    {
      head: 'CVSS',
      cells: shown.map(({ finding: { cvss } }) => (cvss === null ? '' : en.decimal(cvss.score))),
      align: 'right',
    },
    {
      head: label.finding,
      cells: groups.map(({ judged, count }) => {
        const name = plain(judged.finding.name, maxNameLength) || label.unnamed;
        return count === 1 ? name : `${en.number(count)} × ${name}`;
      }),
    },
    {
      head: label.where,
      cells: shown.map(({ finding }) => plain(placeWords(finding.where, en), maxPlaceLength)),
    },
    {
      head: label.identifiers,
      cells: shown.map(({ finding }) => identifierWords(finding).slice(0, 1).join(' ')),
    },
    {
      head: en.policy.label.rule,
      cells: shown.map(({ blockedBy }) => (showsWhy ? blockedBy.map(({ kind }) => kind).join(', ') : '')),
    },
  ];
  const filled = given.filter(({ cells }) => cells.some((cell) => cell !== ''));
  const rows = shown.map((_, index) => filled.map(({ cells }) => cells[index] ?? ''));
  const lines = columns(
    [filled.map(({ head }) => head), ...rows],
    filled.map(({ align = 'left' }) => align),
  );
  const more = groups.reduce((rest, { count }) => rest - count, blocking.length);
  return [
    '',
    en.phrase.blockingFindings(blocking.length),
    ...lines,
    ...(more > 0 ? [en.phrase.andMore(more)] : []),
  ];
}

/** A title and the first `items`, one on each line; nothing where there are none. */
function listLines(title: string, items: readonly string[]): string[] {
  if (items.length === 0) return [];
  const more = items.length - maxOthers;
  return ['', title, ...items.slice(0, maxOthers), ...(more > 0 ? [en.phrase.andMore(more)] : [])];
}

function violationLines(model: ReportModel): string[] {
  const items = orderedViolations(model.assessment).map((violation) => {
    const { what, remedy } = describeViolation(violation, model, en);
    const { blocks, yes, no } = en.policy.label;
    const mark = `${en.severity[violation.severity]}, ${blocks.toLowerCase()}: ${violation.blocks ? yes : no}`;
    return plain(`- ${mark}. ${what} ${remedy}`, 400);
  });
  return listLines(en.policy.phrase.hostViolations(items.length), items);
}

function noticeLines(model: ReportModel): string[] {
  const items = model.assessment.ruleNotices.map((notice) => {
    const { what, remedy } = describeNotice(notice, en);
    return plain(`- ${placeOf(notice.rule, model, en)}: ${what} ${remedy}`, 400);
  });
  return listLines(en.policy.phrase.ruleNotices(items.length), items);
}

/**
 * The end of the log, in English: verdict, reasons, counts, notices, broken host rules, and last the blocking findings with their places
 * and, where the severity does not say it, the rules by which they block. Plain text of one screen, in lines of at most about 140 columns apart from sentences.
 */
export function renderLogTable(model: ReportModel): string[] {
  const reasons = reasonsOf(model, en).flatMap(({ what, remedy }) =>
    remedy === '' ? [what] : [what, `  ${en.label.whatToDo}: ${remedy}`],
  );
  return [
    verdictTitle(model, en),
    ...reasons,
    ...notesOf(model, en),
    ...countsLines(model),
    ...noticeLines(model),
    ...violationLines(model),
    ...findingLines(model),
    ...withheldLines(model),
  ];
}

/** Parameters of the terminal sequence that sets a colour, in the sixteen colours that follow the theme of the log. */
const colours: Readonly<Record<Severity, string>> = {
  critical: '1;31',
  high: '31',
  medium: '33',
  low: '34',
  warning: '90',
};
/** The start of a row of {@link renderLogTable}: of a finding, or of a broken host rule. */
const rowStart = /^( *\d+ {2}|- )(\p{L}+)(?=[ ,])/u;

/**
 * `line` of {@link renderLogTable} with its severity in colour, for a terminal. The word stays: colour alone says nothing.
 * Texts of a scan are never at the start of a row.
 */
export function colourRow(line: string): string {
  return line.replace(rowStart, (row, start: string, word: string) => {
    const severity = severities.find((each) => en.severity[each] === word);
    return severity === undefined ? row : `${start}\u001b[${colours[severity]}m${word}\u001b[0m`;
  });
}

/** Addresses of what was published; `null` for what was not. */
export interface PublishedLinks {
  readonly comment: string | null;
  readonly issue: string | null;
  /** Page of the run, which shows the job summary. */
  readonly summary: string | null;
  readonly artifact: string | null;
}

/** The last lines of the log: where to read on. */
export function renderLogLinks(links: PublishedLinks): string[] {
  const { label } = en;
  const named = [
    [label.comment, links.comment],
    [label.trackingIssue, links.issue],
    [label.summary, links.summary],
    [label.artifact, links.artifact],
  ] as const;
  const lines = named.flatMap(([name, url]) => (url === null ? [] : [`${name}: ${plain(url, 500)}`]));
  return lines.length === 0 ? [] : ['', ...lines];
}
