/** Reads the policy file: from the default branch of this repository, or from another repository at a reference. */

import { describeGitHubFault } from '../core/github-fault.ts';
import type { StagePorts } from '../core/ports.ts';
import { SettingsError } from '../core/problem.ts';
import { gitHubFaultOf } from '../github/api-error.ts';
import { connectGitHub } from '../github/connect.ts';
import type { GitHubRun } from '../github/context.ts';
import { findPolicyByOtherName, readCommit, readRepositoryFile } from '../github/repository-file.ts';
import { type ParsedPolicyFile, parsePolicyFile } from './policy-file.ts';
import { defaultPolicyLocation, type PolicyLocation } from './policy-location.ts';
import type { StepInputs } from './step-inputs.ts';

/**
 * Reads the policy file. One in this repository is read from the default branch, whatever is gated: the author of a
 * change could choose any other branch, tag or commit (`docs/contract.md`, Nobody weakens the gate on a branch).
 *
 * @returns `null` if no file is asked for, or the default file does not exist
 * @throws SettingsError if the file is wrong, missing or can't be read: without it nobody knows what may block
 * @throws the reason of `signal` when that aborts
 */
export async function readPolicy(
  { location, token }: StepInputs['policyFile'],
  { context, github }: Pick<GitHubRun, 'context' | 'github'>,
  ports: StagePorts,
): Promise<ParsedPolicyFile | null> {
  if (location === null) return null;
  try {
    if (location.elsewhere === null) return await readOwnFile(location, { context, github }, ports);
    const client = await connectGitHub({ ...ports, apiUrl: context.apiUrl, token });
    return await readFileElsewhere(location, location.elsewhere, client, ports);
  } catch (error) {
    ports.signal.throwIfAborted();
    throw error instanceof SettingsError ? error : unreadableError(location, error);
  }
}

async function readOwnFile(
  { name, path }: PolicyLocation,
  { context: { owner, repo }, github }: Pick<GitHubRun, 'context' | 'github'>,
  { log }: StagePorts,
): Promise<ParsedPolicyFile | null> {
  const client = await github();
  const content = await readRepositoryFile(client, { owner, repo, path, commit: null });
  if (content !== null) {
    log.info(`Policy file: ${name} of the default branch, blob ${content.blob}`);
    const file = { name, repository: `${owner}/${repo}`, path, commit: null, blob: content.blob };
    return parsePolicyFile(content.text, file);
  }
  if (path !== defaultPolicyLocation.path)
    throw new SettingsError(
      `\`config\`: there is no ${name} on the default branch, or the token may not read it. Correct the path, merge the file first, or add \`permissions: contents: read\` to the job.`,
    );
  const otherName = await findPolicyByOtherName(client, { owner, repo, path });
  if (otherName !== null)
    throw new SettingsError(
      `The policy file is named ${otherName}, and only ${path} is read. Rename it, or name it in \`config\`.`,
    );
  log.info(`There is no policy file ${path} on the default branch`);
  return null;
}

async function readFileElsewhere(
  { name, path }: PolicyLocation,
  { owner, repo, ref }: NonNullable<PolicyLocation['elsewhere']>,
  client: Awaited<ReturnType<GitHubRun['github']>>,
  { log }: StagePorts,
): Promise<ParsedPolicyFile> {
  // Looked up once, so that reports name what was read.
  const commit = await readCommit(client, { owner, repo }, ref);
  const content = await readRepositoryFile(client, { owner, repo, path, commit });
  if (content === null)
    throw new SettingsError(
      `\`config\`: there is no file ${path} in ${owner}/${repo} at \`${ref}\`. Correct the path, or commit the file there.`,
    );
  log.info(`Policy file: ${name}, commit ${commit}`);
  return parsePolicyFile(content.text, {
    name,
    repository: `${owner}/${repo}`,
    path,
    commit,
    blob: content.blob,
  });
}

/** Faults that another reference or another token may mend. */
const faultsOfReference: readonly string[] = ['no-token', 'permission', 'credentials', 'refused'];

function unreadableError({ name, elsewhere }: PolicyLocation, error: unknown): SettingsError {
  const fault = gitHubFaultOf(error);
  const { what, remedy } = describeGitHubFault(fault, 'contents: read');
  const remedyHere =
    elsewhere !== null && faultsOfReference.includes(fault.kind)
      ? `Check the reference, and give a \`config-token\` that may read the contents of ${elsewhere.owner}/${elsewhere.repo}.`
      : remedy;
  return new SettingsError(
    `The policy file ${name} could not be read (${what}), so nothing is scanned. ${remedyHere}`,
  );
}
