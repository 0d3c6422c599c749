/** Decides when a request to GitHub is sent again. */

import type { Log, StagePorts } from '../core/ports.ts';
import { readRetryAfter } from '../core/time.ts';
import { type ApiError, apiErrorOf, isRateLimit } from './api-error.ts';

/** The longest rate limit that is waited for, in milliseconds. */
const longestRateLimitMs = 60_000;

/** Pauses before the second and the third try, in milliseconds. A rate limit has a pause of its own. */
const pausesMs = [1_000, 4_000];

/**
 * Marks the error of an operation that is not tried again. Without the mark, a failed read would be tried three times
 * by itself and three times by the write around it.
 */
const triedOut = Symbol('tried out');

/**
 * Runs `operation` up to three times: again if GitHub fails or asks to wait, or if its answer is lost.
 *
 * @param operation reads, or reads what is there and then writes. It must read in every try, because an earlier try may
 *   have written although its answer was lost, and because a newer run may have written meanwhile
 * @throws what the last try throws
 */
export async function withRetries<T>(
  operation: () => Promise<T>,
  { clock, log, signal }: Pick<StagePorts, 'clock' | 'signal'> & { readonly log: Pick<Log, 'info'> },
): Promise<T> {
  for (let pauseCount = 0; ; pauseCount += 1) {
    try {
      return await operation();
    } catch (error) {
      const pauseMs = pausesMs[pauseCount];
      if (!(error instanceof Error)) throw error;
      const isLast = pauseMs === undefined || signal.aborted || triedOut in error;
      const waitMs = isLast ? null : gitHubPause(error, pauseMs, clock.now());
      if (waitMs === null) throw Object.assign(error, { [triedOut]: true });
      log.info(`GitHub did not take a request: trying again in ${Math.ceil(waitMs / 1000)} s`);
      await clock.sleep(waitMs, signal);
    }
  }
}

/**
 * The pause before the next try, in milliseconds; `null` if another try would not help.
 *
 * @param pauseMs the pause, unless a rate limit sets another
 */
function gitHubPause(error: Error, pauseMs: number, nowMs: number): number | null {
  const apiError = apiErrorOf(error);
  // An error of octokit has a status even if there was no answer. An error without a status is not from a request.
  if (apiError === null) return 'status' in error ? pauseMs : null;
  if (apiError.status >= 500) return pauseMs;
  // GitHub has not stored everywhere yet what was just created.
  if (apiError.status === 422 && /could not resolve to a node/i.test(apiError.message)) return pauseMs;
  const leftMs = isRateLimit(apiError) ? rateLimitLeftMs(apiError, nowMs) : Number.POSITIVE_INFINITY;
  return leftMs <= longestRateLimitMs ? leftMs : null;
}

/** How long the rate limit lasts, in milliseconds. A minute if GitHub does not say, as with some secondary limits. */
function rateLimitLeftMs({ headers }: ApiError, nowMs: number): number {
  const afterMs = readRetryAfter(headers['retry-after'], nowMs);
  if (afterMs !== null) return afterMs;
  if (headers['x-ratelimit-remaining'] !== '0') return longestRateLimitMs;
  return Math.max(0, Number(headers['x-ratelimit-reset']) * 1000 - nowMs) + 1000;
}
