/** The warnings of destinations that failed: what happened, and what to do. No failure here changes the verdict. */

import { describeGitHubFault } from '../core/github-fault.ts';
import type { Log } from '../core/ports.ts';
import { CancelledError } from '../core/problem.ts';
import { gitHubFaultOf } from '../github/api-error.ts';

/** What is written on GitHub: its name, the permission that it needs, and the setting that switches it off. */
const gitHubDestinations = {
  comment: {
    name: 'pull request comment',
    permission: 'pull-requests: write',
    switchOff: 'comment: never',
  },
  issue: {
    name: 'tracking issue',
    permission: 'issues: write',
    switchOff: 'track-issue: false',
  },
  status: {
    name: 'commit status',
    permission: 'statuses: write',
    switchOff: "commit-status: ''",
  },
} as const;

export type GitHubDestination = keyof typeof gitHubDestinations;

/** The name of a destination, within a sentence. */
export function nameOf(destination: GitHubDestination): string {
  return gitHubDestinations[destination].name;
}

/** One sentence on why GitHub refused, and one on what to do now. */
export const gitHubWarning =
  (destination: GitHubDestination) =>
  (error: unknown): string => {
    const { name, permission, switchOff } = gitHubDestinations[destination];
    if (error instanceof CancelledError)
      return `The ${name} was not finished, because the run was cancelled. The verdict stands.`;
    const fault = gitHubFaultOf(error);
    const { what, remedy } = describeGitHubFault(fault, permission);
    if (!('detail' in fault)) return `The ${name} failed: ${what} (${messageOf(error)}). ${remedy}`;
    const orNot = fault.kind === 'refused' ? ` Or set \`${switchOff}\`.` : '';
    return `The ${name} failed: GitHub answered ${what}. ${remedy}${orNot}`;
  };

/** What happened on the runner, and what to do. */
export const runnerWarnings = {
  summary: (error: unknown) =>
    `The job summary was not written: ${messageOf(error)}. Check \`GITHUB_STEP_SUMMARY\`; the verdict stands.`,
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
 * Writes to one destination. A failure is logged as a warning, so that it neither stops others nor changes the verdict.
 *
 * @param warningFor writes the warning: what happened and what to do
 * @returns the result of `write`, or `null` if it failed
 */
export async function warnOnFailure<T>(
  log: Pick<Log, 'warning'>,
  write: () => Promise<T>,
  warningFor: (error: unknown) => string,
): Promise<T | null> {
  try {
    return await write();
  } catch (error) {
    log.warning(warningFor(error));
    return null;
  }
}
