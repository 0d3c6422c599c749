import { GitHubFaultError } from './api-error.ts';
import type { GitHub } from './connect.ts';

/** A repository on GitHub. */
export interface RepositoryName {
  readonly owner: string;
  readonly repo: string;
}

/**
 * The commit that a branch, a tag, a hash or `HEAD` stands for now, as a full hash. `HEAD` is the default branch.
 *
 * @throws GitHubFaultError if the answer is not understood
 * @throws what octokit throws, with status 404 or 422 if there is no such commit, and 409 in an empty repository
 */
export async function readCommit(
  github: GitHub,
  { owner, repo }: RepositoryName,
  ref: string,
): Promise<string> {
  const { data } = await github.rest.repos.getCommit({
    owner,
    repo,
    // GitHub's API takes `heads/main`, without `refs/`.
    ref: ref.replace(/^refs\//, ''),
    // The hash alone: the commit itself would come with all its changes.
    mediaType: { format: 'sha' },
  });
  const body: unknown = data;
  // Octokit reads a text as bytes if the answer does not name its encoding.
  const sha = body instanceof ArrayBuffer ? Buffer.from(body).toString() : body;
  if (typeof sha !== 'string' || !/^[0-9a-f]{40,64}$/i.test(sha))
    throw new GitHubFaultError({ kind: 'malformed' });
  return sha;
}
