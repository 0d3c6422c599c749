import type { Log } from '../core/ports.ts';

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

/** How long GitHub may be silent, before the headers or within the body (`contract.md`, promise 7). */
const silenceMs = 30_000;
/** A page of 100 comments of 65,536 characters each is about 26 MB. */
const maxBytes = 64 * 1024 * 1024;

/**
 * `fetch` for octokit, which has no bound of its own: it gives up an answer that stays silent or never ends.
 *
 * @param tell hears of each request: method, path without query, status, milliseconds and size
 * @returns the answer with its whole body read
 * @throws Error that names the silence or the size; else what `fetch` throws
 */
export async function githubFetch(
  url: string,
  init: RequestInit,
  tell: (line: string) => void,
): Promise<Response> {
  const startedMs = performance.now();
  let bytes = 0;
  const told = (outcome: string | number) => {
    const tookMs = Math.round(performance.now() - startedMs);
    const path = URL.parse(url)?.pathname ?? '';
    tell(`GitHub: ${init.method ?? 'GET'} ${path} → ${outcome}, ${tookMs} ms, ${bytes} bytes`);
  };
  const given = new AbortController();
  const timer = setTimeout(
    () => given.abort(new Error(`GitHub was silent for ${silenceMs / 1000} s`)),
    silenceMs,
  );
  const signal = init.signal ? AbortSignal.any([init.signal, given.signal]) : given.signal;
  try {
    const response = await fetch(url, { ...init, signal });
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body ?? []) {
      timer.refresh();
      bytes += chunk.length;
      if (bytes > maxBytes) throw new Error(`GitHub's answer is larger than ${maxBytes / 1024 / 1024} MiB`);
      chunks.push(chunk);
    }
    told(response.status);
    return rebuilt(response, Buffer.concat(chunks));
  } catch (error) {
    told('no answer');
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** The same answer around a body that is here already, and no longer compressed. */
function rebuilt({ status, statusText, headers }: Response, body: Buffer<ArrayBuffer>): Response {
  const kept = new Headers(headers);
  kept.delete('content-encoding');
  kept.delete('content-length');
  return new Response(body.length === 0 ? null : body, { status, statusText, headers: kept });
}
