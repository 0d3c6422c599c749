import { fieldsOf } from '../core/fields.ts';
import {
  noFindings,
  type Severity,
  type SeverityCounts,
  severities,
  severityNamed,
} from '../core/severity.ts';
import { shownDuration } from '../core/time.ts';
import { estimateRestMs, type Sighting } from './poll-schedule.ts';

const barLength = 20;

/**
 * A line of the log with the progress of the scan: bar, percentage, time elapsed, estimated time left, and findings.
 *
 * @param summary the `issuesSummary` of a partial result, unchecked
 */
export function progressLine(sightings: readonly Sighting[], summary: unknown): string {
  const last = sightings.at(-1);
  if (last === undefined) return '';
  const elapsed = shownDuration(last.atMs);
  if (last.percentage === null) return `Waiting in the service's queue, ${elapsed} elapsed`;
  const done = Math.min(barLength, Math.floor((last.percentage / 100) * barLength));
  const bar = `[${'#'.repeat(done)}${'.'.repeat(barLength - done)}]`;
  const restMs = estimateRestMs(sightings);
  const left = restMs === null || last.percentage >= 100 ? '' : `, about ${shownDuration(restMs)} left`;
  return `${bar} ${last.percentage.toFixed(0).padStart(3)} %  ${elapsed} elapsed${left}${findingsSoFar(summary)}`;
}

function findingsSoFar(summary: unknown): string {
  const counts = countsSoFar(summary);
  const parts = severities
    .filter((severity) => counts[severity] > 0)
    .map((severity) => {
      const word = severity === 'warning' && counts[severity] !== 1 ? 'warnings' : severity;
      return `${counts[severity]} ${word}`;
    });
  return parts.length === 0 ? '' : `, so far ${parts.join(', ')}`;
}

/**
 * The findings that a partial result counts, without values that are no count. @param summary its `issuesSummary`, unchecked
 */
export function countsSoFar(summary: unknown): SeverityCounts {
  const counts: Record<Severity, number> = { ...noFindings };
  for (const [word, count] of Object.entries(fieldsOf(summary))) {
    const severity = severityNamed(word);
    if (severity !== null && typeof count === 'number' && count > 0) counts[severity] += count;
  }
  return counts;
}
