import { statusOf } from '../github/api-error.ts';
import type { GitHub } from '../github/client.ts';
import {
  isNewer,
  type Marker,
  type PreviousState,
  parseMarker,
  parseState,
} from '../report/previous-state.ts';

export interface CommentRequest {
  readonly place: CommentPlace;
  readonly marker: Marker;
  /**
   * Makes the whole comment, marker first. Called once, before anything is written.
   *
   * @param previous what the comment says so far; `null` where there is none
   */
  readonly render: (previous: PreviousState | null) => string;
  /** False leaves it at updating a comment that is there (`comment: on-failure` on a pass). */
  readonly create: boolean;
  /** Waits that many milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
}

/** A request whose comment is rendered. */
type Rendered = Pick<CommentRequest, 'place' | 'marker'> & { readonly body: string };

export type CommentResult =
  | { kind: 'created' | 'updated'; url: string }
  /** A later run has published already; its comment stays. */
  | { kind: 'newer-exists'; url: string }
  | { kind: 'not-wanted' };

/** How often a comment is created at most, looking each time whether the one before is there after all. */
const maxCreations = 2;
/** A comment whose creation got no answer is looked for after this time, in milliseconds. */
const lookAgainMs = 2_000;

/**
 * Keeps one comment per key: updates our own, or creates it. Ours is one with our marker written by us, since anybody can
 * write the marker. A creation whose answer is lost is looked up before it is tried again, and of two runs that create one
 * at the same time the later takes its own back, so that there is never a second comment.
 *
 * @throws what octokit throws
 */
export async function publishComment(github: GitHub, request: CommentRequest): Promise<CommentResult> {
  let failure: unknown = null;
  let rendered: Rendered | null = null;
  for (let creations = 0; ; creations += 1) {
    const own = await findOwn(github, request.place, request.marker.key);
    rendered ??= { ...request, body: request.render(newestState(own)) };
    const result = await replace(github, rendered, own);
    if (result !== null) return result;
    if (!request.create) return { kind: 'not-wanted' };
    if (creations === maxCreations) throw failure;
    try {
      const created = await create(github, rendered);
      return (await yieldToEarlier(github, rendered, created.id)) ?? { kind: 'created', url: created.url };
    } catch (error) {
      if (!mayHaveBeenCarriedOut(error)) throw error;
      failure = error;
      await request.pause(lookAgainMs);
    }
  }
}

/** True for an answer that is lost, or that says nothing about what was done. */
function mayHaveBeenCarriedOut(error: unknown): boolean {
  const status = statusOf(error);
  return status === null || status >= 500;
}

/**
 * Writes the body over the first of `own`, and removes any others, which only a race can have left.
 *
 * @returns `null` when none of them is there any more
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

/** @returns `null` when the comment has been deleted in the meantime */
async function update(github: GitHub, request: Rendered, id: number): Promise<CommentResult | null> {
  const { place, marker, body } = request;
  const { owner, repo } = place;
  try {
    // A newer run may have written since the comments were listed; GitHub knows no conditional update.
    const now = await readOwn(github, place, id);
    if (now.marker !== null && isNewer(now.marker, marker)) return { kind: 'newer-exists', url: now.url };
    const updated = await github.rest.issues.updateComment({ owner, repo, comment_id: id, body });
    return { kind: 'updated', url: updated.data.html_url };
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
}

async function create(github: GitHub, { place, body }: Rendered): Promise<{ id: number; url: string }> {
  const { owner, repo, number } = place;
  // Octokit would repeat it without looking whether the first one was carried out.
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

/**
 * Looks whether another run created its comment just before ours: then that one is kept, with the body of the newer run.
 * Both may look at the same time, but only one of them finds an earlier comment than its own.
 *
 * @returns `null` when ours stays
 */
async function yieldToEarlier(github: GitHub, request: Rendered, id: number): Promise<CommentResult | null> {
  try {
    const earlier = await findOwn(github, request.place, request.marker.key);
    const result = await replace(
      github,
      request,
      earlier.filter((comment) => comment.id < id),
    );
    if (result !== null) await remove(github, request.place, id);
    return result;
  } catch {
    // Ours is written. Should there be two of them, the next run removes one.
    return null;
  }
}

/** Removes a superfluous comment. One that cannot be removed is left to the next run. */
async function remove(github: GitHub, { owner, repo }: CommentPlace, id: number): Promise<void> {
  try {
    await github.rest.issues.deleteComment({ owner, repo, comment_id: id });
  } catch {
    // Nothing that the verdict or the comment that stays would depend on.
  }
}

export interface CommentPlace {
  readonly owner: string;
  readonly repo: string;
  /** Number of the pull request. */
  readonly number: number;
}

/** A comment that this action wrote with this token. */
export interface OwnComment {
  readonly id: number;
  readonly url: string;
  readonly marker: Marker;
  /** What it says; `null` where it tells nothing of that. */
  readonly state: PreviousState | null;
}

/** Our comments with `key`, over all pages, oldest first. @throws what octokit throws */
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
    for (const { id, body, html_url: url, user } of page.data) {
      const marker = parseMarker(body ?? '');
      if (marker?.key !== key) continue;
      marked.push({ id, url, author: user?.login ?? '', marker, state: parseState(body ?? '') });
    }
  }
  if (marked.length === 0) return [];
  const login = await ownLogin(github);
  return marked.filter(({ author }) => author === login).sort((a, b) => a.id - b.id);
}

/** What the newest of `own` says; `null` where there is none. */
function newestState(own: readonly Pick<OwnComment, 'marker' | 'state'>[]): PreviousState | null {
  const newest = own.find(({ marker }) => !own.some((other) => isNewer(other.marker, marker)));
  return newest?.state ?? null;
}

/** What the comment says now; `marker` is `null` where somebody has edited it away. @throws what octokit throws */
async function readOwn(
  github: GitHub,
  { owner, repo }: CommentPlace,
  id: number,
): Promise<{ url: string; marker: Marker | null }> {
  const { data } = await github.rest.issues.getComment({ owner, repo, comment_id: id });
  return { url: data.html_url, marker: parseMarker(data.body ?? '') };
}

/** As whom the token writes. `viewer` answers for every kind of token; REST's `/user` refuses those of apps. */
export async function ownLogin(github: GitHub): Promise<string> {
  const answer = await github.graphql<{ viewer: { login: string } }>('query { viewer { login } }');
  return answer.viewer.login;
}
