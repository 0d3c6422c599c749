import { highestSeverity, type Severity, severities } from '../../../core/severity.ts';
import type { TrendPoint } from '../../../scan/trend.ts';
import type { Texts } from '../../language/texts.ts';
import { bar } from '../../markdown/bar.ts';
import { markup } from '../../markdown/escape.ts';
import type { ReportModel } from '../../model.ts';
import { utcMinute } from '../../sentences/verdict-sentences.ts';

/** One sign for each severity. */
const barWidth = severities.length;

/** @param severity `null` if nothing was found */
function drawn(severity: Severity | null): string {
  const level = severity === null ? 0 : barWidth - severities.indexOf(severity);
  return bar(level / barWidth, barWidth);
}

interface TrendRow {
  readonly when: string;
  readonly drawn: string;
  readonly word: string;
}

/** The scans before this one. The list may contain this scan too, with its time in whole seconds. */
function earlier({ trend, scan }: ReportModel): TrendPoint[] {
  const before =
    scan.startedAt === null ? Number.POSITIVE_INFINITY : Math.floor(scan.startedAt / 1000) * 1000;
  return trend.filter(({ startedAt }) => utcMinute(startedAt) !== null && startedAt < before);
}

function rowsOf(model: ReportModel, texts: Texts): TrendRow[] {
  const { notStated, noFindings, thisScan } = texts.history.label;
  const rows = earlier(model).map(
    ({ startedAt, severity }): TrendRow => ({
      when: utcMinute(startedAt) ?? '',
      drawn: severity === null ? ' '.repeat(barWidth) : drawn(severity),
      word: severity === null ? notStated : texts.severity[severity],
    }),
  );
  const { counts, verdict } = model.assessment;
  if (verdict.outcome === 'inconclusive' || rows.length === 0) return rows;
  const severity = highestSeverity(counts);
  const word = severity === null ? noFindings : texts.severity[severity];
  return [...rows, { when: thisScan, drawn: drawn(severity), word }];
}

/**
 * The highest severity of each of the target's last scans, oldest first, as bars of text: five signs for critical, one for
 * warning. `''` if no earlier scan is known.
 */
export function trendSection(model: ReportModel, texts: Texts): string {
  const rows = rowsOf(model, texts);
  if (rows.length === 0) return '';
  const widest = Math.max(...rows.map(({ when }) => when.length));
  const lines = rows.map(({ when, drawn, word }) => `${when.padEnd(widest)}  ${drawn}  ${word}`);
  const { label, phrase } = texts.history;
  return [
    `### ${label.trend}`,
    markup(phrase.trendNote(rows.length)),
    `\`\`\`text\n${lines.join('\n')}\n\`\`\``,
  ].join('\n\n');
}
