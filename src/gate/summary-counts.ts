/** Counts findings from the service's summary and from its list. */

import { fieldsOf, isCount, isMapping } from '../core/fields.ts';
import type { UnreadableField } from '../core/problem.ts';
import { noFindings, type Severity, type SeverityCounts, severityNamed } from '../core/severity.ts';
import { expectedFields, maxShortList } from '../service/list-limits.ts';
import type { WireScanResult } from '../service/wire.ts';
import type { Finding } from './findings.ts';
import type { Assessment, JudgedFinding } from './verdict.ts';

/**
 * Compares `issuesSummary` with the listed findings. A finding under several types counts once for each type. For each
 * severity the higher number counts (`docs/contract.md`, promise 1, a trustworthy scan). For example, if the summary is
 * `{ high: 3 }` and the list has two high findings, there is one unlisted high finding. The summary may count a word
 * that is none of the five severities. That count is compared with the findings that have the same word. If the summary
 * counts more, the difference is unlisted and counts as critical.
 */
export function readSummaryCounts(
  summary: WireScanResult['issuesSummary'],
  { findings, repeatedUnderTypes }: Readonly<Record<'findings' | 'repeatedUnderTypes', readonly Finding[]>>,
) {
  const counts: Record<Severity, number> = { ...countBySeverity(findings) };
  const unlisted: Record<Severity, number> = { ...noFindings };
  const entries = [...findings, ...repeatedUnderTypes];
  const listed = sumByWord(entries.map(({ unknownSeverity, severity }) => [unknownSeverity ?? severity, 1]));
  const counted = Object.entries(fieldsOf(summary)).filter((entry): entry is [word: string, count: number] =>
    isCount(entry[1]),
  );
  for (const [word, count] of sumByWord(counted)) {
    const severity = severityNamed(word) ?? 'critical';
    const unlistedCount = Math.max(0, count - (listed.get(word) ?? 0));
    unlisted[severity] += unlistedCount;
    counts[severity] += unlistedCount;
  }
  return {
    /** Listed and unlisted findings together. */
    counts,
    /** Findings that the summary counts but the list does not have. */
    unlisted,
    /** The first part of the summary that is not well-formed, or `null`. */
    unreadable: unreadableSummary(summary),
  };
}

function unreadableSummary(summary: unknown): UnreadableField | null {
  if (!isMapping(summary)) return { path: 'issuesSummary', expected: 'an object of counts' };
  const words = Object.entries(summary);
  if (words.length > maxShortList) return { path: 'issuesSummary', expected: expectedFields };
  const [wrong] = words.find(([, count]) => !isCount(count)) ?? [];
  return wrong === undefined ? null : { path: `issuesSummary.${wrong}`, expected: 'a count' };
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
export function countByStatus(findings: readonly JudgedFinding[]): Assessment['countsByStatus'] {
  const none = (): Record<Severity, number> => ({ ...noFindings });
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
  const counts: Record<Severity, number> = { ...noFindings };
  for (const finding of findings) counts[finding.severity] += 1;
  return counts;
}
