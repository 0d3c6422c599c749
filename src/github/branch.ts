import { fieldsOf } from '../core/json.ts';
import { GitHubFaultError, statusOf } from './api-error.ts';
import type { GitHub } from './connect.ts';
import { branchName } from './event.ts';

/** A repository on GitHub. */
export interface RepositoryName {
  readonly owner: string;
  readonly repo: string;
}

/** A branch as it is now. */
export interface Branch {
  readonly name: string;
  /** The commit at its tip, as a full hash. */
  readonly sha: string;
  readonly isProtected: boolean;
}

/**
 * Reads a branch.
 *
 * @throws GitHubFaultError if the answer is not understood
 * @throws what octokit throws, with status 404 if there is no such branch
 */
export async function readBranch(
  github: GitHub,
  { owner, repo }: RepositoryName,
  name: string,
): Promise<Branch> {
  const { data } = await github.rest.repos.getBranch({ owner, repo, branch: name });
  const fields = fieldsOf(data);
  const sha = fieldsOf(fields['commit'])['sha'];
  if (typeof sha !== 'string' || !/^[0-9a-f]{40,64}$/i.test(sha))
    throw new GitHubFaultError({ kind: 'malformed' }, 'the branch has no commit');
  return { name, sha, isProtected: fields['protected'] === true };
}

/** The same, or `null` if there is no such branch. */
export async function findBranch(
  github: GitHub,
  repository: RepositoryName,
  name: string,
): Promise<Branch | null> {
  try {
    return await readBranch(github, repository, name);
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
}

/** The name of the default branch. @throws as {@link readBranch} does */
export async function readDefaultBranch(github: GitHub, { owner, repo }: RepositoryName): Promise<string> {
  const { data } = await github.rest.repos.get({ owner, repo });
  const name = branchName(fieldsOf(data)['default_branch']);
  if (name === undefined)
    throw new GitHubFaultError({ kind: 'malformed' }, 'the repository has no default branch');
  return name;
}
