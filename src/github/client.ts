import type { Log } from '../ports.ts';
import { githubFetch } from './fetch.ts';

/** Where GitHub is, and as whom we speak to it. */
export interface GitHubAccess {
  readonly token: string;
  readonly apiUrl: string;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** How long the comment may take as a whole, in milliseconds: rate limits, silences and repetitions included. */
export const commentLimitMs = 300_000;

/** Both rate limits are waited out for this long at most, and twice. */
const maxWaitSeconds = 60;
const maxWaits = 2;
/** Reads and updates are asked for three times, within about five seconds unless GitHub is silent. */
const maxRetries = 2;
/** Answers that stay the same, and 429, which tells itself how long to wait and is left to the throttling. */
const notRepeated = [400, 401, 403, 404, 410, 422, 429, 451];

/**
 * A client of GitHub's REST API that repeats reads and waits out rate limits. Loaded only where GitHub is asked for
 * something, since loading takes longer than all the rest of a run.
 */
export async function connectGitHub({ token, apiUrl, log, signal }: GitHubAccess) {
  const [{ getOctokit }, { retry }, { throttling }] = await Promise.all([
    import('@actions/github'),
    import('@octokit/plugin-retry'),
    import('@octokit/plugin-throttling'),
  ]);
  const waitOut = (retryAfter: number, options: object, _octokit: unknown, retryCount: number): boolean => {
    const again = retryAfter <= maxWaitSeconds && retryCount < maxWaits;
    const path = 'url' in options ? String(options.url) : '';
    log.info(
      `GitHub's rate limit is reached (${path}): ${again ? `waiting ${retryAfter} s` : `it lasts ${retryAfter} s, not waiting`}`,
    );
    return again;
  };
  return getOctokit(
    token,
    {
      baseUrl: apiUrl,
      userAgent: 'scan-gate',
      log: {
        debug: () => {},
        info: () => {},
        warn: (message: string) => log.debug(message),
        error: (message: string) => log.debug(message),
      },
      request: {
        signal,
        fetch: (url: string, init: RequestInit) => githubFetch(url, init, (line) => log.debug(line)),
      },
      retry: { retries: maxRetries, doNotRetry: notRepeated },
      throttle: { onRateLimit: waitOut, onSecondaryRateLimit: waitOut },
    },
    retry,
    throttling,
  );
}

export type GitHub = Awaited<ReturnType<typeof connectGitHub>>;
