/**
 * When to ask next how far a scan is. Pure: it knows only what was seen, so that it can be replayed on traces.
 */

/** One answer of the service. */
export interface Sighting {
  /** Milliseconds since the waiting began. */
  readonly atMs: number;
  /** `null` while the scan waits in the queue. */
  readonly percentage: number | null;
}

const shortestMs = 2_000;
const longestMs = 30_000;
/** How much of the estimated rest is slept through: halving it comes close to the end in few steps. */
const share = 0.5;

/**
 * The pause before the next poll, in milliseconds, for `poll-interval: auto`.
 *
 * In the queue, and where progress stands still, it grows with the time that has passed; while the scan advances it is
 * half of the estimated rest.
 *
 * @param sightings all answers so far, oldest first
 */
export function nextPauseMs(sightings: readonly Sighting[]): number {
  const last = sightings.at(-1);
  if (last === undefined) return shortestMs;
  if (last.percentage !== null && last.percentage >= 100) return shortestMs;
  const restMs = estimateRestMs(sightings);
  return clamp(restMs === null ? last.atMs * 0.1 : restMs * share);
}

/**
 * How long the scan will still take at the speed of its recent progress, in milliseconds; `null` while nobody can know.
 */
export function estimateRestMs(sightings: readonly Sighting[]): number | null {
  const last = sightings.at(-1);
  if (last === undefined || last.percentage === null) return null;
  const recent = sightings
    .slice(-5)
    .find((sighting) => sighting.percentage !== null && sighting.percentage < (last.percentage ?? 0));
  if (recent === undefined || recent.percentage === null) return null;
  const speed = (last.percentage - recent.percentage) / (last.atMs - recent.atMs);
  return Math.max(0, (100 - last.percentage) / speed);
}

function clamp(pauseMs: number): number {
  return Math.min(longestMs, Math.max(shortestMs, Math.round(pauseMs)));
}
