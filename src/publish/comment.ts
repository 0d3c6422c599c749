import { statusOf } from './advice.ts';
import type { GitHub } from './github.ts';
import { isNewer, type Marker, parseMarker } from './marker.ts';

export interface CommentPlace {
  readonly owner: string;
  readonly repo: string;
  /** Number of the pull request. */
  readonly number: number;
}

export interface CommentRequest {
  readonly place: CommentPlace;
  readonly marker: Marker;
  /** The whole comment, marker first. */
  readonly body: string;
  /** False leaves it at updating a comment that is there (`comment: on-failure` on a pass). */
  readonly create: boolean;
}

export type CommentResult =
  | { kind: 'created' | 'updated'; url: string }
  /** A later run has published already; its comment stays. */
  | { kind: 'newer-exists'; url: string }
  | { kind: 'not-wanted' };

interface Comment {
  readonly id: number;
  readonly url: string;
  readonly author: string;
  readonly marker: Marker;
}

/**
 * Keeps one comment per key: updates our own, or creates it. Ours is one with our marker written by us, since anybody can
 * write the marker.
 *
 * @throws what octokit throws; nothing was written then
 */
export async function publishComment(github: GitHub, request: CommentRequest): Promise<CommentResult> {
  const { place, marker, body, create } = request;
  const own = await findOwn(github, place, marker.key);
  const newer = own.find((comment) => isNewer(comment.marker, marker));
  if (newer !== undefined) return { kind: 'newer-exists', url: newer.url };
  for (const comment of own) {
    const url = await update(github, place, { id: comment.id, body });
    if (url !== null) return { kind: 'updated', url };
  }
  if (!create) return { kind: 'not-wanted' };
  const { owner, repo, number } = place;
  // Not repeated on a fault: an answer that was lost may have left a comment behind, which the next run then updates.
  const created = await github.rest.issues.createComment({
    owner,
    repo,
    issue_number: number,
    body,
    request: { retries: 0 },
  });
  return { kind: 'created', url: created.data.html_url };
}

/** @returns the comment's URL, or `null` when it has been deleted in the meantime */
async function update(
  github: GitHub,
  { owner, repo }: CommentPlace,
  { id, body }: { id: number; body: string },
): Promise<string | null> {
  try {
    const updated = await github.rest.issues.updateComment({ owner, repo, comment_id: id, body });
    return updated.data.html_url;
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
}

async function findOwn(
  github: GitHub,
  { owner, repo, number }: CommentPlace,
  key: string,
): Promise<Comment[]> {
  const marked: Comment[] = [];
  const pages = github.paginate.iterator(github.rest.issues.listComments, {
    owner,
    repo,
    issue_number: number,
    per_page: 100,
  });
  for await (const page of pages) {
    for (const { id, body, html_url: url, user } of page.data) {
      const marker = parseMarker(body ?? '');
      if (marker?.key === key) marked.push({ id, url, author: user?.login ?? '', marker });
    }
  }
  if (marked.length === 0) return [];
  const login = await ownLogin(github);
  return marked.filter(({ author }) => author === login);
}

/** As whom the token writes. `viewer` answers for every kind of token; REST's `/user` refuses those of apps. */
async function ownLogin(github: GitHub): Promise<string> {
  const answer = await github.graphql<{ viewer: { login: string } }>('query { viewer { login } }');
  return answer.viewer.login;
}
