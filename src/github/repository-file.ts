import { SettingsError } from '../core/problem.ts';
import { statusOf } from './api-error.ts';
import type { GitHub } from './connect.ts';

export interface RepositoryFile {
  readonly owner: string;
  readonly repo: string;
  readonly path: string;
  /** Commit, branch or tag; `null` for the default branch. */
  readonly ref: string | null;
}

/**
 * Reads a text file through the API. This needs no checkout, and does not use the workspace, which a pull request can
 * change.
 *
 * @returns its text, or `null` if there is no such file
 * @throws SettingsError if the path is not a text file of at most 1 MB
 * @throws what octokit throws
 */
export async function readRepositoryFile(
  github: GitHub,
  { owner, repo, path, ref }: RepositoryFile,
): Promise<string | null> {
  try {
    const { data } = await github.rest.repos.getContent({
      owner,
      repo,
      path,
      ...(ref === null ? {} : { ref }),
    });
    if (Array.isArray(data) || data.type !== 'file' || !('content' in data) || data.encoding !== 'base64') {
      throw new SettingsError(
        `\`config\`: ${path} is not a text file of at most 1 MB. Give the path of the policy file.`,
      );
    }
    return Buffer.from(data.content, 'base64').toString('utf8');
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
}
