/** Counts findings from the service's summary and from its list. */

import type { UnreadableField } from '../core/problem.ts';
import { parseSeverity, type Severity, type SeverityCounts, zeroCounts } from '../core/severity.ts';
import { fieldsOf, isCount, isMapping } from '../core/values.ts';
import type { WireScanResult } from '../service/wire.ts';
import type { JudgedFinding, Judgement } from './judgement.ts';
import type { Finding } from './read-findings.ts';

/**
 * Compares `issuesSummary` with the listed findings. For each severity the higher number counts (`docs/contract.md`, No
 * pass without a trustworthy scan). For example, if the summary is `{ high: 3 }` and the list has two high findings,
 * there is one unlisted high finding. The summary may count a word that is none of the five severities. That count is
 * compared with the findings that have the same word. If the summary counts more, the difference is unlisted and counts
 * as critical. A finding with a word that the summary does not have is compared by its derived severity.
 */
export function reconcileCounts(summary: WireScanResult['issuesSummary'], findings: readonly Finding[]) {
  const counts: Record<Severity, number> = { ...countBySeverity(findings) };
  const unlisted: Record<Severity, number> = { ...zeroCounts };
  const summaryByWord = sumByWord(
    Object.entries(fieldsOf(summary)).filter((entry): entry is [string, number] => isCount(entry[1])),
  );
  const wordOf = ({ unknownSeverity, severity }: Finding) =>
    unknownSeverity !== null && summaryByWord.has(unknownSeverity.toLowerCase()) ? unknownSeverity : severity;
  const listedByWord = sumByWord(findings.map((finding) => [wordOf(finding), 1]));
  for (const [word, count] of summaryByWord) {
    const severity = parseSeverity(word) ?? 'critical';
    const unlistedCount = Math.max(0, count - (listedByWord.get(word) ?? 0));
    unlisted[severity] += unlistedCount;
    counts[severity] += unlistedCount;
  }
  return {
    /** Listed and unlisted findings together. */
    counts,
    /** Findings that the summary counts but the list does not have. */
    unlisted,
    /** The first part of the summary that is not well-formed, or `null`. */
    unreadable: isMapping(summary)
      ? wrongCountIn('issuesSummary', summary)
      : { path: 'issuesSummary', expected: 'an object of counts' },
  };
}

/**
 * The higher of the two totals of a result that are not by severity: `issuesSummaryTotal` and the sum of
 * `issuesCategoriesSummary`. One that is missing counts as 0. One that is not well-formed is `unreadable`, because it
 * could hide findings that nothing else counts.
 */
export function highestTotal(result: WireScanResult): { count: number; unreadable: UnreadableField | null } {
  const { issuesSummaryTotal: total = null, issuesCategoriesSummary: categories = null } = result;
  const categoryCounts = Object.values(fieldsOf(categories)).filter(isCount);
  const inCategories = categoryCounts.reduce((sum, count) => sum + count, 0);
  const count = Math.max(isCount(total) ? total : 0, inCategories);
  if (total !== null && !isCount(total))
    return { count, unreadable: { path: 'issuesSummaryTotal', expected: 'the number of findings' } };
  if (categories !== null && !isMapping(categories))
    return { count, unreadable: { path: 'issuesCategoriesSummary', expected: 'an object of counts' } };
  return { count, unreadable: wrongCountIn('issuesCategoriesSummary', fieldsOf(categories)) };
}

function wrongCountIn(path: string, counts: Readonly<Record<string, unknown>>): UnreadableField | null {
  const [wrong] = Object.entries(counts).find(([, count]) => !isCount(count)) ?? [];
  return wrong === undefined ? null : { path: `${path}.${wrong}`, expected: 'a count' };
}

/** Adds up the counts of each word, in lower case, because letter case does not matter. */
function sumByWord(
  numbers: readonly (readonly [word: string, count: number])[],
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const [word, count] of numbers)
    sums.set(word.toLowerCase(), (sums.get(word.toLowerCase()) ?? 0) + count);
  return sums;
}

/** Counts `findings` by status and severity. */
export function countByStatus(findings: readonly JudgedFinding[]): Judgement['countsByStatus'] {
  const none = (): Record<Severity, number> => ({ ...zeroCounts });
  const counts = { blocking: none(), passing: none(), known: none(), ignored: none() };
  for (const { status, finding } of findings) counts[status][finding.severity] += 1;
  return counts;
}

/**
 * The number of checks performed: the lower of `totalChecked` and the field of the same meaning in `information`.
 * `null` if both are missing, or if one of them is not a valid count.
 */
export function countChecks(result: WireScanResult): number | null {
  const counts = [result.totalChecked, result.information?.total_checked].filter(
    (checks) => checks !== undefined && checks !== null,
  );
  return counts.length > 0 && counts.every(isCount) ? Math.min(...counts) : null;
}

export function countBySeverity(findings: readonly Finding[]): SeverityCounts {
  const counts: Record<Severity, number> = { ...zeroCounts };
  for (const finding of findings) counts[finding.severity] += 1;
  return counts;
}
