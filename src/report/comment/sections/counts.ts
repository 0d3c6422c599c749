import {
  noFindings,
  reaches,
  type Severity,
  type SeverityCounts,
  severities,
  sumCounts,
} from '../../../core/severity.ts';
import { unlistedBlocking } from '../../../gate/thresholds.ts';
import type { JudgedFinding } from '../../../gate/verdict.ts';
import { bar } from '../../markdown/bar.ts';
import { markup } from '../../markdown/escape.ts';
import type { ReportModel } from '../../model.ts';
import type { Texts } from '../../texts/texts.ts';

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

/** A row of the counts. */
export interface CountsRow {
  /** `''` where it is the only one. */
  readonly name: string;
  readonly counts: SeverityCounts;
  /** Severities whose count is to stand out: they block, or can. */
  readonly strong: readonly Severity[];
}

/**
 * The counts in rows. All findings are one row; where baseline or ignore rules take some out, more rows say how many of
 * them block, are below every limit, are known and are ignored, so that a severe finding that does not block is no riddle.
 */
export function countsRows(model: ReportModel, texts: Texts): CountsRow[] {
  const { counts, findings } = model.assessment;
  const { passing, known, ignored, blocking: listed } = countByStatus(findings);
  const blocking = withCounted(listed, model);
  const blocks = severities.filter((severity) => blocking[severity] > 0);
  if (sumCounts(known) + sumCounts(ignored) === 0) {
    const reached = severities.filter(
      (severity) => reaches(severity, model.policy.failOn) && counts[severity] > 0,
    );
    return [{ name: '', counts, strong: [...reached, ...blocks] }];
  }
  const { label } = texts.policy;
  const others = [
    { name: label.passing, counts: passing, strong: [] },
    { name: label.known, counts: known, strong: [] },
    { name: label.ignored, counts: ignored, strong: [] },
  ].filter((row) => sumCounts(row.counts) > 0);
  return [
    { name: label.blocking, counts: blocking, strong: blocks },
    ...others,
    { name: label.allFindings, counts, strong: [] },
  ];
}

/** How many findings of each severity block, listed or only counted. */
export function blockingCounts(model: ReportModel): SeverityCounts {
  return withCounted(countByStatus(model.assessment.findings).blocking, model);
}

function withCounted(listed: SeverityCounts, model: ReportModel): SeverityCounts {
  const blocking: Record<Severity, number> = { ...countedToBlock(model) };
  for (const severity of severities) blocking[severity] += listed[severity];
  return blocking;
}

/** Findings that are only counted and block; of a partial result none does. */
function countedToBlock({ assessment, policy }: ReportModel): SeverityCounts {
  const { partial, unlisted, verdict, findings } = assessment;
  if (partial || sumCounts(unlisted) === 0) return noFindings;
  const rules = [...verdict.reasons, ...findings.flatMap(({ blockedBy }) => blockedBy)];
  const budgets = rules.flatMap((rule) =>
    rule.kind === 'over-budget' || rule.kind === 'max-findings' ? [{ severity: rule.severity }] : [],
  );
  return unlistedBlocking(unlisted, policy, budgets);
}

type StatusCounts = Readonly<Record<JudgedFinding['status'], SeverityCounts>>;

/** Every report asks for the same findings, which may be many. */
const countedBefore = new WeakMap<readonly JudgedFinding[], StatusCounts>();

function countByStatus(findings: readonly JudgedFinding[]): StatusCounts {
  const before = countedBefore.get(findings);
  if (before !== undefined) return before;
  const counts = {
    blocking: { ...noFindings },
    passing: { ...noFindings },
    known: { ...noFindings },
    ignored: { ...noFindings },
  };
  for (const { status, finding } of findings) counts[status][finding.severity] += 1;
  countedBefore.set(findings, counts);
  return counts;
}
