/** The client of GitHub with its own limits and retries, and the account that its token belongs to. */

import { RequestError } from '../core/fault.ts';
import { limitedFetch, userAgent } from '../core/limited-fetch.ts';
import type { Log, RunPorts, StagePorts } from '../core/ports.ts';
import { realTimeLimit } from '../core/time-limit.ts';
import { fieldsOf, textOf } from '../core/values.ts';
import { GitHubFaultError } from './api-error.ts';
import { withRetries } from './with-retries.ts';

/** The address of GitHub, and the token for requests. */
export interface GitHubAccess extends StagePorts {
  /** Empty if the workflow passes none. */
  readonly token: string;
  readonly apiUrl: string;
}

/**
 * A client of GitHub's REST API that sends a read up to three times, and a write once: see {@link withRetries}. The
 * package of the client is loaded only here, because loading it takes longer than the rest of a start.
 *
 * @throws GitHubFaultError if there is no token
 */
export async function connectGitHub({ token, apiUrl, clock, log, signal }: GitHubAccess) {
  if (token === '') throw new GitHubFaultError({ kind: 'no-token' });
  const { getOctokit } = await import('@actions/github');
  const github = getOctokit(token, {
    baseUrl: apiUrl,
    userAgent,
    log: { debug: log.debug, info: log.debug, warn: log.debug, error: log.debug },
    request: { signal, fetch: (url: string, init: RequestInit) => gitHubFetch(url, init, log) },
  });
  github.hook.wrap('request', (request, options) => {
    options.headers['x-github-api-version'] = '2022-11-28';
    return isWrite(options)
      ? request(options)
      : withRetries(async () => request(options), { clock, log, signal });
  });
  return github;
}

/** True for a request that may change something. GraphQL sends everything by `POST`, questions as `query …`. */
function isWrite(options: { method?: string; query?: unknown }): boolean {
  return options.method !== 'GET' && !textOf(options.query).startsWith('query ');
}

export type GitHubClient = Awaited<ReturnType<typeof connectGitHub>>;

/** How a run reaches GitHub. */
export interface GitHubConnections {
  /** The client that most requests of the run share, until it is given up. The first call creates it. */
  readonly connect: () => Promise<GitHubClient>;
  /** A client of its own, for a caller whose requests must end when its `signal` does. */
  readonly connectUntil: (signal: AbortSignal) => Promise<GitHubClient>;
  /** The login of the account that the token writes as. GitHub is asked once, with the given client. */
  readonly loginOf: (github: GitHubClient) => Promise<string>;
}

export function gitHubConnections(
  access: Pick<GitHubAccess, 'token' | 'apiUrl'>,
  { clock, log, giveUpSignal }: Pick<RunPorts, 'clock' | 'log' | 'giveUpSignal'>,
): GitHubConnections {
  const connectUntil = (signal: AbortSignal) => connectGitHub({ ...access, clock, log, signal });
  let client: Promise<GitHubClient> | null = null;
  const connect = () => {
    client ??= connectUntil(giveUpSignal);
    return client;
  };
  return { connect, connectUntil, loginOf: createLoginLookup() };
}

/**
 * Asks GitHub once for the account that the token writes as. After a failed request, the next caller asks again with
 * its own client. `viewer` works for every kind of token; REST's `/user` does not work for apps.
 */
function createLoginLookup() {
  let login: Promise<string> | null = null;
  const ask = async (github: GitHubClient) => {
    try {
      const query = 'query { viewer { login } }';
      const { viewer } = await github.graphql<Readonly<Record<string, unknown>>>(query);
      const account = textOf(fieldsOf(viewer)['login']);
      if (account === '') throw new GitHubFaultError({ kind: 'malformed' });
      return account;
    } catch (error) {
      login = null;
      throw error;
    }
  };
  return (github: GitHubClient): Promise<string> => {
    login ??= ask(github);
    return login;
  };
}

/** Longest silence of GitHub, before the headers and within the body. */
const silenceMs = 30_000;
/** Longest time for one request, however slowly bytes keep coming. */
const totalMs = 120_000;
/** A page of 100 comments of 65,536 characters each is about 26 MB. */
const maxBytes = 64 * 1024 * 1024;

/**
 * `fetch` for octokit, which has no limits of its own.
 *
 * @returns the response with its whole body read
 * @throws RequestError whose message names the limit; else what `fetch` throws
 */
async function gitHubFetch(url: string, init: RequestInit, log: Log): Promise<Response> {
  const tooSlow = () => new RequestError({ kind: 'timeout', afterMs: totalMs });
  using limit = realTimeLimit(init.signal, totalMs, tooSlow);
  const name = `GitHub: ${init.method ?? 'GET'} ${URL.parse(url)?.pathname ?? ''}`;
  const request = { name, silenceMs, maxBytes, signal: limit.signal, log };
  return await limitedFetch((signal) => fetch(url, { ...init, signal }), request);
}
