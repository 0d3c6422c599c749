import type { SeverityCounts } from '../severity.ts';
import { reaches, severities, sumCounts } from '../severity.ts';
import type { Texts } from '../text/texts.ts';
import { markup } from './escape.ts';
import type { ReportModel } from './model.ts';

/** Counts that are not zero, in words: `1 critical, 2 low`. */
export function countWords(counts: SeverityCounts, texts: Texts): string {
  return severities
    .filter((severity) => counts[severity] > 0)
    .map((severity) => texts.phrase.severityCount(severity, counts[severity]))
    .join(', ');
}

/**
 * Whether there is anything to count. Where nothing is known, a table of zeros would look like a clean scan; where
 * the scan is clean, the headline says so.
 */
export function hasCounts(model: ReportModel): boolean {
  return sumCounts(model.assessment.counts) > 0;
}

/** How many findings of each severity, in one row; those that can block are bold. Empty when there are none. */
export function countsTable(model: ReportModel, texts: Texts): string {
  if (!hasCounts(model)) return '';
  const { counts, unlisted, verdict } = model.assessment;
  const heads = [...severities.map((severity) => texts.severity[severity]), texts.label.total];
  const cells = severities.map((severity) => {
    const shown = texts.number(counts[severity]);
    return counts[severity] > 0 && reaches(severity, model.policy.failOn) ? `**${shown}**` : shown;
  });
  const table = [
    `| ${heads.join(' | ')} |`,
    `|${heads.map(() => ':---:').join('|')}|`,
    `| ${[...cells, texts.number(sumCounts(counts))].join(' | ')} |`,
  ].join('\n');
  const notes: string[] = [];
  if (verdict.outcome === 'inconclusive') notes.push(texts.phrase.partialCounts());
  const hidden = sumCounts(unlisted);
  if (hidden > 0) notes.push(texts.phrase.unlistedNote(hidden, countWords(unlisted, texts)));
  return [table, ...notes.map((note) => markup(note))].join('\n\n');
}
