/** If the target is ready: before the scan, and again when the scan has finished. */

import { briefFault, type Fault, faultOfError, RequestError } from '../core/fault.ts';
import { userAgent } from '../core/limited-fetch.ts';
import type { StagePorts } from '../core/ports.ts';
import { ProblemError } from '../core/problem.ts';
import { percentDecoded } from '../core/text.ts';
import { systemTimeLimit } from '../core/time-limit.ts';
import { type Disclosure, siteNameInLog } from '../settings/disclosure.ts';
import { isWebUrl, type Target } from '../settings/target-url.ts';

/** How to check if a target is ready. */
export interface ReadinessCheck extends StagePorts {
  readonly target: Target;
  /** Statuses that are right for it, such as 404 of an API without a root page. */
  readonly allowedStatuses: readonly number[];
  readonly disclosure: Disclosure;
  /** How long to wait before the scan, in milliseconds. */
  readonly waitMs: number;
}

/** What one request shows of the target. */
type TargetReadiness =
  | { kind: 'accepted'; status: number }
  /** Asking again does not help: the status is final, or the redirect leads to another site. */
  | { kind: 'refused'; fault: Fault & { kind: 'status' | 'redirect' } }
  | { kind: 'not-yet'; fault: Fault };

/** How long to ask a target again if it is no longer ready after the scan. */
const afterScanMs = 30_000;

/**
 * Waits until the target is ready: a 2xx status on its own site, or one of `allowedStatuses`. A preview may still be
 * building, so broken connections, refused certificates, 404, 408, 425, 429 and 5xx are waited for.
 *
 * @returns the status that only `allowedStatuses` accepted; `null` for a 2xx status
 * @throws ProblemError when it is not ready in time, redirects to another site, or gives any other status
 * @throws the reason of `signal` when that aborts
 */
export async function waitForTarget(check: ReadinessCheck): Promise<number | null> {
  const { waitMs } = check;
  const answer = await askRepeatedly(check, waitMs, ({ kind }) => kind !== 'not-yet');
  if (answer.kind === 'accepted') {
    const { status } = answer;
    const isUnusual = !isSuccess(status);
    check.log.info(
      `${nameInLog(check)} answered ${status}${isUnusual ? ', which `allowed-statuses` accepts' : ''}`,
    );
    return isUnusual ? status : null;
  }
  const { kind, fault } = answer;
  if (kind === 'not-yet') throw new ProblemError({ kind: 'target-not-ready', fault, waitedMs: waitMs });
  if (fault.kind === 'status') throw new ProblemError({ kind: 'target-refused', status: fault.status });
  throw new ProblemError({ kind: 'target-left-site', location: fault.location });
}

/**
 * Asks the target again when the scan has finished: once if it is ready, else for 30 seconds. If it is not ready, what
 * the scan saw may have been a login wall or an error page.
 *
 * @throws ProblemError if the target may have been gone during the scan
 * @throws the reason of `signal` when that aborts
 */
export async function askAfterScan(check: ReadinessCheck): Promise<void> {
  const answer = await askRepeatedly(check, afterScanMs, ({ kind }) => kind === 'accepted');
  if (answer.kind !== 'accepted')
    throw new ProblemError({ kind: 'target-lost', fault: answer.fault, askedMs: afterScanMs });
}

/** Asks the target until `isFinal` takes an answer, or for `limitMs`. */
function askRepeatedly(
  check: ReadinessCheck,
  limitMs: number,
  isFinal: (answer: TargetReadiness) => boolean,
): Promise<TargetReadiness> {
  return askUntil((leftMs) => askTarget(check, leftMs), {
    ...check,
    limitMs,
    firstPauseMs: 1_000,
    longestPauseMs: 10_000,
    isFinal,
    onFirstMiss: (answer) => {
      const why = answer.kind === 'accepted' ? '' : briefFault(answer.fault);
      check.log.info(`${nameInLog(check)} is not ready (${why}), asking it again`);
    },
  });
}

function nameInLog({ disclosure, target }: ReadinessCheck): string {
  return siteNameInLog(disclosure, target.shownAddress);
}

/** When repeated asking ends, and how often it asks. */
interface AskingRules<Answer> extends Pick<StagePorts, 'clock' | 'signal'> {
  readonly limitMs: number;
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  /** True for an answer that ends the asking. */
  readonly isFinal: (answer: Answer) => boolean;
  /** Called if the first answer does not end the asking. */
  readonly onFirstMiss: (answer: Answer) => void;
}

/**
 * Asks at least once.
 *
 * @param ask gets the time that is left in milliseconds
 * @returns the last answer, which is final unless the time is up
 * @throws what `ask` throws, and the reason of `signal` when that aborts
 */
export async function askUntil<Answer>(
  ask: (leftMs: number) => Promise<Answer>,
  { limitMs, firstPauseMs, longestPauseMs, isFinal, onFirstMiss, clock, signal }: AskingRules<Answer>,
): Promise<Answer> {
  const endsAt = clock.now() + limitMs;
  let pauseMs = firstPauseMs;
  for (let tries = 0; ; tries += 1) {
    const answer = await ask(endsAt - clock.now());
    const leftMs = endsAt - clock.now();
    if (isFinal(answer) || leftMs <= 0) return answer;
    if (tries === 0) onFirstMiss(answer);
    await clock.sleep(Math.min(pauseMs, leftMs), signal);
    pauseMs = Math.min(longestPauseMs, pauseMs * 1.5);
  }
}

const maxRedirects = 10;

/** Longest time for one request with its redirects. */
const maxRequestMs = 30_000;
/** A request gets at least this long, even when the time is up, so that its answer can show what is wrong. */
const minRequestMs = 1_000;

/** Requests the target once. @param leftMs how long the target may still be asked */
export async function askTarget(check: ReadinessCheck, leftMs: number): Promise<TargetReadiness> {
  const { url } = check.target;
  const limitMs = Math.max(minRequestMs, Math.min(maxRequestMs, leftMs));
  const timeoutError = () => new RequestError({ kind: 'timeout', afterMs: limitMs });
  using limit = systemTimeLimit(check.signal, limitMs, timeoutError);
  try {
    return await followWithinSite(url, check, limit.signal);
  } catch (error) {
    check.signal.throwIfAborted();
    return { kind: 'not-yet', fault: faultOfError(error) };
  }
}

async function followWithinSite(
  start: URL,
  check: ReadinessCheck,
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
    const name = siteNameInLog(check.disclosure, `${url.host}${url.pathname}`);
    check.log.debug(`Target: GET ${name} → ${status}, ${Math.round(performance.now() - startedMs)} ms`);
    const location = response.headers.get('location');
    if (status < 300 || status >= 400 || location === null) return judgeStatus(status, check.allowedStatuses);
    const next = URL.parse(location, url.href);
    const destination = next === null ? 'elsewhere' : destinationOf(url, next);
    if (next === null || destination === 'elsewhere') {
      if (check.allowedStatuses.includes(status)) return { kind: 'accepted', status };
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
 * Where a redirect leads. The site is the same host and port, from `http` to `https`, with or without `www.`. The rule
 * follows what sites do to their visitors, so it takes more addresses for the same site than `targetIdentity` in
 * `settings/target-url.ts`.
 */
export function destinationOf(from: URL, to: URL): 'same-origin' | 'same-site' | 'elsewhere' {
  if (!isWebUrl(to)) return 'elsewhere';
  if (from.origin === to.origin) return 'same-origin';
  const bareHost = (url: URL) => url.hostname.replace(/^www\./, '');
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:';
  const isWithin = bareHost(from) === bareHost(to) && (isUpgrade || from.port === to.port);
  return isWithin ? 'same-site' : 'elsewhere';
}

/** Statuses of a preview that is still being deployed, or that is busy. */
const notYetStatuses: readonly number[] = [404, 408, 425, 429];

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function judgeStatus(status: number, allowedStatuses: readonly number[]): TargetReadiness {
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
