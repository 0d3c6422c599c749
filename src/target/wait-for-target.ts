import type { StageContext } from '../core/ports.ts';
import { type Problem, ProblemError, type RequestFault } from '../core/problem.ts';
import { faultOfError } from '../core/request-fault.ts';
import { isWebUrl } from '../inputs/read-input.ts';
import { decodeText, type Target } from '../inputs/target-url.ts';

export interface Readiness extends StageContext {
  readonly target: Target;
  /** How long to wait, in milliseconds; 0 sends no request. */
  readonly waitMs: number;
  /** Other hosts that the target may redirect to. */
  readonly allowedRedirects: readonly string[];
  /** Statuses outside 2xx that are right for this target. */
  readonly allowedStatuses: readonly number[];
}

const requestMs = 30_000;
/** The last request gets at least this long when the time is up, so that its answer can show what is wrong. */
const lastRequestMs = 1_000;
const firstPauseMs = 1_000;
const longestPauseMs = 10_000;
const maxRedirects = 10;
/** How long a target that is no longer ready after the scan is asked again. */
const afterScanMs = 30_000;

/** The result of one request. */
type Answer =
  | { kind: 'accepted'; status: number }
  /** Asking again does not help. */
  | { kind: 'refused'; status: number }
  | { kind: 'not-yet'; fault: RequestFault }
  | { kind: 'left-site'; location: string };

/**
 * Waits until the target is ready: a 2xx status on its own site, or one of `allowedStatuses`. A preview may still be
 * building, so network and TLS faults, 404, 408, 425, 429 and 5xx are waited for (`docs/contract.md`, `wait-for-url`).
 *
 * @returns the status that only `allowedStatuses` accepted; `null` for a 2xx status, and if nothing was asked
 * @throws ProblemError when it is not ready in time, redirects to another site, or gives any other status
 * @throws the reason of `signal` when that aborts
 */
export async function waitForTarget(readiness: Readiness): Promise<number | null> {
  const { target, waitMs, log } = readiness;
  if (waitMs === 0) return null;
  const answer = await askUntil(readiness, ({ kind }) => kind !== 'not-yet', {
    limitMs: waitMs,
    onFirst: (cause) => log.info(`${target.logName} does not answer yet (${cause}), waiting for it`),
  });
  switch (answer.kind) {
    case 'accepted':
      log.info(`${target.logName} answered ${answer.status}`);
      return unusual(answer.status);
    case 'refused':
      throw new ProblemError({ kind: 'target-refused', status: answer.status });
    case 'left-site':
      throw new ProblemError({ kind: 'target-left-site', location: answer.location });
    case 'not-yet':
      throw new ProblemError({ kind: 'target-not-ready', fault: answer.fault, waitedMs: waitMs });
  }
}

/** What the target answered when the scan had finished. */
export interface AnswerAfterScan {
  /** As {@link waitForTarget} returns it. */
  readonly acceptedStatus: number | null;
  /** Why it may not have been there all the time; `null` if it was ready, and if it only limits the rate of requests. */
  readonly doubt: Problem | null;
}

/**
 * Asks the target once more when the scan has finished. A target that is not ready is asked for 30 seconds: what the scan
 * saw may then have been a login wall or an error page.
 *
 * @throws the reason of `signal` when that aborts
 */
export async function askAfterScan(readiness: Readiness): Promise<AnswerAfterScan> {
  const { target, log } = readiness;
  if (readiness.waitMs === 0) return { acceptedStatus: null, doubt: null };
  const answer = await askUntil(readiness, (given) => given.kind === 'accepted' || isRateLimit(given), {
    limitMs: afterScanMs,
    onFirst: (cause) =>
      log.info(`${target.logName} is no longer ready after the scan (${cause}), asking it again`),
  });
  if (answer.kind === 'accepted') return { acceptedStatus: unusual(answer.status), doubt: null };
  if (isRateLimit(answer)) {
    log.notice(
      `${target.logName} answered 429 when the scan had finished: it limits the rate of requests. Let the scanner through its rate limit, so that the scan sees the site and not the limit.`,
    );
    return { acceptedStatus: null, doubt: null };
  }
  return {
    acceptedStatus: null,
    doubt: { kind: 'target-lost', fault: faultOf(answer), askedMs: afterScanMs },
  };
}

/** `status` if it is outside 2xx, so that only `allowedStatuses` can have accepted it. */
function unusual(status: number): number | null {
  return isSuccess(status) ? null : status;
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function isRateLimit(answer: Answer): boolean {
  return answer.kind === 'not-yet' && answer.fault.kind === 'status' && answer.fault.status === 429;
}

function faultOf(answer: Exclude<Answer, { kind: 'accepted' }>): RequestFault {
  switch (answer.kind) {
    case 'refused':
      return statusFault(answer.status);
    case 'left-site':
      return { kind: 'redirect', location: answer.location };
    case 'not-yet':
      return answer.fault;
  }
}

function statusFault(status: number): RequestFault {
  return { kind: 'status', status, detail: '', retryAfterMs: null };
}

interface Asking {
  readonly limitMs: number;
  /** Called with the cause when the first answer does not decide. */
  readonly onFirst: (cause: string) => void;
}

/** Asks with growing pauses until an answer decides, or the time is up. Returns the last answer. */
async function askUntil(
  readiness: Readiness,
  decides: (answer: Answer) => boolean,
  { limitMs, onFirst }: Asking,
): Promise<Answer> {
  const { clock, signal } = readiness;
  const startedAt = clock.now();
  let pauseMs = firstPauseMs;
  for (let tries = 0; ; tries += 1) {
    const remainingMs = limitMs - (clock.now() - startedAt);
    const answer = await ask(readiness, Math.max(lastRequestMs, Math.min(requestMs, remainingMs)));
    const leftMs = limitMs - (clock.now() - startedAt);
    if (answer.kind === 'accepted' || decides(answer) || leftMs <= 0) return answer;
    if (tries === 0) onFirst(describe(faultOf(answer)));
    await clock.sleep(Math.min(pauseMs, leftMs), signal);
    pauseMs = Math.min(longestPauseMs, pauseMs * 1.5);
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
    const next = location === null ? null : URL.parse(location, url.href);
    const isRedirect = response.status >= 300 && response.status < 400 && location !== null;
    if (!isRedirect) return judgeStatus(response.status, readiness.allowedStatuses);
    if (next === null || !mayRedirect(url, next, readiness.allowedRedirects)) {
      if (readiness.allowedStatuses.includes(response.status))
        return { kind: 'accepted', status: response.status };
      return { kind: 'left-site', location: next?.origin ?? 'an address that cannot be read' };
    }
    // As in a browser: no password to another host, nor from an encrypted to a plain connection.
    if (next.hostname !== url.hostname || next.protocol < url.protocol) headers = {};
    url = withoutUserInfo(next);
  }
  return { kind: 'not-yet', fault: { kind: 'redirect', location: url.origin } };
}

/** Statuses of a preview that is still being deployed, or that is busy. */
const passingStatuses: readonly number[] = [404, 408, 425, 429];

function judgeStatus(status: number, allowedStatuses: readonly number[]): Answer {
  if (isSuccess(status) || allowedStatuses.includes(status)) return { kind: 'accepted', status };
  const passes = status >= 500 || passingStatuses.includes(status);
  return passes ? { kind: 'not-yet', fault: statusFault(status) } : { kind: 'refused', status };
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

function describe(fault: RequestFault): string {
  if (fault.kind === 'status') return `HTTP ${fault.status}`;
  if (fault.kind === 'network' || fault.kind === 'tls') return fault.code;
  return fault.kind;
}
