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
import { countWords } from '../../wording.ts';

/** Signs of the longest bar. With the numbers before it, a phone shows it without scrolling. */
const barWidth = 12;

/**
 * How many findings of each severity there are, as numbers and as bars whose solid part blocks. Severities without a
 * finding have no row. Where the baseline or ignore rules take findings out, more columns say how many. `''` where there
 * is nothing to count.
 */
export function countsSection(model: ReportModel, texts: Texts): string {
  if (!hasCounts(model)) return '';
  return [table(model, texts), ...countNotes(model, texts).map((note) => markup(note))].join('\n\n');
}

/** What the counts lack, in sentences of plain text. */
export function countNotes({ assessment }: ReportModel, texts: Texts): string[] {
  const { unlisted, verdict, partial } = assessment;
  const hidden = sumCounts(unlisted);
  return [
    ...(verdict.outcome === 'inconclusive' || partial ? [texts.phrase.partialCounts()] : []),
    ...(hidden > 0 ? [texts.phrase.unlistedNote(hidden, countWords(unlisted, texts))] : []),
  ];
}

function table(model: ReportModel, texts: Texts): string {
  const { counts } = model.assessment;
  const columns = countsRows(model, texts);
  const heads = columns.map(
    ({ name, counts: each }) => `${name || texts.label.count} (${texts.number(sumCounts(each))})`,
  );
  // With `disclosure: counts` the report does not say which findings block.
  const showsBlocking = model.disclosure.mode === 'full';
  const blocking = blockingCounts(model);
  const max = Math.max(...severities.map((severity) => counts[severity]));
  const drawn = (severity: Severity) => {
    const blocks = showsBlocking ? Math.min(blocking[severity], counts[severity]) : counts[severity];
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
    `| ${texts.label.severity} | ${heads.join(' | ')} | ${showsBlocking ? texts.policy.phrase.barLegend() : ''} |`,
    `|---|${columns.map(() => '--:|').join('')}---|`,
    ...rows,
  ].join('\n');
}

/**
 * True where there is anything to count. Where nothing is known, a table of zeros would look like a clean scan; of a clean
 * scan the headline says so.
 */
export function hasCounts(model: ReportModel): boolean {
  return sumCounts(model.assessment.counts) > 0;
}

/** A row of the counts. */
export interface CountsRow {
  /** `''` where it is the only one. */
  readonly name: string;
  readonly counts: SeverityCounts;
  /** Severities whose count is bold: they block, or can. */
  readonly strong: readonly Severity[];
}

/**
 * The counts in rows. All findings are one row. Where the baseline or ignore rules take some out, more rows say how many
 * block, are below every limit, are known and are ignored, so that readers see why a severe finding does not block.
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
function blockingCounts(model: ReportModel): SeverityCounts {
  return withCounted(countByStatus(model.assessment.findings).blocking, model);
}

function withCounted(listed: SeverityCounts, model: ReportModel): SeverityCounts {
  const blocking: Record<Severity, number> = { ...countedToBlock(model) };
  for (const severity of severities) blocking[severity] += listed[severity];
  return blocking;
}

/** Findings that block and are only counted. In a partial result none does. */
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

/** Every report counts the same findings, and there may be many. */
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
