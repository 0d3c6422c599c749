/** The warnings of failed sinks: what happened, and what to do. */

import { enGitHubFault } from '../core/github-fault.ts';
import type { Log } from '../core/ports.ts';
import { CancelledError } from '../core/problem.ts';
import { type ApiError, apiErrorOf, gitHubFaultOf } from '../github/api-error.ts';

export interface GitHubSink {
  /** The start of a sentence. */
  readonly name: string;
  /** The permission it needs, as written in a workflow. */
  readonly permission: string;
  /** The setting that switches it off. */
  readonly switchOff: string;
  /** Why GitHub may refuse what is sent (422); a mistake of the action unless given. */
  readonly refused?: string;
}

export const commentSink: GitHubSink = {
  name: 'The pull request comment',
  permission: 'pull-requests: write',
  switchOff: 'comment: never',
};

export const trackingSink: GitHubSink = {
  name: 'The tracking issue',
  permission: 'issues: write',
  switchOff: 'track-issue: false',
};

export const statusSink: GitHubSink = {
  name: 'The commit status',
  permission: 'statuses: write',
  switchOff: "commit-status: ''",
  refused:
    'The commit is not in this repository, or has 1,000 statuses of this context: push a new commit, or give another `commit-status`.',
};

/** One sentence on why GitHub refused, and one on what to do now. */
export const adviseOnGitHub =
  (sink: GitHubSink) =>
  (error: unknown): string => {
    const { name } = sink;
    if (error instanceof CancelledError)
      return `${name} was not finished, because the run was cancelled. The verdict stands.`;
    const { what, remedy } = enGitHubFault(gitHubFaultOf(error), sink.permission);
    const api = apiErrorOf(error);
    if (api === null) return `${name} failed: ${what} (${messageOf(error)}). ${remedy}`;
    return `${name} failed: GitHub answered ${what}. ${remedyForWrite(api, sink) ?? remedy}`;
  };

/** What to do if GitHub refused what was written; `null` if a read could have failed in the same way. */
function remedyForWrite({ status, message }: ApiError, { switchOff, refused }: GitHubSink): string | null {
  if (status === 410 || (status === 403 && /locked/i.test(message)))
    return `The conversation is locked or the feature is switched off. Unlock it, or set \`${switchOff}\`.`;
  if (status !== 422) return null;
  return (
    refused ??
    `GitHub did not take the content. Please open an issue with the debug log in the repository that \`uses:\` names.`
  );
}

export function adviseOnSummary(error: unknown): string {
  return `The job summary was not written: ${messageOf(error)}. Check \`GITHUB_STEP_SUMMARY\`, or set \`summary: false\` in the policy file; the verdict stands.`;
}

export function adviseOnAnnotations(error: unknown): string {
  return `The annotations were not written: ${messageOf(error)}. The verdict stands.`;
}

export function adviseOnFolder(error: unknown): string {
  return `There is no folder for the report files: ${messageOf(error)}. Check that \`RUNNER_TEMP\` names a folder that can be written to; the verdict stands.`;
}

export function adviseOnFile(error: unknown): string {
  return `A report file was not written: ${messageOf(error)}. Check the free space of the runner's temporary folder; the verdict stands.`;
}

export function adviseOnOutputs(error: unknown): string {
  return `The outputs were not set: ${messageOf(error)}. Check \`GITHUB_OUTPUT\`; later steps find no outputs, and the verdict stands.`;
}

/** The message of any thrown value, on one line, and never empty. */
export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/\s+/g, ' ').trim().slice(0, 500) || 'no reason was given';
}

/**
 * Runs one sink. A failure is logged as a warning, so that it neither stops other sinks nor changes the verdict.
 *
 * @param advise writes the warning: what happened and what to do
 * @returns the result of the sink, or `null` if it failed
 */
export async function warnOnFailure<T>(
  log: Pick<Log, 'warning'>,
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
