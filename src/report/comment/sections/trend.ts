import { highestSeverity, type Severity, severities } from '../../../core/severity.ts';
import type { TrendPoint } from '../../../scan/scan-list.ts';
import { bar } from '../../markdown/bar.ts';
import { markup } from '../../markdown/escape.ts';
import type { ReportModel } from '../../model.ts';
import type { Texts } from '../../texts/texts.ts';

/** Scans that are shown, the newest of all: what can be taken in at a glance. */
const maxPoints = 12;

interface Row {
  readonly when: string;
  readonly severity: Severity | null;
  readonly word: string;
  readonly isUnknown: boolean;
}

function isTime(timeMs: number): boolean {
  return !Number.isNaN(new Date(timeMs).getTime());
}

/** `2026-11-21 06:00`, in UTC. */
function moment(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 16).replace('T', ' ');
}

/** The list may hold this very scan, its time in whole seconds: it is then the last row, from what is known of it here. */
function earlier({ trend, scan }: ReportModel): TrendPoint[] {
  const before =
    scan.startedAt === null ? Number.POSITIVE_INFINITY : Math.floor(scan.startedAt / 1000) * 1000;
  return trend
    .filter(({ startedAt }) => isTime(startedAt) && startedAt < before)
    .toSorted((a, b) => a.startedAt - b.startedAt)
    .slice(1 - maxPoints);
}

function rowsOf(model: ReportModel, texts: Texts): Row[] {
  const { notStated, noFindings, thisScan } = texts.history.label;
  const rows = earlier(model).map(
    ({ startedAt, severity }): Row => ({
      when: moment(startedAt),
      severity,
      word: severity === null ? notStated : texts.severity[severity],
      isUnknown: severity === null,
    }),
  );
  const { counts, verdict } = model.assessment;
  if (verdict.outcome === 'inconclusive' || rows.length === 0) return rows;
  const severity = highestSeverity(counts);
  const word = severity === null ? noFindings : texts.severity[severity];
  return [...rows, { when: thisScan, severity, word, isUnknown: false }];
}

/**
 * The worst finding of each of the target's last scans, oldest first, as bars of text: five signs for critical, one for
 * warning. `''` where no earlier scan is known.
 */
export function trendSection(model: ReportModel, texts: Texts): string {
  const rows = rowsOf(model, texts);
  if (rows.length === 0) return '';
  const widest = Math.max(...rows.map(({ when }) => when.length));
  const lines = rows.map(({ when, severity, word, isUnknown }) => {
    const level = severity === null ? 0 : severities.length - severities.indexOf(severity);
    const drawn = isUnknown
      ? ' '.repeat(5)
      : bar({ solid: level, light: severities.length - level }, severities.length, 5);
    return `${when.padEnd(widest)}  ${drawn}  ${word}`;
  });
  const { label, phrase } = texts.history;
  return [
    `### ${label.trend}`,
    markup(phrase.trendNote(rows.length)),
    `\`\`\`text\n${lines.join('\n')}\n\`\`\``,
  ].join('\n\n');
}
