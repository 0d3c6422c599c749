/** An error response of GitHub's API. */
export interface ApiError {
  readonly status: number;
  readonly message: string;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Reads an error that octokit threw. The only place that does; `null` if there was no response. */
export function apiErrorOf(error: unknown): ApiError | null {
  if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number') return null;
  // Octokit also sets status 500 when there was no response, for example on a broken connection.
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

/** The HTTP status of an error that octokit threw; `null` if there was no response. */
export function statusOf(error: unknown): number | null {
  return apiErrorOf(error)?.status ?? null;
}
