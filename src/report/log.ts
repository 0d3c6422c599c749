import { severities, sumCounts } from '../severity.ts';
import type { Texts } from '../text/texts.ts';
import { countWords, hasCounts } from './counts-table.ts';
import { plain } from './escape.ts';
import { identifierWords } from './identifiers.ts';
import type { ReportModel } from './model.ts';
import { describeReasons, headline, verdictNote } from './verdict-text.ts';

/** Blocking findings in the log: what one screen holds. */
const maxRows = 15;
const maxNameLength = 72;

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

function countsLines(model: ReportModel, texts: Texts): string[] {
  if (!hasCounts(model)) return [];
  const { counts, unlisted } = model.assessment;
  const heads = [...severities.map((severity) => texts.severity[severity]), texts.label.total];
  const cells = [...severities.map((severity) => counts[severity]), sumCounts(counts)].map(texts.number);
  const notes = model.assessment.verdict.outcome === 'inconclusive' ? [texts.phrase.partialCounts()] : [];
  const hidden = sumCounts(unlisted);
  if (hidden > 0) notes.push(texts.phrase.unlistedNote(hidden, countWords(unlisted, texts)));
  const right = heads.map((): Align => 'right');
  return ['', ...columns([heads, cells], right), ...notes];
}

function findingLines(model: ReportModel, texts: Texts): string[] {
  const blocking = model.assessment.findings.filter(({ status }) => status === 'blocking');
  if (blocking.length === 0) return [];
  const { label } = texts;
  const rows = blocking
    .slice(0, maxRows)
    .map(({ finding }, index) => [
      String(index + 1),
      texts.severity[finding.severity],
      finding.cvss === null ? '' : finding.cvss.score.toFixed(1),
      plain(finding.name, maxNameLength) || label.unnamed,
      identifierWords(finding).slice(0, 2).join(' '),
    ]);
  const heads = ['#', label.severity, 'CVSS', label.finding, label.identifiers];
  const lines = columns([heads, ...rows], ['right', 'left', 'right', 'left', 'left']);
  const more = blocking.length - rows.length;
  return [
    '',
    texts.phrase.blockingFindings(blocking.length),
    ...lines,
    ...(more > 0 ? [texts.phrase.andMore(more)] : []),
  ];
}

/**
 * The end of the log: verdict, reasons, counts and the blocking findings, plain text in lines of at most about 140
 * columns apart from the reasons, one screen in all.
 */
export function renderLogTable(model: ReportModel, texts: Texts): string[] {
  const reasons = describeReasons(model.assessment.verdict, texts).flatMap(({ what, remedy }) =>
    remedy === '' ? [what] : [what, `  ${texts.label.whatToDo}: ${remedy}`],
  );
  const note = verdictNote(model, texts);
  return [
    headline(model, texts),
    ...reasons,
    ...(note === '' ? [] : [note]),
    ...countsLines(model, texts),
    ...findingLines(model, texts),
  ];
}
