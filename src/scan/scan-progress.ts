/** How far a running scan is, and what it has found so far. */

import { fieldsOf } from '../core/fields.ts';
import {
  noFindings,
  type Severity,
  type SeverityCounts,
  severities,
  severityNamed,
} from '../core/severity.ts';
import { shownDuration } from '../core/time.ts';

/** The progress of a scan that has not ended. */
export interface ScanProgress {
  /** `null` while the scan is queued. */
  readonly percentage: number | null;
  /** Since the wait began, in milliseconds. */
  readonly elapsedMs: number;
  /** Estimated time left, in milliseconds; `null` while it cannot be estimated. */
  readonly timeLeftMs: number | null;
  /** What the scan has found so far, as the service counts it; `null` while it is queued. */
  readonly counts: SeverityCounts | null;
}

const barLength = 20;

/**
 * A line of the log with the progress of the scan: bar, percentage, time elapsed, estimated time left, and findings.
 */
export function progressLine({ percentage, elapsedMs, timeLeftMs, counts }: ScanProgress): string {
  const elapsed = shownDuration(elapsedMs);
  if (percentage === null) return `Waiting in the service's queue, ${elapsed} elapsed`;
  const filledLength = Math.min(barLength, Math.floor((percentage / 100) * barLength));
  const bar = `[${'#'.repeat(filledLength)}${'.'.repeat(barLength - filledLength)}]`;
  const left = timeLeftMs === null || percentage >= 100 ? '' : `, about ${shownDuration(timeLeftMs)} left`;
  const findings = counts === null ? '' : findingsSoFar(counts);
  return `${bar} ${percentage.toFixed(0).padStart(3)} %  ${elapsed} elapsed${left}${findings}`;
}

function findingsSoFar(counts: SeverityCounts): string {
  const countTexts = severities
    .filter((severity) => counts[severity] > 0)
    .map((severity) => {
      const word = severity === 'warning' && counts[severity] !== 1 ? 'warnings' : severity;
      return `${counts[severity]} ${word}`;
    });
  return countTexts.length === 0 ? '' : `, so far ${countTexts.join(', ')}`;
}

/**
 * The findings that a partial result counts. A value that is no count is left out.
 *
 * @param summary the `issuesSummary` of the result, unchecked
 */
export function countsSoFar(summary: unknown): SeverityCounts {
  const counts: Record<Severity, number> = { ...noFindings };
  for (const [word, count] of Object.entries(fieldsOf(summary))) {
    const severity = severityNamed(word);
    if (severity !== null && typeof count === 'number' && count > 0) counts[severity] += count;
  }
  return counts;
}
