/** The one place that reads an error of GitHub's API. */

/** An answer of GitHub that is an error. */
export interface ApiError {
  readonly status: number;
  readonly message: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Reads what octokit threw; `null` where GitHub gave no answer. */
export function apiErrorOf(error: unknown): ApiError | null {
  if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number') return null;
  // Octokit gives the status 500 to an error without an answer, such as a connection that broke.
  if (!('response' in error) || typeof error.response !== 'object' || error.response === null) return null;
  const { response } = error;
  const headers =
    'headers' in response && typeof response.headers === 'object' && response.headers !== null
      ? response.headers
      : {};
  return {
    status: error.status,
    message: error.message,
    headers: Object.fromEntries(Object.entries(headers)),
  };
}

/** The HTTP status of an error that octokit threw; `null` where GitHub gave no answer. */
export function statusOf(error: unknown): number | null {
  return apiErrorOf(error)?.status ?? null;
}
