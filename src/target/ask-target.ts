/** One request to the target, with its redirects, and what its answer means. */

import { percentDecoded, plainHost } from '../core/address.ts';
import { type Fault, faultOfError, RequestError } from '../core/fault.ts';
import { userAgent } from '../core/limited-fetch.ts';
import type { StagePorts } from '../core/ports.ts';
import { realTimeLimit } from '../core/time-limit.ts';
import { type Disclosure, siteNameInLog } from '../settings/disclosure.ts';
import { isWebUrl, type SiteAddress } from '../settings/site-address.ts';

/** Which target is asked, and which answers are right. */
export interface AskOptions extends StagePorts {
  readonly target: SiteAddress;
  /** Statuses that are right for it, such as 404 of an API without a root page. */
  readonly allowedStatuses: readonly number[];
  readonly disclosure: Disclosure;
}

/** What one request shows of the target. */
export type TargetReadiness =
  | { kind: 'accepted'; status: number }
  /** Asking again does not help: the status is final, or the redirect leads to another site. */
  | { kind: 'refused'; fault: Fault & { kind: 'status' | 'redirect' } }
  | { kind: 'not-yet'; fault: Fault };

const maxRedirects = 10;

/** Longest time for one request with its redirects. */
const maxRequestMs = 30_000;
/** A request gets at least this long, even when the time is up, so that its answer can show what is wrong. */
const minRequestMs = 1_000;

/** Requests the target once. @param leftMs how long the target may still be asked */
export async function askTarget(options: AskOptions, leftMs: number): Promise<TargetReadiness> {
  const { url } = options.target;
  const limitMs = Math.max(minRequestMs, Math.min(maxRequestMs, leftMs));
  const timeoutError = () => new RequestError({ kind: 'timeout', afterMs: limitMs });
  using limit = realTimeLimit(options.signal, limitMs, timeoutError);
  try {
    return await followWithinSite(url, options, limit.signal);
  } catch (error) {
    options.signal.throwIfAborted();
    return { kind: 'not-yet', fault: faultOfError(error) };
  }
}

async function followWithinSite(
  start: URL,
  options: AskOptions,
  signal: AbortSignal,
): Promise<TargetReadiness> {
  let url = withoutUserInfo(start);
  let authorization = basicAuthHeader(start);
  for (let hops = 0; hops <= maxRedirects; hops += 1) {
    const startedMs = performance.now();
    const response = await fetch(url, {
      redirect: 'manual',
      signal,
      headers: { ...authorization, 'user-agent': userAgent },
    });
    await response.body?.cancel();
    const { status } = response;
    // Without the query, which may hold secrets.
    const name = siteNameInLog(options.disclosure, `${url.host}${url.pathname}`);
    options.log.debug(`Target: GET ${name} → ${status}, ${Math.round(performance.now() - startedMs)} ms`);
    const location = response.headers.get('location');
    if (status < 300 || status >= 400 || location === null)
      return readinessOf(status, options.allowedStatuses);
    const next = URL.parse(location, url.href);
    const destination = next === null ? 'elsewhere' : destinationOf(url, next);
    if (next === null || destination === 'elsewhere') {
      if (options.allowedStatuses.includes(status)) return { kind: 'accepted', status };
      const leadsTo = next?.origin ?? 'an address that cannot be read';
      return { kind: 'refused', fault: { kind: 'redirect', location: leadsTo } };
    }
    // As in a browser: the password is for one scheme, host and port.
    if (destination !== 'same-origin') authorization = {};
    url = withoutUserInfo(next);
  }
  return { kind: 'not-yet', fault: { kind: 'redirect', location: url.origin } };
}

/**
 * Where a redirect leads. The site is the same host, with or without `www.`, on the same port, each scheme's default
 * port being one, or from `http` to `https`. The rule follows what sites do to their visitors, so it takes more
 * addresses for the same site than `targetIdentity` in `settings/site-address.ts`.
 */
export function destinationOf(from: URL, to: URL): 'same-origin' | 'same-site' | 'elsewhere' {
  if (!isWebUrl(to)) return 'elsewhere';
  if (from.origin === to.origin) return 'same-origin';
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:';
  const isWithin =
    plainHost(from.hostname) === plainHost(to.hostname) && (isUpgrade || from.port === to.port);
  return isWithin ? 'same-site' : 'elsewhere';
}

/** Statuses of a preview that is still being deployed, or that is busy. */
const notYetStatuses: readonly number[] = [404, 408, 425, 429];

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function readinessOf(status: number, allowedStatuses: readonly number[]): TargetReadiness {
  if (isSuccess(status) || allowedStatuses.includes(status)) return { kind: 'accepted', status };
  const isTransient = status >= 500 || notYetStatuses.includes(status);
  const fault = { kind: 'status', status, detail: '', retryAfterMs: null } as const;
  return { kind: isTransient ? 'not-yet' : 'refused', fault };
}

/** `fetch` refuses URLs with user info, so the user info is sent as a header. */
function basicAuthHeader({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const userAndPassword = `${percentDecoded(username)}:${percentDecoded(password)}`;
  return { authorization: `Basic ${Buffer.from(userAndPassword).toString('base64')}` };
}

function withoutUserInfo(url: URL): URL {
  return Object.assign(new URL(url), { username: '', password: '' });
}
