import { fieldsOf, isMapping } from '../core/fields.ts';
import { noFindings, type Severity, type SeverityCounts, severityNamed } from '../core/severity.ts';
import { fewFields, maxParts } from '../service/list-limits.ts';
import type { WireScanResult } from '../service/wire.ts';
import type { Finding, ReadFindings, Unreadable } from './findings.ts';
import type { Assessment, JudgedFinding } from './verdict.ts';

export interface ReadCounts {
  /** Findings that the summary counts but the list does not have. */
  readonly unlisted: SeverityCounts;
  /** Listed and unlisted findings together. */
  readonly counts: SeverityCounts;
  readonly unreadable: Unreadable | null;
}

/**
 * Compares `issuesSummary` with the listed findings. For each severity the higher number counts (`docs/contract.md`,
 * promise 1), copies included. An unknown severity is compared with the findings of that severity. Unlisted ones count as critical,
 * because nothing else is known of them.
 */
export function readCounts(
  summary: WireScanResult['issuesSummary'],
  { findings, copies }: Pick<ReadFindings, 'findings' | 'copies'>,
): ReadCounts {
  const counts: Record<Severity, number> = { ...countBySeverity(findings) };
  const unlisted: Record<Severity, number> = { ...noFindings };
  const listedWords = countByWord([...findings, ...copies]);
  const words = Object.entries(fieldsOf(summary));
  let unreadable: Unreadable | null = null;
  if (!isMapping(summary)) unreadable = { where: 'issuesSummary', expected: 'an object of counts' };
  if (words.length > maxParts) unreadable = { where: 'issuesSummary', expected: fewFields };
  const counted = new Map<string, number>();
  for (const [word, count] of words) {
    if (isCount(count)) addTo(counted, word, count);
    else unreadable ??= { where: `issuesSummary.${word}`, expected: 'a count' };
  }
  for (const [word, count] of counted) {
    const severity = severityNamed(word) ?? 'critical';
    const more = Math.max(0, count - (listedWords.get(word) ?? 0));
    unlisted[severity] += more;
    counts[severity] += more;
  }
  return { unlisted, counts, unreadable };
}

/** Letter case makes no other severity. */
function addTo(counts: Map<string, number>, word: string, count: number): void {
  const key = word.toLowerCase();
  counts.set(key, (counts.get(key) ?? 0) + count);
}

/** How many findings have each severity, in the service's words. */
function countByWord(findings: readonly Finding[]): ReadonlyMap<string, number> {
  const words = new Map<string, number>();
  for (const { unknownSeverity, severity } of findings) addTo(words, unknownSeverity ?? severity, 1);
  return words;
}

/** How many of `findings` of each severity have each status. */
export function countByStatus(findings: readonly JudgedFinding[]): Assessment['byStatus'] {
  const listed = Map.groupBy(findings, ({ status }) => status);
  const of = (status: JudgedFinding['status']) =>
    countBySeverity((listed.get(status) ?? []).map(({ finding }) => finding));
  return { blocking: of('blocking'), passing: of('passing'), known: of('known'), ignored: of('ignored') };
}

export function countBySeverity(findings: readonly Finding[]): SeverityCounts {
  const counts: Record<Severity, number> = { ...noFindings };
  for (const finding of findings) counts[finding.severity] += 1;
  return counts;
}

/** True for a whole number that is not negative. */
export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** True for a valid total, and for none. Another value could hide findings that nothing else counts. */
export function isTotal(total: unknown): boolean {
  return total === undefined || total === null || isCount(total);
}

/** The service's total if it is higher than the number of all that was `found`; else `null`. */
export function uncountedTotal(total: unknown, found: number): number | null {
  return typeof total === 'number' && total > found ? total : null;
}
