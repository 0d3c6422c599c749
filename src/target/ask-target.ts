/** Asks the target once whether it is ready. */

import type { Disclosure } from '../core/choices.ts';
import { classified } from '../core/classified-text.ts';
import type { StagePorts } from '../core/ports.ts';
import type { RequestFault } from '../core/problem.ts';
import { faultOfError, RequestError } from '../core/request-fault.ts';
import { percentDecoded } from '../core/text.ts';
import { timeLimit } from '../core/time-limit.ts';
import { userAgent } from '../core/version.ts';
import type { Target } from '../inputs/target-url.ts';
import { siteNameInLog } from '../policy/disclosure.ts';
import type { Policy } from '../policy/policy.ts';
import { mayRedirect, mayTakePassword } from './redirect-rules.ts';

export interface TargetQuestion extends StagePorts, Pick<Policy, 'allowedRedirects' | 'allowedStatuses'> {
  readonly target: Target;
  readonly disclosure: Disclosure;
  /** How long to wait before the scan, in milliseconds. */
  readonly waitMs: number;
}

const maxRedirects = 10;

/** The result of one request. */
export type TargetAnswer =
  | { kind: 'accepted'; status: number }
  /** Asking again does not help: the status is final, or the redirect leads to another site. */
  | { kind: 'refused'; fault: RequestFault & { kind: 'status' | 'redirect' } }
  | { kind: 'not-yet'; fault: RequestFault };

/** Longest time for one question, with the second request for a bare domain. */
const questionMs = 30_000;
/** Each request gets at least this long, even when the time is up, so that its answer can show what is wrong. */
const leastRequestMs = 1_000;

/**
 * Requests the target once. A bare domain is requested by `https`, then by `http`, as a browser does.
 *
 * @param leftMs how long the target may still be asked
 */
export async function askTarget(question: TargetQuestion, leftMs: number): Promise<TargetAnswer> {
  const { target, clock } = question;
  const endsAt = clock.now() + Math.min(questionMs, leftMs);
  const ask = (url: URL) => askUrl(url, question, Math.max(leastRequestMs, endsAt - clock.now()));
  const answer = await ask(target.url);
  if (target.hasScheme || answer.kind !== 'not-yet' || answer.fault.kind === 'status') return answer;
  const plain = new URL(target.url);
  plain.protocol = 'http:';
  const second = await ask(plain);
  return second.kind === 'not-yet' ? answer : second;
}

async function askUrl(start: URL, question: TargetQuestion, limitMs: number): Promise<TargetAnswer> {
  const silent = () => new RequestError({ kind: 'timeout', afterMs: limitMs });
  using limit = timeLimit(question.signal, limitMs, silent);
  try {
    return await followWithinSite(start, question, limit.signal);
  } catch (error) {
    question.signal.throwIfAborted();
    return { kind: 'not-yet', fault: faultOfError(error) };
  }
}

async function followWithinSite(
  start: URL,
  question: TargetQuestion,
  signal: AbortSignal,
): Promise<TargetAnswer> {
  let url = withoutUserInfo(start);
  let headers = credentials(start);
  for (let hops = 0; hops <= maxRedirects; hops += 1) {
    const startedMs = performance.now();
    const response = await fetch(url, {
      redirect: 'manual',
      signal,
      headers: { ...headers, 'user-agent': userAgent },
    });
    await response.body?.cancel();
    logRequest(question, url, { response, startedMs });
    const location = response.headers.get('location');
    const next = location === null ? null : URL.parse(location, url.href);
    const isRedirect = response.status >= 300 && response.status < 400 && location !== null;
    if (!isRedirect) return judgeStatus(response.status, question.allowedStatuses);
    if (next === null || !mayRedirect(url, next, question.allowedRedirects ?? [])) {
      if (question.allowedStatuses.includes(response.status))
        return { kind: 'accepted', status: response.status };
      const destination = classified('address', next?.origin ?? 'an address that cannot be read');
      return { kind: 'refused', fault: { kind: 'redirect', location: destination } };
    }
    if (!mayTakePassword(url, next)) headers = {};
    url = withoutUserInfo(next);
  }
  return { kind: 'not-yet', fault: { kind: 'redirect', location: classified('address', url.origin) } };
}

/** Statuses of a preview that is still being deployed, or that is busy. */
const notYetStatuses: readonly number[] = [404, 408, 425, 429];

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function judgeStatus(status: number, allowedStatuses: readonly number[]): TargetAnswer {
  if (isSuccess(status) || allowedStatuses.includes(status)) return { kind: 'accepted', status };
  const isTransient = status >= 500 || notYetStatuses.includes(status);
  const fault = { kind: 'status', status, detail: classified('detail', ''), retryAfterMs: null } as const;
  return { kind: isTransient ? 'not-yet' : 'refused', fault };
}

/** `fetch` refuses URLs with user info, so the user info is sent as a header. */
function credentials({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const pair = `${percentDecoded(username)}:${percentDecoded(password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

function withoutUserInfo(url: URL): URL {
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  return bare;
}

/** Leaves out the query, which may hold secrets. The size comes from `Content-Length`, because the body is not read. */
function logRequest(
  { disclosure, log }: TargetQuestion,
  url: URL,
  { response, startedMs }: { response: Response; startedMs: number },
): void {
  const tookMs = Math.round(performance.now() - startedMs);
  const name = siteNameInLog(disclosure, `${url.host}${url.pathname}`);
  const size = response.headers.get('content-length');
  const bytes = size === null || !/^\d+$/.test(size) ? 'size not told' : `${size} bytes`;
  log.debug(`Target: GET ${name} → ${response.status}, ${tookMs} ms, ${bytes}`);
}
