/** Reads the policy file of the organization, at the commit of its reference. */

import { describeGitHubFault } from '../core/github-fault.ts';
import { SettingsError } from '../core/problem.ts';
import { gitHubFaultOf } from '../github/api-error.ts';
import { connectGitHub, type GitHubAccess } from '../github/connect.ts';
import { readCommit, readRepositoryFile } from '../github/repository-file.ts';
import type { OrganizationFileSource } from '../inputs/step-inputs.ts';
import { parseOrganizationPolicy } from './organization.ts';
import type { OrganizationPolicy } from './policy.ts';

/**
 * Reads the organization's policy file at the commit that its reference stands for now.
 *
 * @throws SettingsError if the file is wrong or cannot be read: without it nobody knows what the organization asks for
 * @throws the reason of `signal` when that aborts
 */
export async function readOrganizationPolicy(
  file: OrganizationFileSource,
  access: Omit<GitHubAccess, 'token'>,
): Promise<OrganizationPolicy> {
  const { name, owner, repo, path, ref, token } = file;
  try {
    const github = await connectGitHub({ ...access, token });
    const commit = await readCommit(github, { owner, repo }, ref);
    const content = await readRepositoryFile(github, { owner, repo, path, commit, setting: 'org-policy' });
    if (content === null)
      throw new SettingsError(
        `\`org-policy\`: ${name}: there is no such file. Correct the path, or commit the file there.`,
      );
    access.log.info(`Policy of the organization: ${name}, commit ${commit}`);
    return parseOrganizationPolicy(content.text, { name, commit });
  } catch (error) {
    access.signal.throwIfAborted();
    if (error instanceof SettingsError) throw error;
    const fault = gitHubFaultOf(error);
    const isRefused = fault.kind === 'no-token' || (fault.kind === 'status' && fault.status < 500);
    const { what, remedy } = describeGitHubFault(fault, 'contents: read');
    const advice = isRefused
      ? `Check the reference, and give an \`org-policy-token\` that may read the contents of ${owner}/${repo}.`
      : remedy;
    throw new SettingsError(
      `\`org-policy\`: ${name} could not be read (${what}), so nothing is scanned. ${advice}`,
    );
  }
}
