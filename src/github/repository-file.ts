import { fieldsOf } from '../core/json.ts';
import { SettingsError } from '../core/problem.ts';
import { GitHubFaultError, statusOf } from './api-error.ts';
import type { RepositoryName } from './branch.ts';
import type { GitHub } from './connect.ts';

export interface RepositoryFile extends RepositoryName {
  readonly path: string;
  /** The commit to read it at, as a full hash. */
  readonly sha: string;
  /** The input that names it, for messages. */
  readonly setting: 'config' | 'org-policy';
  /** True if GitHub itself has named the commit, so that it exists and the token can see it. */
  readonly isCommitKnown: boolean;
}

/**
 * Reads a text file through the API. This needs no checkout, and does not use the workspace, which a pull request can
 * change.
 *
 * @returns its text, or `null` if the commit exists and has no such file
 * @throws SettingsError if the path is not a text file of at most 1 MB
 * @throws GitHubFaultError if the answer is not understood
 * @throws what octokit throws, also if the commit cannot be read
 */
export async function readRepositoryFile(
  github: GitHub,
  { owner, repo, path, sha, isCommitKnown, setting }: RepositoryFile,
): Promise<string | null> {
  try {
    const { data } = await github.rest.repos.getContent({ owner, repo, path, ref: sha });
    return textOf(data, path, setting);
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
    // GitHub also answers 404 for a commit or a repository that it does not show to the token.
    if (!isCommitKnown) await github.rest.git.getCommit({ owner, repo, commit_sha: sha });
    return null;
  }
}

/** The text in GitHub's answer. An answer of another shape must not count as an empty file. */
function textOf(data: unknown, path: string, setting: string): string {
  const { type, encoding, content, size } = fieldsOf(data);
  const isTooLarge = type === 'file' && encoding === 'none';
  if (Array.isArray(data) || isTooLarge || type === 'dir' || type === 'symlink' || type === 'submodule') {
    throw new SettingsError(
      `\`${setting}\`: ${path} is not a text file of at most 1 MB. Give the path of the policy file.`,
    );
  }
  const base64 = typeof content === 'string' ? content.replace(/\s/g, '') : '-';
  const isBase64 = encoding === 'base64' && /^[A-Za-z0-9+/]*={0,2}$/.test(base64);
  const bytes = Buffer.from(base64, 'base64');
  if (type !== 'file' || !isBase64 || bytes.length !== size)
    throw new GitHubFaultError({ kind: 'malformed' }, `the content of ${path} is not understood`);
  return bytes.toString('utf8');
}
