/** Decides when to poll a scan next. Pure, so `bench/polling.ts` can replay recorded scans. */

/** The progress in one answer of the service. */
export interface SeenProgress {
  /** Milliseconds since the wait began. */
  readonly atMs: number;
  /** `null` while the scan is queued. */
  readonly percentage: number | null;
}

const shortestMs = 2_500;
/** Longest pause in the queue, and without progress: the end may come at any time. */
const longestStillMs = 12_500;
/** Longest pause while the scan advances, so that its end can be estimated. */
const longestMs = 30_000;
/** The pause as a part of the estimated time left: few polls reach the end. */
const partOfTimeLeft = 0.6;
/** The pause as a part of the time without progress. */
const partOfTimeStill = 0.1;

/**
 * The pause before the next poll, in milliseconds, for `poll-interval: auto`.
 *
 * While the scan advances, the pause is a bit more than half of the estimated time left. In the queue, and without
 * progress, the pause grows with the time since the last change.
 *
 * @param seen all answers so far, oldest first
 */
export function nextPauseMs(seen: readonly SeenProgress[]): number {
  const last = seen.at(-1);
  if (last === undefined || (last.percentage ?? 0) >= 100) return shortestMs;
  const timeLeftMs = estimateTimeLeftMs(seen);
  if (timeLeftMs === null) return clamp(stillForMs(seen) * partOfTimeStill, longestStillMs);
  return clamp(timeLeftMs * partOfTimeLeft, longestMs);
}

/** Estimated time left at the speed of recent progress, in milliseconds; `null` while it cannot be estimated. */
export function estimateTimeLeftMs(seen: readonly SeenProgress[]): number | null {
  const last = seen.at(-1);
  const first = seen.slice(-4).find(({ percentage }) => percentage !== null);
  if (last === undefined || last.percentage === null || first === undefined || first.percentage === null)
    return null;
  const moved = last.percentage - first.percentage;
  if (moved <= 0) return null;
  return Math.max(0, ((100 - last.percentage) * (last.atMs - first.atMs)) / moved);
}

/** How long the percentage has not changed. */
function stillForMs(seen: readonly SeenProgress[]): number {
  const last = seen.at(-1);
  const moved = seen.findLast(({ percentage }) => percentage !== last?.percentage);
  return (last?.atMs ?? 0) - (moved?.atMs ?? 0);
}

function clamp(pauseMs: number, mostMs: number): number {
  return Math.min(mostMs, Math.max(shortestMs, Math.round(pauseMs)));
}
