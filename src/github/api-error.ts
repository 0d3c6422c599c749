/** The HTTP status of an error that octokit threw, or `null` where there was no answer. */
export function statusOf(error: unknown): number | null {
  return error instanceof Error && 'status' in error && typeof error.status === 'number'
    ? error.status
    : null;
}
