/**
 * When to ask next how far a scan is. Pure: it knows only what was seen, so that it can be replayed on traces
 * (`bench/polling.ts`).
 */

/** One answer of the service. */
export interface Sighting {
  /** Milliseconds since the waiting began. */
  readonly atMs: number;
  /** `null` while the scan waits in the queue. */
  readonly percentage: number | null;
}

const shortestMs = 2_500;
/** Where the scan advances steadily, its end can be foreseen; else it may come at any time. */
const longestSteadyMs = 30_000;
const longestMs = 12_500;
/** How much of the estimated rest is slept through: that comes close to the end in few steps. */
const share = 0.6;
/** Of the time that nothing has moved, how much more to wait. */
const patience = 0.1;
/** Recent speeds within this factor of the overall one are steady. */
const steadiness = 2;

/**
 * The pause before the next poll, in milliseconds, for `poll-interval: auto`.
 *
 * While the scan advances it is somewhat more than half of the estimated rest. In the queue, and where progress stands still, it grows with
 * the time that nothing has moved.
 *
 * @param sightings all answers so far, oldest first
 */
export function nextPauseMs(sightings: readonly Sighting[]): number {
  const last = sightings.at(-1);
  if (last === undefined || (last.percentage ?? 0) >= 100) return shortestMs;
  const restMs = estimateRestMs(sightings);
  if (restMs === null) return clamp(stillForMs(sightings) * patience, longestMs);
  return clamp(restMs * share, isSteady(sightings) ? longestSteadyMs : longestMs);
}

/**
 * How long the scan will still take at the speed of its recent progress, in milliseconds; `null` while nobody can know.
 */
export function estimateRestMs(sightings: readonly Sighting[]): number | null {
  const speed = speedSince(sightings, sightings.slice(-4));
  const last = sightings.at(-1)?.percentage ?? null;
  return speed === null || last === null ? null : Math.max(0, (100 - last) / speed);
}

/** Percent per millisecond from the first of `since` to the last sighting; `null` where nothing moved. */
function speedSince(sightings: readonly Sighting[], since: readonly Sighting[]): number | null {
  const last = sightings.at(-1);
  const first = since.find(({ percentage }) => percentage !== null);
  if (last === undefined || last.percentage === null || first === undefined || first.percentage === null)
    return null;
  const moved = last.percentage - first.percentage;
  return moved > 0 ? moved / (last.atMs - first.atMs) : null;
}

function isSteady(sightings: readonly Sighting[]): boolean {
  const overall = speedSince(sightings, sightings);
  const recent = speedSince(sightings, sightings.slice(-4));
  if (overall === null || recent === null) return false;
  return recent < overall * steadiness && overall < recent * steadiness;
}

/** How long the last answer has been the same. */
function stillForMs(sightings: readonly Sighting[]): number {
  const last = sightings.at(-1);
  const moved = sightings.findLast(({ percentage }) => percentage !== last?.percentage);
  return (last?.atMs ?? 0) - (moved?.atMs ?? 0);
}

function clamp(pauseMs: number, mostMs: number): number {
  return Math.min(mostMs, Math.max(shortestMs, Math.round(pauseMs)));
}
