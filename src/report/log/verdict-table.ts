import { type Severity, severities } from '../../core/severity.ts';
import { countIn, groupEqual } from '../equal-findings.ts';
import { en } from '../language/en/en.ts';
import { plain } from '../markdown/escape.ts';
import { atMost } from '../markdown/fit.ts';
import type { ReportModel } from '../model.ts';
import { identifierWords, needsWhy, placeWords } from '../sentences/finding-sentences.ts';
import {
  describeNotice,
  describeViolation,
  orderedViolations,
  ruleLine,
} from '../sentences/policy-sentences.ts';
import {
  countWords,
  notesOf,
  reasonsInWords,
  unlistedSentence,
  verdictTitle,
} from '../sentences/verdict-sentences.ts';

/** Blocking findings in the log, so that it fits on one screen. */
const maxRows = 15;
/** Broken host rules, and notices, in the log. */
const maxOthers = 5;
/** Widths of the columns of the names and the places of findings. */
const maxFindingWidth = 60;
const maxWhereWidth = 40;

/** Columns of the table of findings. A column without content is left out. */
const heads = ['#', 'Severity', 'CVSS', 'Finding', 'Where', 'CWE and CVE', 'Rule'];
/** Columns of numbers, which are aligned on the right. */
const numeric = ['#', 'CVSS'];

/** `rows` below {@link heads}, as lines of fixed width with two spaces between the columns. */
function tableLines(rows: readonly (readonly string[])[]): string[] {
  const columns = heads.flatMap((head, column) => {
    const cells = [head, ...rows.map((row) => row[column] ?? '')];
    if (cells.slice(1).every((cell) => cell === '')) return [];
    const width = Math.max(...cells.map(({ length }) => length));
    return [cells.map((cell) => (numeric.includes(head) ? cell.padStart(width) : cell.padEnd(width)))];
  });
  return [heads, ...rows].map((_, line) => {
    const cells = columns.map((column) => column[line]);
    return cells.join('  ').trimEnd();
  });
}

/** The counts in one line, and what they lack. */
function countsLines(model: ReportModel): string[] {
  const { counts, verdict } = model.assessment;
  const words = countWords(counts, en);
  if (words === '') return [];
  const isUndecided = verdict.outcome === 'inconclusive';
  const unlisted = unlistedSentence(model, en);
  return ['', isUndecided ? `${en.label.soFar}: ${words}` : words, ...(unlisted === '' ? [] : [unlisted])];
}

/** If findings are withheld: why, and who can see them where. */
function withheldLines({ disclosure, scan, serviceHost }: ReportModel): string[] {
  if (disclosure.mode === 'full' || scan.id === null) return [];
  const { label, phrase } = en;
  return ['', `${label.whoSees}: ${phrase.withheld(disclosure.because, serviceHost)}`];
}

/** The blocking findings, equal ones in one row as in the comment; new ones have no mark here. */
function findingLines(model: ReportModel): string[] {
  const blocking = model.assessment.findings.filter(({ status }) => status === 'blocking');
  if (blocking.length === 0) return [];
  const groups = groupEqual(blocking).slice(0, maxRows);
  const showsWhy = needsWhy(blocking);
  const rows = groups.map(({ judged: { finding, blockedBy }, findings }, index) => {
    const name = plain(finding.name, maxFindingWidth) || en.label.unnamed;
    return [
      en.number(index + 1),
      en.severity[finding.severity],
      finding.cvss === null ? '' : en.decimal(finding.cvss.score),
      findings.length === 1 ? name : `${name} × ${en.number(findings.length)}`,
      plain(placeWords(findings, en), maxWhereWidth),
      identifierWords(finding)[0] ?? '',
      showsWhy ? blockedBy.map(({ kind }) => kind).join(', ') : '',
    ];
  });
  const more = blocking.length - countIn(groups);
  return [
    '',
    `Blocking findings (${en.number(blocking.length)})`,
    ...tableLines(rows),
    ...(more > 0 ? [en.phrase.andMore(more)] : []),
  ];
}

/** A title and the first `items`, one on each line; nothing if there are none. */
function listLines(title: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : ['', title, ...atMost(items, maxOthers, en.phrase.andMore)];
}

function violationLines(model: ReportModel): string[] {
  const items = orderedViolations(model.assessment).map((violation) => {
    const { what, remedy } = describeViolation(violation, model, en);
    const blocks = `blocks: ${violation.blocks ? 'yes' : 'no'}`;
    return plain(`- ${en.severity[violation.severity]}, ${blocks}. ${what} ${remedy}`, 400);
  });
  return listLines(`Violated rules for the host (${en.number(items.length)})`, items);
}

function noticeLines(model: ReportModel): string[] {
  const items = model.assessment.ruleNotices.map((notice) => {
    const { what, remedy } = describeNotice(notice, en);
    return plain(`- ${ruleLine(notice.rule, model, en)}: ${what} ${remedy}`, 400);
  });
  return listLines(en.ignoreRules.ruleNotices(items.length), items);
}

/**
 * The end of the log, in English: verdict, reasons, counts, notices, broken host rules, and last the blocking findings with
 * their places and, if the severity does not say it, the rules by which they block. Plain text of one screen, in lines of at
 * most about 140 columns apart from sentences.
 */
export function renderLogTable(model: ReportModel): string[] {
  const reasons = reasonsInWords(model, en).flatMap(({ what, remedy }) =>
    remedy === '' ? [what] : [what, `  ${en.label.whatToDo}: ${remedy.replaceAll('\n', ' ')}`],
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

/** The terminal sequence of each severity: one of the sixteen colours that follow the theme of the log. */
const colours: Readonly<Record<Severity, string>> = {
  critical: '1;31',
  high: '31',
  medium: '33',
  low: '34',
  warning: '90',
};
/** The start of a row of {@link renderLogTable}, of a finding or of a broken host rule, and its severity. */
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

/**
 * The last lines of the log: where to read on.
 *
 * @param links `null` for what was not published; `summary`: the page of the run, which shows the summary
 */
export function renderLogLinks(
  links: Readonly<Record<'report' | 'comment' | 'issue' | 'summary' | 'artifact', string | null>>,
): string[] {
  const named = [
    ['Report', links.report],
    ['Comment', links.comment],
    ['Tracking issue', links.issue],
    ['Summary', links.summary],
    ['Artifact', links.artifact],
  ] as const;
  const lines = named.flatMap(([name, url]) => (url === null ? [] : [`${name}: ${plain(url, 500)}`]));
  return lines.length === 0 ? [] : ['', ...lines];
}
