import { unlistedSentence } from './comment/sections/counts.ts';
import { plain } from './markdown/escape.ts';
import type { ReportModel } from './model.ts';
import type { Texts } from './texts/texts.ts';
import {
  countWords,
  describeNotice,
  describeViolation,
  identifierWords,
  notesOf,
  orderedViolations,
  placeOf,
  reasonsOf,
  verdictTitle,
} from './wording.ts';

/** Blocking findings in the log, so that it fits on one screen. */
const maxRows = 15;
/** Broken host rules, and notices, in the log. */
const maxOthers = 5;
const maxNameLength = 64;

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
function countsLines(model: ReportModel, texts: Texts): string[] {
  const { counts, verdict } = model.assessment;
  const words = countWords(counts, texts);
  if (words === '') return [];
  const isOpen = verdict.outcome === 'inconclusive';
  const unlisted = unlistedSentence(model, texts);
  return ['', isOpen ? `${texts.label.soFar}: ${words}` : words, ...(unlisted === '' ? [] : [unlisted])];
}

function findingLines(model: ReportModel, texts: Texts): string[] {
  const blocking = model.assessment.findings.filter(({ status }) => status === 'blocking');
  if (blocking.length === 0) return [];
  const { label } = texts;
  const rows = blocking
    .slice(0, maxRows)
    .map(({ finding, blockedBy }, index) => [
      String(index + 1),
      texts.severity[finding.severity],
      finding.cvss === null ? '' : finding.cvss.score.toFixed(1),
      plain(finding.name, maxNameLength) || label.unnamed,
      identifierWords(finding).slice(0, 1).join(' '),
      blockedBy.map(({ kind }) => kind).join(', '),
    ]);
  const heads = ['#', label.severity, 'CVSS', label.finding, label.identifiers, texts.policy.label.rule];
  const lines = columns([heads, ...rows], ['right', 'left', 'right', 'left', 'left', 'left']);
  const more = blocking.length - rows.length;
  return [
    '',
    texts.phrase.blockingFindings(blocking.length),
    ...lines,
    ...(more > 0 ? [texts.phrase.andMore(more)] : []),
  ];
}

/** A title and the first `items`, one on each line; nothing where there are none. */
function listLines(title: string, items: readonly string[], texts: Texts): string[] {
  if (items.length === 0) return [];
  const more = items.length - maxOthers;
  return ['', title, ...items.slice(0, maxOthers), ...(more > 0 ? [texts.phrase.andMore(more)] : [])];
}

function violationLines(model: ReportModel, texts: Texts): string[] {
  const items = orderedViolations(model.assessment).map((violation) => {
    const { what, remedy } = describeViolation(violation, model, texts);
    const { blocks, yes, no } = texts.policy.label;
    const mark = `${texts.severity[violation.severity]}, ${blocks.toLowerCase()}: ${violation.blocks ? yes : no}`;
    return plain(`- ${mark}. ${what} ${remedy}`, 400);
  });
  return listLines(texts.policy.phrase.hostViolations(items.length), items, texts);
}

function noticeLines(model: ReportModel, texts: Texts): string[] {
  const items = model.assessment.ruleNotices.map((notice) => {
    const { what, remedy } = describeNotice(notice, texts);
    return plain(`- ${placeOf(notice.rule, model, texts)}: ${what} ${remedy}`, 400);
  });
  return listLines(texts.policy.phrase.ruleNotices(items.length), items, texts);
}

/**
 * The end of the log: verdict, reasons, counts, the blocking findings with the rules by which they block, broken host rules
 * and notices. Plain text of one screen, in lines of at most about 140 columns apart from sentences.
 */
export function renderLogTable(model: ReportModel, texts: Texts): string[] {
  const reasons = reasonsOf(model, texts).flatMap(({ what, remedy }) =>
    remedy === '' ? [what] : [what, `  ${texts.label.whatToDo}: ${remedy}`],
  );
  return [
    verdictTitle(model, texts),
    ...reasons,
    ...notesOf(model, texts),
    ...countsLines(model, texts),
    ...findingLines(model, texts),
    ...violationLines(model, texts),
    ...noticeLines(model, texts),
  ];
}
