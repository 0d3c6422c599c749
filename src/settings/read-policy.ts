/** Reads the policy file: from the default branch of this repository, or from another repository at a reference. */

import { describeGitHubFault } from '../core/github-fault.ts';
import type { RunPorts } from '../core/ports.ts';
import { SettingsError } from '../core/problem.ts';
import { gitHubFaultOf } from '../github/api-error.ts';
import { connectGitHub, type GitHubClient } from '../github/connect.ts';
import type { GitHubRun } from '../github/context.ts';
import { findPolicyByOtherName, readCommit, readRepositoryFile } from '../github/repository-file.ts';
import type { ParsedPolicyFile, PolicyFileVersion } from './policy-file.ts';
import { defaultPolicyLocation, type PolicyLocation } from './policy-location.ts';
import type { WorkflowInputs } from './read-inputs.ts';

interface PolicyOptions extends Pick<GitHubRun, 'context' | 'connect'> {
  readonly inputs: Pick<WorkflowInputs, 'config' | 'config-token' | 'github-token'>;
}

/**
 * Reads the policy file. One in this repository is read from the default branch, whatever is gated: the author of a
 * change could choose any other branch, tag or commit (`docs/contract.md`, Nobody weakens the gate on a branch).
 *
 * @returns `null` if no file is asked for, or the default file does not exist
 * @throws SettingsError if the file is wrong, missing or can't be read: without it nobody knows what may block
 * @throws the reason of `giveUpSignal` when that aborts
 */
export async function readPolicy(
  run: PolicyOptions,
  ports: Pick<RunPorts, 'clock' | 'log' | 'giveUpSignal'>,
): Promise<ParsedPolicyFile | null> {
  const location = run.inputs.config;
  if (location === null) return null;
  const file = await fetchPolicyFile(location, run, ports);
  if (file === null) {
    ports.log.info(`There is no policy file ${location.path} on the default branch`);
    return null;
  }
  const { text, version } = file;
  const { name, commit, blob } = version;
  const which = commit === null ? ` of the default branch, blob ${blob}` : `, commit ${commit}`;
  ports.log.info(`Policy file: ${name}${which}`);
  const { parsePolicyFile } = await import('./policy-file.ts');
  return parsePolicyFile(text, version);
}

/** @returns `null` if the default file does not exist */
async function fetchPolicyFile(
  location: PolicyLocation,
  { inputs, context, connect }: PolicyOptions,
  { clock, log, giveUpSignal: signal }: Pick<RunPorts, 'clock' | 'log' | 'giveUpSignal'>,
): Promise<{ readonly text: string; readonly version: PolicyFileVersion } | null> {
  const { name, path, elsewhere } = location;
  const { owner, repo } = elsewhere ?? context;
  try {
    const token = inputs['config-token'] ?? inputs['github-token'];
    const access = { clock, log, signal, token, apiUrl: context.apiUrl };
    const github = elsewhere === null ? await connect() : await connectGitHub(access);
    // Looked up once, so that reports name what was read.
    const commit = elsewhere === null ? null : await readCommit(github, { owner, repo }, elsewhere.ref);
    const content = await readRepositoryFile(github, { owner, repo, path, commit });
    if (content === null) {
      await refuseMissingFile(location, github, { owner, repo });
      return null;
    }
    const { text, blob } = content;
    return { text, version: { name, repository: `${owner}/${repo}`, path, commit, blob } };
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof SettingsError ? error : unreadableError(location, error);
  }
}

/** The default file alone may be missing, if it has no other name. @throws SettingsError otherwise */
async function refuseMissingFile(
  { path, elsewhere }: PolicyLocation,
  github: GitHubClient,
  { owner, repo }: { readonly owner: string; readonly repo: string },
): Promise<void> {
  if (elsewhere !== null)
    throw new SettingsError(
      `\`config\`: there is no file ${path} in ${owner}/${repo} at \`${elsewhere.ref}\`. Correct the path, or commit the file there.`,
    );
  if (path !== defaultPolicyLocation.path)
    throw new SettingsError(
      `\`config\`: there is no ${path} on the default branch, or the token may not read it. Correct the path, merge the file first, or add \`permissions: contents: read\` to the job.`,
    );
  const otherName = await findPolicyByOtherName(github, { owner, repo, path });
  if (otherName !== null)
    throw new SettingsError(
      `The policy file is named ${otherName}, and only ${path} is read. Rename it, or name it in \`config\`.`,
    );
}

function unreadableError({ name, elsewhere }: PolicyLocation, error: unknown): SettingsError {
  const fault = gitHubFaultOf(error);
  const { what, remedy } = describeGitHubFault(fault, 'contents: read');
  const remedyHere =
    elsewhere !== null && ['no-token', 'permission', 'credentials', 'refused'].includes(fault.kind)
      ? `Check the reference, and give a \`config-token\` that may read the contents of ${elsewhere.owner}/${elsewhere.repo}.`
      : remedy;
  return new SettingsError(
    `The policy file ${name} could not be read (${what}), so nothing is scanned. ${remedyHere}`,
  );
}
