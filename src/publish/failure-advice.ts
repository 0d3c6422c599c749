/** The warnings of failed sinks: what happened, and what to do. */
import type { Log } from '../core/ports.ts';
import { CancelledError } from '../core/problem.ts';
import { type ApiError, apiErrorOf, isRateLimit } from '../github/api-error.ts';

/** A sink on GitHub. */
export interface GitHubSink {
  /** Its name at the beginning of a sentence. */
  readonly what: string;
  /** The permission it needs, as written in a workflow. */
  readonly permission: string;
  /** The setting that switches it off. */
  readonly switchOff: string;
}

export const commentSink: GitHubSink = {
  what: 'The pull request comment',
  permission: 'pull-requests: write',
  switchOff: 'comment: never',
};

export const trackingSink: GitHubSink = {
  what: 'The tracking issue',
  permission: 'issues: write',
  switchOff: 'track-issue: false',
};

/** One sentence on why GitHub refused, and one on what to do now. */
export function adviseOnGitHub(error: unknown, sink: GitHubSink): string {
  const { what } = sink;
  if (error instanceof CancelledError)
    return `${what} was not finished, because the run was cancelled. The verdict stands.`;
  const api = apiErrorOf(error);
  if (api === null && error instanceof Error && error.name === 'GraphqlResponseError')
    return `${what} failed: ${messageOf(error)}. GitHub did not say whose token it is; check \`github-token\`.`;
  if (api === null)
    return `${what} failed: ${messageOf(error)}. GitHub could not be reached; re-run the job.`;
  return `${what} failed: GitHub answered ${api.status}. ${remedy(api, sink)}`;
}

function remedy(error: ApiError, { permission, switchOff }: GitHubSink): string {
  const { status, headers, message } = error;
  if (isRateLimit(error)) return 'Its rate limit is used up; re-run the job later, or scan less often.';
  if (status === 410 || (status === 403 && /locked/i.test(message)))
    return `The conversation is locked or the feature is switched off. Unlock it, or set \`${switchOff}\`.`;
  const accepted = headers['x-accepted-github-permissions'];
  if (status === 403)
    return `The token may not do that. Add \`permissions: ${permission}\` to the job${typeof accepted === 'string' ? ` (GitHub accepts ${accepted})` : ''}; runs for pull requests from forks have a read-only token.`;
  if (status === 401) return 'The token is not valid. Check `github-token`.';
  if (status === 404)
    return `The repository or the pull request is not visible to the token. Add \`permissions: ${permission}\` to the job.`;
  if (status === 422)
    return 'GitHub did not take the content. Please open an issue with the debug log in the repository that `uses:` names.';
  return 'GitHub has a problem of its own; re-run the job.';
}

/** The message of any thrown value, on one line. */
export function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').slice(0, 500);
}

/** @param scanId the finished scan, which still offers the report */
export function adviseOnCancelledReport(type: string, scanId: string): string {
  return `${type} is missing, because the run was cancelled; the verdict stands. Run the job with \`scan-id: ${scanId}\` to have it.`;
}

export function adviseOnFile(error: unknown): string {
  return `A report file was not written: ${messageOf(error)}. Check the free space of the runner's temporary folder; the verdict stands.`;
}

export function adviseOnFolder(error: unknown): string {
  return `There is no folder for the report files: ${messageOf(error)}. Check that \`RUNNER_TEMP\` names a folder that can be written to; the verdict stands.`;
}

export function adviseOnSummary(error: unknown): string {
  return `The job summary was not written: ${messageOf(error)}. Check \`GITHUB_STEP_SUMMARY\`, or set \`summary: false\`; the verdict stands.`;
}

export function adviseOnOutputs(error: unknown): string {
  return `The outputs were not set: ${messageOf(error)}. Check \`GITHUB_OUTPUT\`; later steps find no outputs, and the verdict stands.`;
}

/**
 * Runs one sink. A failure is logged as a warning, so that it neither stops other sinks nor changes the verdict.
 *
 * @param advise writes the warning: what happened and what to do
 * @returns the result of the sink, or `null` if it failed
 */
export async function warnOnFailure<T>(
  log: Log,
  sink: () => Promise<T>,
  advise: (error: unknown) => string,
): Promise<T | null> {
  try {
    return await sink();
  } catch (error) {
    log.warning(advise(error));
    return null;
  }
}
