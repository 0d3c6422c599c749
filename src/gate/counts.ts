import {
  isSeverity,
  noFindings,
  type Severity,
  type SeverityCounts,
  severities,
  sumCounts,
} from '../core/severity.ts';
import type { WireScanResult } from '../service/schema.ts';
import type { Finding, Unreadable } from './findings.ts';

export interface ReadCounts {
  /** Findings the summary counts beyond the listed ones, by severity. */
  readonly unlisted: SeverityCounts;
  /** Listed and unlisted together. */
  readonly counts: SeverityCounts;
  readonly unreadable: Unreadable | null;
}

/**
 * Lays `issuesSummary` beside the listed findings: for each severity the higher number stands (`contract.md`, promise 1).
 * A severity that is none of the five is matched with findings of the same word; what is left of it is critical, since
 * nothing places it.
 */
export function readCounts(
  summary: WireScanResult['issuesSummary'],
  findings: readonly Finding[],
): ReadCounts {
  const listed = countBySeverity(findings);
  if (typeof summary !== 'object' || summary === null || Array.isArray(summary)) {
    return {
      unlisted: noFindings,
      counts: listed,
      unreadable: { where: 'issuesSummary', expected: 'an object of counts' },
    };
  }
  const listedWords = countWords(findings);
  const unlisted: Record<Severity, number> = { ...noFindings };
  let unreadable: Unreadable | null = null;
  for (const [word, count] of Object.entries(summary)) {
    if (typeof count !== 'number' || !Number.isSafeInteger(count) || count < 0) {
      unreadable ??= { where: `issuesSummary.${word}`, expected: 'a count' };
    } else {
      unlisted[isSeverity(word) ? word : 'critical'] += Math.max(0, count - (listedWords.get(word) ?? 0));
    }
  }
  return { unlisted, counts: addCounts(listed, unlisted), unreadable };
}

/** How often each word stands as severity, as the service spelled it. */
function countWords(findings: readonly Finding[]): ReadonlyMap<string, number> {
  const words = new Map<string, number>();
  for (const { unknownSeverity, severity } of findings) {
    const word = unknownSeverity ?? severity;
    words.set(word, (words.get(word) ?? 0) + 1);
  }
  return words;
}

export function countBySeverity(findings: readonly Finding[]): SeverityCounts {
  const counts: Record<Severity, number> = { ...noFindings };
  for (const finding of findings) counts[finding.severity] += 1;
  return counts;
}

/** Both counts together. */
function addCounts(a: SeverityCounts, b: SeverityCounts): SeverityCounts {
  const sum: Record<Severity, number> = { ...a };
  for (const severity of severities) sum[severity] += b[severity];
  return sum;
}

/** True for a total that can be read, and for none: it may show findings that nothing else does, so nothing is guessed. */
export function isTotal(total: unknown): boolean {
  return total === undefined || total === null || (typeof total === 'number' && Number.isSafeInteger(total));
}

/** The total that the service gives, where it exceeds all that is counted; `null` where it does not, or is absent. */
export function uncountedTotal(total: unknown, counts: SeverityCounts): number | null {
  return typeof total === 'number' && total > sumCounts(counts) ? total : null;
}
