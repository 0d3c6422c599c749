/** What an error of GitHub's client means: a refusal, a rate limit, or no answer that can be used. */

import type { GitHubFault, Refusal } from '../core/github-fault.ts';
import { fieldsOf, isMapping, textOf } from '../core/values.ts';

/** An error response of GitHub's API. */
export interface ApiError {
  readonly status: number;
  readonly message: string;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, unknown>>;
}

/** A fault that octokit does not notice. */
export class GitHubFaultError extends Error {
  override name = 'GitHubFaultError';
  readonly fault: GitHubFault;
  constructor(fault: GitHubFault) {
    super(`no usable answer of GitHub: ${fault.kind}`);
    this.fault = fault;
  }
}

/** The response in an error that octokit threw; `null` if there was none. */
export function apiErrorOf(error: unknown): ApiError | null {
  if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number') return null;
  // Octokit also sets status 500 when there was no response, for example on a broken connection.
  if (!('response' in error) || !isMapping(error.response)) return null;
  const { status, response } = error;
  // The message of the error also has an address and a list of errors.
  const message = textOf(fieldsOf(response['data'])['message']) || error.message;
  return { status, message, headers: fieldsOf(response['headers']) };
}

/** The answer of octokit; `null` if it is status 404. @throws any other error of octokit */
export async function nullIfMissing<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (apiErrorOf(error)?.status === 404) return null;
    throw error;
  }
}

/** True if the token has used up one of GitHub's rate limits. Not every 403 is a missing permission. */
export function isRateLimit({ status, headers, message }: ApiError): boolean {
  if (status !== 403 && status !== 429) return false;
  return (
    headers['x-ratelimit-remaining'] === '0' ||
    headers['retry-after'] !== undefined ||
    /rate limit/i.test(message)
  );
}

function refusalOf(apiError: ApiError): Refusal {
  const { status, message } = apiError;
  if (isRateLimit(apiError)) return 'rate-limit';
  if (status >= 500) return 'broken';
  // GitHub also hides what a token may not read.
  if (status === 404 || /resource not accessible by/i.test(message)) return 'permission';
  const isTokenRefused = status === 401 || /\bsaml\b|single sign-on|ip allow ?list/i.test(message);
  return isTokenRefused ? 'credentials' : 'refused';
}

/** Why a request to GitHub got no usable answer. `error` was thrown by the request, or while its answer was read. */
export function gitHubFaultOf(error: unknown): GitHubFault {
  if (error instanceof GitHubFaultError) return error.fault;
  const apiError = apiErrorOf(error);
  if (apiError === null)
    // Octokit wraps what `fetch` throws, so a TypeError comes from reading an answer of another shape.
    return { kind: error instanceof TypeError ? 'malformed' : 'unreachable' };
  return { kind: refusalOf(apiError), status: apiError.status, detail: apiError.message };
}
