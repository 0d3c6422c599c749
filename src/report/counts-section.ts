import { type Severity, severities, sumCounts } from '../severity.ts';
import type { Texts } from '../text/texts.ts';
import { bar } from './bar.ts';
import { blockingCounts, countsRows, countWords, hasCounts } from './counts-table.ts';
import { markup } from './escape.ts';
import type { ReportModel } from './model.ts';

/** Signs of the longest bar: with the numbers before it, what a phone shows without scrolling. */
const barWidth = 12;

/**
 * How many findings of each severity there are, as numbers and as bars whose solid part blocks; severities without a
 * finding have no row. Where baseline or ignore rules take findings out, more columns say how many. `''` when there is
 * nothing to count.
 */
export function countsSection(model: ReportModel, texts: Texts): string {
  if (!hasCounts(model)) return '';
  const { unlisted, verdict, partial } = model.assessment;
  const notes: string[] = [];
  if (verdict.outcome === 'inconclusive' || partial) notes.push(texts.phrase.partialCounts());
  const hidden = sumCounts(unlisted);
  if (hidden > 0) notes.push(texts.phrase.unlistedNote(hidden, countWords(unlisted, texts)));
  return [table(model, texts), ...notes.map((note) => markup(note))].join('\n\n');
}

function table(model: ReportModel, texts: Texts): string {
  const { counts } = model.assessment;
  const columns = countsRows(model, texts);
  const heads = columns.map(
    ({ name, counts: each }) => `${name || texts.label.count} (${texts.number(sumCounts(each))})`,
  );
  // Of withheld findings it is not told which of them block.
  const tellsBlocking = model.disclosure.mode === 'full';
  const blocking = blockingCounts(model);
  const max = Math.max(...severities.map((severity) => counts[severity]));
  const drawn = (severity: Severity) => {
    const blocks = tellsBlocking ? Math.min(blocking[severity], counts[severity]) : counts[severity];
    return bar({ solid: blocks, light: counts[severity] - blocks }, max, barWidth);
  };
  const rows = severities
    .filter((severity) => counts[severity] > 0)
    .map((severity) => {
      const cells = columns.map((column) => {
        const shown = texts.number(column.counts[severity]);
        return column.strong.includes(severity) ? `**${shown}**` : shown;
      });
      return `| ${texts.severity[severity]} | ${cells.join(' | ')} | ${drawn(severity)} |`;
    });
  return [
    `| ${texts.label.severity} | ${heads.join(' | ')} | ${tellsBlocking ? texts.policy.phrase.barLegend() : ''} |`,
    `|---|${columns.map(() => '--:|').join('')}---|`,
    ...rows,
  ].join('\n');
}
