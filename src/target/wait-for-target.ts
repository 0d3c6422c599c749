import type { StageContext } from '../core/ports.ts';
import { ProblemError, type RequestFault } from '../core/problem.ts';
import { faultOfError } from '../core/request-fault.ts';
import { isWebUrl } from '../inputs/read-input.ts';
import { decodeText, type Target } from '../inputs/target-url.ts';

export interface Readiness extends StageContext {
  readonly target: Target;
  /** How long to wait, in milliseconds; 0 sends no request. */
  readonly waitMs: number;
  /** Other hosts that the target may redirect to. */
  readonly allowedRedirects: readonly string[];
}

const requestMs = 30_000;
/** The last request gets at least this long when the time is up, so that its answer can show what is wrong. */
const lastRequestMs = 1_000;
const firstPauseMs = 1_000;
const longestPauseMs = 10_000;
const maxRedirects = 10;

/** The result of one request. */
type Answer =
  | { kind: 'answered'; status: number }
  | { kind: 'not-yet'; fault: RequestFault }
  | { kind: 'left-site'; location: string };

/**
 * Waits until the target answers: a preview may still be building. Any status below 500 is an answer; 401, 403 and 404
 * log a warning.
 *
 * @throws ProblemError when it does not answer in time, or redirects to another site
 * @throws the reason of `signal` when that aborts
 */
export async function waitForTarget(readiness: Readiness): Promise<void> {
  const { target, waitMs, clock, log, signal } = readiness;
  if (waitMs === 0) return;
  const startedAt = clock.now();
  let pauseMs = firstPauseMs;
  for (let tries = 0; ; tries += 1) {
    const remainingMs = waitMs - (clock.now() - startedAt);
    const answer = await ask(readiness, Math.max(lastRequestMs, Math.min(requestMs, remainingMs)));
    switch (answer.kind) {
      case 'answered':
        return logAnswer(readiness, answer.status);
      case 'left-site':
        throw new ProblemError({ kind: 'target-left-site', location: answer.location });
      case 'not-yet': {
        const { fault } = answer;
        const leftMs = waitMs - (clock.now() - startedAt);
        if (leftMs <= 0) throw new ProblemError({ kind: 'target-not-ready', fault, waitedMs: waitMs });
        if (tries === 0)
          log.info(`${target.logName} does not answer yet (${describe(fault)}), waiting for it`);
        await clock.sleep(Math.min(pauseMs, leftMs), signal);
        pauseMs = Math.min(longestPauseMs, pauseMs * 1.5);
      }
    }
  }
}

/** Requests a bare domain by `https`, then by `http`, as a browser does. */
async function ask(readiness: Readiness, timeoutMs: number): Promise<Answer> {
  const { target } = readiness;
  const answer = await askUrl(target.url, readiness, timeoutMs);
  if (target.hasScheme || answer.kind !== 'not-yet' || answer.fault.kind === 'status') return answer;
  const plain = new URL(target.url);
  plain.protocol = 'http:';
  const second = await askUrl(plain, readiness, timeoutMs);
  return second.kind === 'not-yet' ? answer : second;
}

async function askUrl(start: URL, readiness: Readiness, timeoutMs: number): Promise<Answer> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  const signal = AbortSignal.any([readiness.signal, timeout.signal]);
  try {
    return await follow(start, readiness, signal);
  } catch (error) {
    readiness.signal.throwIfAborted();
    const fault: RequestFault = timeout.signal.aborted
      ? { kind: 'timeout', afterMs: timeoutMs }
      : faultOfError(error);
    return { kind: 'not-yet', fault };
  } finally {
    clearTimeout(timer);
  }
}

async function follow(start: URL, readiness: Readiness, signal: AbortSignal): Promise<Answer> {
  let url = withoutUserInfo(start);
  let headers = credentials(start);
  for (let hops = 0; hops <= maxRedirects; hops += 1) {
    const startedMs = performance.now();
    const response = await fetch(url, {
      redirect: 'manual',
      signal,
      headers: { ...(url.hostname === start.hostname ? headers : {}), 'user-agent': 'scan-gate' },
    });
    await response.body?.cancel();
    logRequest(readiness, url, { response, startedMs });
    const location = response.headers.get('location');
    if (response.status >= 500)
      return {
        kind: 'not-yet',
        fault: { kind: 'status', status: response.status, detail: '', retryAfterMs: null },
      };
    if (response.status < 300 || response.status >= 400 || location === null)
      return { kind: 'answered', status: response.status };
    const next = URL.parse(location, url.href);
    if (next === null || !mayRedirect(url, next, readiness.allowedRedirects))
      return { kind: 'left-site', location: next?.origin ?? 'an address that cannot be read' };
    // As in a browser: no password to another host, nor from an encrypted to a plain connection.
    if (next.hostname !== url.hostname || next.protocol < url.protocol) headers = {};
    url = withoutUserInfo(next);
  }
  return { kind: 'not-yet', fault: { kind: 'redirect', location: url.origin } };
}

/** `fetch` refuses URLs with user info, so it is sent as a header. */
function credentials({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const pair = `${decodeText(username)}:${decodeText(password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

function withoutUserInfo(url: URL): URL {
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  return bare;
}

/**
 * True for a redirect within the site: to the same host and port, from `http` to `https`, with or without `www.`.
 *
 * @param allowedHosts `target.allowed-redirects` of the policy file, with or without a port
 */
function mayRedirect(from: URL, to: URL, allowedHosts: readonly string[]): boolean {
  if (!isWebUrl(to)) return false;
  if (allowedHosts.some((host) => [to.host, to.hostname].includes(host.toLowerCase()))) return true;
  const bareHost = (url: URL) => url.hostname.replace(/^www\./, '');
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:';
  return bareHost(from) === bareHost(to) && (isUpgrade || from.port === to.port);
}

/** Leaves out the query, which may hold secrets. The size is the declared one: the body is not read. */
function logRequest(
  { target, log }: Readiness,
  url: URL,
  { response, startedMs }: { response: Response; startedMs: number },
): void {
  const tookMs = Math.round(performance.now() - startedMs);
  const name = target.logName === target.shown ? `${url.host}${url.pathname}` : target.logName;
  const size = response.headers.get('content-length');
  const bytes = size === null || !/^\d+$/.test(size) ? 'size not told' : `${size} bytes`;
  log.debug(`Target: GET ${name} → ${response.status}, ${tookMs} ms, ${bytes}`);
}

function logAnswer({ target, log }: Readiness, status: number): void {
  if (status === 401 || status === 403 || status === 404) {
    const what = status === 404 ? 'an error page' : 'a login page';
    log.warning(
      `${target.logName} answered ${status}. The scan starts, but the service may meet ${what} instead of the site. Open the target to the service, or correct \`url\`.`,
    );
  } else {
    log.info(`${target.logName} answered ${status}`);
  }
}

function describe(fault: RequestFault): string {
  if (fault.kind === 'status') return `HTTP ${fault.status}`;
  if (fault.kind === 'network' || fault.kind === 'tls') return fault.code;
  return fault.kind;
}
