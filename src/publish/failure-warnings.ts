/** The warnings of failed sinks: what happened, and what to do. */

import { describeGitHubFault } from '../core/github-fault.ts';
import type { Log } from '../core/ports.ts';
import { CancelledError } from '../core/problem.ts';
import { type ApiError, apiErrorOf, gitHubFaultOf } from '../github/api-error.ts';
import { type GitHubSinkName, gitHubSinks } from './sinks.ts';

/** One sentence on why GitHub refused, and one on what to do now. */
export const gitHubWarning =
  (sinkName: GitHubSinkName) =>
  (error: unknown): string => {
    const { name, permission } = gitHubSinks[sinkName];
    if (error instanceof CancelledError)
      return `The ${name} was not finished, because the run was cancelled. The verdict stands.`;
    const { what, remedy } = describeGitHubFault(gitHubFaultOf(error), permission);
    const api = apiErrorOf(error);
    if (api === null) return `The ${name} failed: ${what} (${messageOf(error)}). ${remedy}`;
    return `The ${name} failed: GitHub answered ${what}. ${remedyForWrite(api, sinkName) ?? remedy}`;
  };

/** What to do if GitHub refused a write; `null` if a read could have failed in the same way. */
function remedyForWrite({ status, message }: ApiError, sinkName: GitHubSinkName): string | null {
  if (status === 410 || (status === 403 && /locked/i.test(message)))
    return `The conversation is locked or the feature is switched off. Unlock it, or set \`${gitHubSinks[sinkName].switchOff}\`.`;
  if (status !== 422) return null;
  return sinkName === 'status'
    ? 'The commit is not in this repository, or has 1,000 statuses of this context: push a new commit, or give another `commit-status`.'
    : 'GitHub did not take the content. Please open an issue with the debug log in the repository that `uses:` names.';
}

/** What happened on the runner, and what to do. */
export const failureWarnings = {
  summary: (error: unknown) =>
    `The job summary was not written: ${messageOf(error)}. Check \`GITHUB_STEP_SUMMARY\`, or set \`summary: false\` in the policy file; the verdict stands.`,
  annotations: (error: unknown) =>
    `The annotations were not written: ${messageOf(error)}. The verdict stands.`,
  folder: (error: unknown) =>
    `There is no folder for the report files: ${messageOf(error)}. Check that \`RUNNER_TEMP\` names a folder that can be written to; the verdict stands.`,
  file: (error: unknown) =>
    `A report file was not written: ${messageOf(error)}. Check the free space of the runner's temporary folder; the verdict stands.`,
  outputs: (error: unknown) =>
    `The outputs were not set: ${messageOf(error)}. Check \`GITHUB_OUTPUT\`; later steps find no outputs, and the verdict stands.`,
};

/** The message of any thrown value, on one line, and never empty. */
export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/\s+/g, ' ').trim().slice(0, 500) || 'no reason was given';
}

/**
 * Runs one sink. A failure is logged as a warning, so that it neither stops other sinks nor changes the verdict.
 *
 * @param warn logs the warning, or a notice if the failure matters less
 * @param advise writes it: what happened and what to do
 * @returns the result of the sink, or `null` if it failed
 */
export async function warnOnFailure<T>(
  warn: Log['warning'],
  sink: () => Promise<T>,
  advise: (error: unknown) => string,
): Promise<T | null> {
  try {
    return await sink();
  } catch (error) {
    warn(advise(error));
    return null;
  }
}
