/**
 * When a scan is polled next, and how long it may still take. Pure, so `bench/polling.ts` can replay recorded scans.
 */

/** The progress in one answer of the service. */
export interface ProgressSample {
  /** Milliseconds since the wait began. */
  readonly atMs: number;
  /** `null` while the scan is queued. */
  readonly percentage: number | null;
}

const minPauseMs = 2_500;
/** Longest pause in the queue, and without progress: the end may come at any time. */
const maxPauseWithoutProgressMs = 12_500;
/** Longest pause while the scan advances, so that its end can be estimated. */
const maxPauseMs = 30_000;
/** The pause as a part of the estimated time left: few polls reach the end. */
const shareOfTimeLeft = 0.6;
/** The pause as a part of the time without progress. */
const shareOfTimeWithoutProgress = 0.1;

/**
 * The pause before the next poll, in milliseconds, for `poll-interval: auto`.
 *
 * While the scan advances, the pause is a bit more than half of the estimated time left. In the queue, and without
 * progress, the pause grows with the time since the last change.
 *
 * @param samples all answers so far, oldest first
 */
export function nextPauseMs(samples: readonly ProgressSample[]): number {
  const last = samples.at(-1);
  if (last === undefined || (last.percentage ?? 0) >= 100) return minPauseMs;
  const timeLeftMs = estimateTimeLeftMs(samples);
  const [pauseMs, limitMs] =
    timeLeftMs === null
      ? [timeWithoutProgressMs(samples) * shareOfTimeWithoutProgress, maxPauseWithoutProgressMs]
      : [timeLeftMs * shareOfTimeLeft, maxPauseMs];
  return Math.min(limitMs, Math.max(minPauseMs, Math.round(pauseMs)));
}

/** Estimated time left at the speed of recent progress, in milliseconds; `null` while it cannot be estimated. */
export function estimateTimeLeftMs(samples: readonly ProgressSample[]): number | null {
  const last = samples.at(-1);
  const first = samples.slice(-4).find(({ percentage }) => percentage !== null);
  if (last === undefined || last.percentage === null || first === undefined || first.percentage === null)
    return null;
  const advance = last.percentage - first.percentage;
  if (advance <= 0) return null;
  return Math.max(0, ((100 - last.percentage) * (last.atMs - first.atMs)) / advance);
}

/** How long the percentage has not changed. */
function timeWithoutProgressMs(samples: readonly ProgressSample[]): number {
  const last = samples.at(-1);
  const lastOther = samples.findLast(({ percentage }) => percentage !== last?.percentage);
  return (last?.atMs ?? 0) - (lastOther?.atMs ?? 0);
}
