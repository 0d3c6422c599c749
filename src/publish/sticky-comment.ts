import { httpStatusOf } from '../github/api-error.ts';
import type { GitHub } from '../github/connect.ts';
import { isNewer } from '../github/context.ts';
import { ownLogin } from '../github/own-login.ts';
import {
  type Marker,
  nothingWritten,
  type OwnText,
  readOwnText,
  type Written,
} from '../report/hidden-state.ts';
import type { ScanTie } from '../scan/scan-tie.ts';

export interface CommentRequest {
  readonly place: CommentPlace;
  readonly marker: Marker;
  /** From a moment ago: GitHub has no conditional update, so a newer run may write in between. */
  readonly found: FoundComments;
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

/** Our comment, once this run has written it: it need not be searched for again. */
export interface WrittenComment {
  readonly id: number;
  /** Login of the author; `null` if GitHub does not say. */
  readonly author: string | null;
}

/** Our comments with one key, oldest first. More than one only if two runs wrote at the same time. */
export interface FoundComments {
  readonly own: readonly OwnComment[];
  /** Login of the author of what the token writes; `null` if it was not needed. */
  readonly author: string | null;
}

export type CommentResult =
  | { kind: 'created' | 'updated'; url: string; comment: WrittenComment }
  /** A newer run has written the comment, which is kept. */
  | { kind: 'newer-exists'; url: string }
  | { kind: 'not-wanted' };

/** A request with its rendered comment. */
type Rendered = Pick<CommentRequest, 'place' | 'marker'> & { readonly body: string };

/** A comment that this action wrote with this token. */
interface OwnComment {
  readonly id: number;
  readonly url: string;
  readonly text: OwnText;
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
export async function keepComment(github: GitHub, request: CommentRequest): Promise<CommentResult> {
  const { place, marker } = request;
  let { found } = request;
  let failure: unknown = null;
  const body = request.render(newestOf(found.own) ?? nothingWritten);
  const rendered: Rendered = { place, marker, body };
  for (let creations = 0; ; creations += 1) {
    const result = await replace(github, rendered, found.own);
    if (result !== null) return result;
    if (!request.create) return { kind: 'not-wanted' };
    if (creations === maxCreations) throw failure;
    try {
      const { url, comment } = await create(github, rendered);
      return (await yieldToEarlier(github, rendered, comment)) ?? { kind: 'created', url, comment };
    } catch (error) {
      if (!mayHaveBeenCreated(error)) throw error;
      failure = error;
      await request.pause(lookAgainMs);
      found = await findComments(github, place, marker.key, { author: found.author });
    }
  }
}

/** True if there was no answer, or one that does not say what was done. */
function mayHaveBeenCreated(error: unknown): boolean {
  const status = httpStatusOf(error);
  return status === null || status >= 500;
}

/** The scan that our comment with `key` names; `null` if it names none. @throws what octokit throws */
export async function readTie(github: GitHub, place: CommentPlace, key: string): Promise<ScanTie | null> {
  return newestOf((await findComments(github, place, key)).own)?.tie ?? null;
}

function newestOf(own: readonly OwnComment[]): OwnText | undefined {
  return own.find(({ text }) => !own.some((other) => isNewer(other.text.marker, text.marker)))?.text;
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
  const newer = own.find((comment) => isNewer(comment.text.marker, request.marker));
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
async function yieldToEarlier(
  github: GitHub,
  request: Rendered,
  { id, author }: WrittenComment,
): Promise<CommentResult | null> {
  try {
    const { own } = await findComments(github, request.place, request.marker.key, { author });
    const earlier = own.filter((comment) => comment.id < id);
    const result = await replace(github, request, earlier);
    if (result !== null) await remove(github, request.place, id);
    return result;
  } catch {
    // Our comment exists. If there are two, the next run removes one.
    return null;
  }
}

/**
 * Reads the comment that this run wrote, or finds our comments on all pages of the pull request. Who wrote our marker
 * is asked only if somebody did.
 *
 * @param written the comment that this run wrote, or only who writes its comments
 * @throws what octokit throws
 */
export async function findComments(
  github: GitHub,
  place: CommentPlace,
  key: string,
  written: { readonly id?: number; readonly author: string | null } = { author: null },
): Promise<FoundComments> {
  const { owner, repo, number } = place;
  const { author } = written;
  const own = written.id === undefined ? null : await readComment(github, place, written.id);
  if (own?.text.marker.key === key) return { own: [own], author };
  const marked: (OwnComment & { writer: string })[] = [];
  const pages = github.paginate.iterator(github.rest.issues.listComments, {
    owner,
    repo,
    issue_number: number,
    per_page: 100,
  });
  for await (const page of pages) {
    for (const { id, body = '', html_url: url, user } of page.data) {
      const text = readOwnText(body);
      if (text?.marker.key === key) marked.push({ id, url, writer: user?.login ?? '', text });
    }
  }
  if (marked.length === 0) return { own: [], author };
  const login = author ?? (await ownLogin(github));
  const byUs = marked.filter(({ writer }) => writer === login).sort((a, b) => a.id - b.id);
  return { own: byUs, author: login };
}

/** `null` if it has been deleted, or has lost its marker. */
async function readComment(
  github: GitHub,
  { owner, repo }: CommentPlace,
  id: number,
): Promise<OwnComment | null> {
  try {
    const { data } = await github.rest.issues.getComment({ owner, repo, comment_id: id });
    const { body = '', html_url: url } = data;
    const text = readOwnText(body);
    return text === null ? null : { id, url, text };
  } catch (error) {
    if (httpStatusOf(error) === 404) return null;
    throw error;
  }
}

/** @returns `null` if the comment has been deleted in the meantime */
async function update(github: GitHub, { place, body }: Rendered, id: number): Promise<CommentResult | null> {
  const { owner, repo } = place;
  try {
    const { data } = await github.rest.issues.updateComment({ owner, repo, comment_id: id, body });
    return { kind: 'updated', url: data.html_url, comment: { id, author: data.user?.login ?? null } };
  } catch (error) {
    if (httpStatusOf(error) === 404) return null;
    throw error;
  }
}

async function create(
  github: GitHub,
  { place, body }: Rendered,
): Promise<{ url: string; comment: WrittenComment }> {
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
  return { url: data.html_url, comment: { id: data.id, author: data.user?.login ?? null } };
}

/** Removes a comment that is one too many. If that fails, the next run removes it. */
async function remove(github: GitHub, { owner, repo }: CommentPlace, id: number): Promise<void> {
  try {
    await github.rest.issues.deleteComment({ owner, repo, comment_id: id });
  } catch {
    // Neither the verdict nor the comment that is kept depends on it.
  }
}
