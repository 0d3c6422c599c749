/** Reads a file of a repository, or finds one with a similar name; reads the commit that a reference stands for. */

import { posix } from 'node:path';
import { SettingsError } from '../core/problem.ts';
import { fieldsOf, textOf } from '../core/values.ts';
import { GitHubFaultError, nullIfMissing } from './api-error.ts';
import type { GitHubClient } from './connect.ts';

export interface FileLocation {
  readonly owner: string;
  readonly repo: string;
  readonly path: string;
  /** The commit to read the file at, as a full hash; `null` for the default branch as it is now. */
  readonly commit: string | null;
}

/** A text file as GitHub has it. */
export interface FileContent {
  readonly text: string;
  /** The blob SHA: the hash of its content in git. */
  readonly blob: string;
}

/**
 * Reads a text file through the API. This needs no checkout, and does not use the workspace, which a pull request can
 * change.
 *
 * @returns `null` if GitHub shows the token no such file: there is none, or the token may not read it
 * @throws SettingsError if the path is not a text file of at most 1 MB
 * @throws GitHubFaultError if an answer is not understood
 * @throws what octokit throws
 */
export async function readRepositoryFile(
  github: GitHubClient,
  { owner, repo, path, commit }: FileLocation,
): Promise<FileContent | null> {
  const reference = commit === null ? {} : { ref: commit };
  const answer = await nullIfMissing(github.rest.repos.getContent({ owner, repo, path, ...reference }));
  return answer && contentOf(answer.data, path);
}

/**
 * Looks into the folder of a policy file that GitHub does not show, on the default branch. This also shows that the
 * token may read the repository: if it may not, GitHub answers 404 as well.
 *
 * @returns the path of a file that is named like it, with `.yaml` or another letter case; `null` if there is none
 * @throws GitHubFaultError if an answer is not understood
 * @throws what octokit throws if it is not known whether there is such a file
 */
export async function findPolicyByOtherName(
  github: GitHubClient,
  { owner, repo, path }: Omit<FileLocation, 'commit'>,
): Promise<string | null> {
  const folder = posix.dirname(path);
  const answer = await nullIfMissing(github.rest.repos.getContent({ owner, repo, path: folder }));
  if (answer === null) {
    // There is no such folder, or the token may not read. Commits need the same permission.
    await readCommit(github, { owner, repo }, 'HEAD');
    return null;
  }
  if (!Array.isArray(answer.data)) throw new GitHubFaultError({ kind: 'malformed' });
  const names = answer.data.map((entry: unknown) => textOf(fieldsOf(entry)['name']));
  const comparable = (name: string) => name.toLowerCase().replace(/\.yaml$/, '.yml');
  const otherName = names.find((name) => comparable(name) === comparable(posix.basename(path)));
  return otherName === undefined ? null : posix.join(folder, otherName);
}

/** The file in GitHub's answer. An answer of another shape must not count as an empty file. */
function contentOf(data: unknown, path: string): FileContent {
  const { type, encoding, content, size, sha } = fieldsOf(data);
  // A folder is a list. A larger file has the encoding `none`.
  if (type !== 'file' || encoding !== 'base64')
    throw new SettingsError(
      `\`config\`: ${path} is not a text file of at most 1 MB. Give the path of the policy file.`,
    );
  const bytes = Buffer.from(textOf(content), 'base64');
  const isHash = typeof sha === 'string' && /^[0-9a-f]{40,64}$/i.test(sha);
  if (bytes.length !== size || !isHash) throw new GitHubFaultError({ kind: 'malformed' });
  return { text: bytes.toString('utf8'), blob: sha };
}

/**
 * The commit that a branch, a tag, a hash or `HEAD` stands for now, as a full hash. `HEAD` is the default branch.
 *
 * @throws GitHubFaultError if the answer is not understood
 * @throws what octokit throws, with status 404 or 422 if there is no such commit, and 409 in an empty repository
 */
export async function readCommit(
  github: GitHubClient,
  { owner, repo }: Pick<FileLocation, 'owner' | 'repo'>,
  ref: string,
): Promise<string> {
  const { data } = await github.rest.repos.getCommit({
    owner,
    repo,
    // GitHub's API takes `heads/main`, without `refs/`.
    ref: ref.replace(/^refs\//, ''),
    // Asks for the hash alone: the whole commit would come with all its changes.
    mediaType: { format: 'sha' },
  });
  const body: unknown = data;
  // Octokit reads a text as bytes if the answer does not name its encoding.
  const sha = body instanceof ArrayBuffer ? Buffer.from(body).toString() : body;
  if (typeof sha !== 'string' || !/^[0-9a-f]{40,64}$/i.test(sha))
    throw new GitHubFaultError({ kind: 'malformed' });
  return sha;
}
