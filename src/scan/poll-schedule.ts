/** Decides when to poll a scan next. Pure, so `bench/polling.ts` can replay recorded scans. */

/** The progress in one answer of the service. */
export interface Sighting {
  /** Milliseconds since the wait began. */
  readonly atMs: number;
  /** `null` while the scan is queued. */
  readonly percentage: number | null;
}

const shortestMs = 2_500;
const longestMs = 12_500;
/** For a scan that advances steadily, whose end can be predicted. */
const longestSteadyMs = 30_000;
/** The part of the estimated time left to wait for: this reaches the end in few steps. */
const share = 0.6;
/** The part of the time without progress to wait for. */
const patience = 0.1;
/** Progress is steady if the recent and the overall speed differ by less than this factor. */
const steadiness = 2;

/**
 * The pause before the next poll, in milliseconds, for `poll-interval: auto`.
 *
 * While the scan advances, it is a bit more than half of the estimated time left. In the queue, and without progress, it
 * grows with the time that nothing has changed.
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

/** Estimated time left at the speed of recent progress, in milliseconds; `null` while it cannot be estimated. */
export function estimateRestMs(sightings: readonly Sighting[]): number | null {
  const speed = speedSince(sightings, sightings.slice(-4));
  const last = sightings.at(-1)?.percentage ?? null;
  return speed === null || last === null ? null : Math.max(0, (100 - last) / speed);
}

/** Percent per millisecond from the first of `since` to the last sighting; `null` without progress. */
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

/** How long the percentage has not changed. */
function stillForMs(sightings: readonly Sighting[]): number {
  const last = sightings.at(-1);
  const moved = sightings.findLast(({ percentage }) => percentage !== last?.percentage);
  return (last?.atMs ?? 0) - (moved?.atMs ?? 0);
}

function clamp(pauseMs: number, mostMs: number): number {
  return Math.min(mostMs, Math.max(shortestMs, Math.round(pauseMs)));
}
