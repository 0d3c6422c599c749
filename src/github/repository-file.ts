import { SettingsError } from '../core/problem.ts';
import type { GitHub } from './client.ts';

export interface RepositoryFile {
  readonly owner: string;
  readonly repo: string;
  readonly path: string;
  /** Commit, branch or tag; `null` for the default branch. */
  readonly ref: string | null;
}

/**
 * Reads a text file through the API, so that no checkout is needed and the workspace, which a pull request may have
 * changed, does not matter.
 *
 * @returns its text, or `null` where there is none
 * @throws what octokit throws, and SettingsError where the path is no file
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
    if (error instanceof Error && 'status' in error && error.status === 404) return null;
    throw error;
  }
}
