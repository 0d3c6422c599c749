import { fieldsOf } from '../core/json.ts';
import { severities } from '../core/severity.ts';
import { estimateRestMs, type Sighting } from './poll-schedule.ts';

const barLength = 20;

/** `1h 05m`, `2m 10s` or `45s`. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const [hours, minutes, rest] = [
    Math.floor(seconds / 3600),
    Math.floor((seconds % 3600) / 60),
    seconds % 60,
  ];
  const two = (value: number) => String(value).padStart(2, '0');
  if (hours > 0) return `${hours}h ${two(minutes)}m`;
  return minutes > 0 ? `${minutes}m ${two(rest)}s` : `${rest}s`;
}

/**
 * A line of the log with the progress of the scan: bar, percentage, time elapsed, estimated time left, and findings.
 *
 * @param summary the `issuesSummary` of a partial result, unchecked
 */
export function progressLine(sightings: readonly Sighting[], summary: unknown): string {
  const last = sightings.at(-1);
  if (last === undefined) return '';
  const elapsed = `${formatDuration(last.atMs)} elapsed`;
  if (last.percentage === null) return `Waiting in the service's queue, ${elapsed}`;
  const done = Math.min(barLength, Math.floor((last.percentage / 100) * barLength));
  const bar = `[${'#'.repeat(done)}${'.'.repeat(barLength - done)}]`;
  const restMs = estimateRestMs(sightings);
  const left = restMs === null || last.percentage >= 100 ? '' : `, about ${formatDuration(restMs)} left`;
  return `${bar} ${last.percentage.toFixed(0).padStart(3)} %  ${elapsed}${left}${findingsSoFar(summary)}`;
}

function findingsSoFar(summary: unknown): string {
  const counts = fieldsOf(summary);
  const parts = severities.flatMap((severity) => {
    const count = counts[severity];
    return typeof count === 'number' && count > 0 ? [`${count} ${severity}`] : [];
  });
  return parts.length === 0 ? '' : `, so far ${parts.join(', ')}`;
}
