import { statusOf } from '../github/api-error.ts';
import type { GitHub } from '../github/connect.ts';
import {
  isNewer,
  type Marker,
  nothingWritten,
  parseMarker,
  readWritten,
  type Written,
} from '../report/previous-state.ts';
import type { ScanTie } from '../scan/scan-tie.ts';

export interface CommentRequest {
  readonly place: CommentPlace;
  readonly marker: Marker;
  /**
   * Renders the whole comment, starting with the marker. Called once, before anything is written.
   *
   * @param written what the current comment says, of which we are the author
   */
  readonly render: (written: Written) => string;
  /** False: only update a comment that exists (`comment: on-failure` on a pass). */
  readonly create: boolean;
  readonly pause: (ms: number) => Promise<void>;
}

export interface CommentPlace {
  readonly owner: string;
  readonly repo: string;
  /** Number of the pull request. */
  readonly number: number;
}

export type CommentResult =
  | { kind: 'created' | 'updated'; url: string }
  /** A newer run has written the comment, which is kept. */
  | { kind: 'newer-exists'; url: string }
  | { kind: 'not-wanted' };

/** A request with its rendered comment. */
type Rendered = Pick<CommentRequest, 'place' | 'marker'> & { readonly body: string };

/** A comment that this action wrote with this token. */
interface OwnComment {
  readonly id: number;
  readonly url: string;
  readonly marker: Marker;
  readonly body: string;
}

/** How often to create a comment at most. Before each time it is checked that the last one does not exist. */
const maxCreations = 2;
/** A comment whose creation got no answer is looked for after this time. */
const lookAgainMs = 2_000;

/**
 * Keeps one comment per key: updates our own comment, or creates it. Ours has our marker and our author: anybody can
 * write the marker. If the answer to a creation is lost, the comment is looked for before another is created. If two
 * runs create one at the same time, the later one is removed. So there is never a second comment.
 *
 * @throws what octokit throws
 */
export async function publishComment(github: GitHub, request: CommentRequest): Promise<CommentResult> {
  let failure: unknown = null;
  let rendered: Rendered | null = null;
  for (let creations = 0; ; creations += 1) {
    const own = await findOwn(github, request.place, request.marker.key);
    const newest = newestOf(own);
    rendered ??= {
      ...request,
      body: request.render(newest === undefined ? nothingWritten : readWritten(newest.body)),
    };
    const result = await replace(github, rendered, own);
    if (result !== null) return result;
    if (!request.create) return { kind: 'not-wanted' };
    if (creations === maxCreations) throw failure;
    try {
      const created = await create(github, rendered);
      return (await yieldToEarlier(github, rendered, created.id)) ?? { kind: 'created', url: created.url };
    } catch (error) {
      if (!mayHaveBeenCreated(error)) throw error;
      failure = error;
      await request.pause(lookAgainMs);
    }
  }
}

/** True if there was no answer, or one that does not say what was done. */
function mayHaveBeenCreated(error: unknown): boolean {
  const status = statusOf(error);
  return status === null || status >= 500;
}

/** The scan that our comment with `key` names; `null` if it names none. @throws what octokit throws */
export async function readTie(github: GitHub, place: CommentPlace, key: string): Promise<ScanTie | null> {
  const newest = newestOf(await findOwn(github, place, key));
  return newest === undefined ? null : readWritten(newest.body).tie;
}

function newestOf(own: readonly OwnComment[]): OwnComment | undefined {
  return own.find(({ marker }) => !own.some((other) => isNewer(other.marker, marker)));
}

/**
 * Updates the first of `own`, and removes any others. Only two runs at the same time can have left those.
 *
 * @returns `null` if none of them exists any more
 */
async function replace(
  github: GitHub,
  request: Rendered,
  own: readonly OwnComment[],
): Promise<CommentResult | null> {
  const newer = own.find((comment) => isNewer(comment.marker, request.marker));
  if (newer !== undefined) return { kind: 'newer-exists', url: newer.url };
  for (const [index, comment] of own.entries()) {
    const result = await update(github, request, comment.id);
    if (result === null) continue;
    for (const other of own.slice(index + 1)) await remove(github, request.place, other.id);
    return result;
  }
  return null;
}

/**
 * Checks whether another run created its comment just before ours. If so, that one is kept, with the text of the newer
 * run. Both runs may check at the same time, but only one of them finds an earlier comment.
 *
 * @returns `null` if ours is kept
 */
async function yieldToEarlier(github: GitHub, request: Rendered, id: number): Promise<CommentResult | null> {
  try {
    const own = await findOwn(github, request.place, request.marker.key);
    const earlier = own.filter((comment) => comment.id < id);
    const result = await replace(github, request, earlier);
    if (result !== null) await remove(github, request.place, id);
    return result;
  } catch {
    // Our comment exists. If there are two, the next run removes one.
    return null;
  }
}

/** Our comments with `key` on all pages, oldest first. @throws what octokit throws */
async function findOwn(
  github: GitHub,
  { owner, repo, number }: CommentPlace,
  key: string,
): Promise<OwnComment[]> {
  const marked: (OwnComment & { author: string })[] = [];
  const pages = github.paginate.iterator(github.rest.issues.listComments, {
    owner,
    repo,
    issue_number: number,
    per_page: 100,
  });
  for await (const page of pages) {
    for (const { id, body = '', html_url: url, user } of page.data) {
      const marker = parseMarker(body);
      if (marker?.key === key) marked.push({ id, url, author: user?.login ?? '', marker, body });
    }
  }
  if (marked.length === 0) return [];
  const login = await ownLogin(github);
  return marked.filter(({ author }) => author === login).sort((a, b) => a.id - b.id);
}

/** The author of what the token writes. `viewer` works for every kind of token; REST's `/user` not for apps. */
export async function ownLogin(github: GitHub): Promise<string> {
  const answer = await github.graphql<{ viewer: { login: string } }>('query { viewer { login } }');
  return answer.viewer.login;
}

/** @returns `null` if the comment has been deleted in the meantime */
async function update(github: GitHub, request: Rendered, id: number): Promise<CommentResult | null> {
  const { place, marker, body } = request;
  const comment = { owner: place.owner, repo: place.repo, comment_id: id };
  try {
    // A newer run may have written since the comments were listed. GitHub has no conditional update.
    const { data: now } = await github.rest.issues.getComment(comment);
    const written = parseMarker(now.body ?? '');
    if (written !== null && isNewer(written, marker)) return { kind: 'newer-exists', url: now.html_url };
    const { data } = await github.rest.issues.updateComment({ ...comment, body });
    return { kind: 'updated', url: data.html_url };
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
}

async function create(github: GitHub, { place, body }: Rendered): Promise<{ id: number; url: string }> {
  const { owner, repo, number } = place;
  // Octokit would retry without checking whether the first request succeeded.
  const request = { retries: 0 };
  const { data } = await github.rest.issues.createComment({
    owner,
    repo,
    issue_number: number,
    body,
    request,
  });
  return { id: data.id, url: data.html_url };
}

/** Removes a comment that is one too many. If that fails, the next run removes it. */
async function remove(github: GitHub, { owner, repo }: CommentPlace, id: number): Promise<void> {
  try {
    await github.rest.issues.deleteComment({ owner, repo, comment_id: id });
  } catch {
    // Neither the verdict nor the comment that is kept depends on it.
  }
}
