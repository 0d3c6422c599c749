import type { StageContext } from '../core/ports.ts';
import { nullIfMissing } from '../github/api-error.ts';
import { type GitHub, ownLogin } from '../github/connect.ts';
import { isNewer } from '../github/context.ts';
import { withRetries } from '../github/with-retries.ts';
import {
  type EarlierText,
  noEarlierText,
  type OwnText,
  readOwnText,
  type TextOfRun,
} from '../report/hidden-state.ts';
import type { ScanTie } from '../scan/scan-tie.ts';
import { isOtherJobs, whyKept } from './authorship.ts';

export interface CommentRequest {
  readonly place: CommentPlace;
  readonly by: TextOfRun;
  /** Finds our comments as they are now. GitHub has no conditional update: a newer run may still write in between. */
  readonly find: () => Promise<FoundComments>;
  /**
   * Renders the whole comment, starting with the marker. Called once, before anything is written.
   *
   * @param earlier what the current comment says, of which we are the author
   */
  readonly render: (earlier: EarlierText) => string;
  /** False: only update a comment that exists (`comment: on-failure` on a pass). */
  readonly create: boolean;
  readonly stage: StageContext;
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
  /** `isShared`: it replaced the verdict of another job with the same key. */
  | { kind: 'created' | 'updated'; url: string; comment: WrittenComment; isShared: boolean }
  /** A newer run or another job has written the comment, which is kept. */
  | { kind: 'newer-run' | 'other-job'; url: string }
  | { kind: 'not-wanted' };

/** A comment that was written. */
interface Kept {
  readonly url: string;
  readonly comment: WrittenComment;
}

/** A request with its rendered comment. */
type Rendered = Pick<CommentRequest, 'place' | 'by'> & { readonly body: string };

/** A comment that this action wrote with this token. */
interface OwnComment {
  readonly id: number;
  readonly url: string;
  readonly body: string;
  readonly text: OwnText;
}

/**
 * Keeps one comment per key: updates our own comment, or creates it. Ours has our marker and our author: anybody can
 * write the marker. If the answer to a creation is lost, the comment is looked for before another is created. If two
 * runs create one at the same time, the later one is removed. So there is never a second comment.
 *
 * @throws what octokit throws
 */
export async function keepComment(github: GitHub, request: CommentRequest): Promise<CommentResult> {
  const { place, by, stage } = request;
  let body: string | null = null;
  const attempt = async (): Promise<CommentResult> => {
    const { own } = await request.find();
    body ??= request.render(newestOf(own) ?? noEarlierText);
    const rendered: Rendered = { place, by, body };
    const result = await replace(github, rendered, own);
    if (result !== null) return result;
    if (!request.create) return { kind: 'not-wanted' };
    const { url, comment } = await create(github, rendered);
    const earlier = await yieldToEarlier(github, rendered, comment);
    return earlier ?? { kind: 'created', url, comment, isShared: false };
  };
  return withRetries(attempt, stage);
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
  // One with our own text is a write whose answer was lost.
  const others = own.filter(({ body }) => body !== request.body);
  for (const { text, url } of others) {
    const kind = whyKept(text, request.by);
    if (kind !== null) return { kind, url };
  }
  const isShared = others.some(({ text }) => isOtherJobs(text, request.by));
  for (const [index, comment] of own.entries()) {
    const updated = await update(github, request, comment.id);
    if (updated === null) continue;
    for (const other of own.slice(index + 1)) await remove(github, request.place, other.id);
    return { kind: 'updated', ...updated, isShared };
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
    const { own } = await findComments(github, request.place, request.by.marker.key, { author });
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
 * Reads the comment that this run wrote, or finds our comments on all pages of the pull request. Our login is asked for only
 * if a comment has our marker.
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
  const all = { owner, repo, issue_number: number, per_page: 100 };
  for await (const page of github.paginate.iterator(github.rest.issues.listComments, all)) {
    for (const { id, body = '', html_url: url, user } of page.data) {
      const text = readOwnText(body);
      if (text?.marker.key === key) marked.push({ id, url, writer: user?.login ?? '', body, text });
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
  const answer = await nullIfMissing(github.rest.issues.getComment({ owner, repo, comment_id: id }));
  if (answer === null) return null;
  const { body = '', html_url: url } = answer.data;
  const text = readOwnText(body);
  return text === null ? null : { id, url, body, text };
}

/** @returns `null` if the comment has been deleted in the meantime */
async function update(github: GitHub, { place, body }: Rendered, id: number): Promise<Kept | null> {
  const { owner, repo } = place;
  const answer = await nullIfMissing(github.rest.issues.updateComment({ owner, repo, comment_id: id, body }));
  if (answer === null) return null;
  const { html_url: url, user } = answer.data;
  return { url, comment: { id, author: user?.login ?? null } };
}

async function create(github: GitHub, { place, body }: Rendered): Promise<Kept> {
  const { owner, repo, number } = place;
  const { data } = await github.rest.issues.createComment({ owner, repo, issue_number: number, body });
  return { url: data.html_url, comment: { id: data.id, author: data.user?.login ?? null } };
}

/** Removes a comment that is one too many. If that fails, the next run removes it. */
async function remove(github: GitHub, { owner, repo }: CommentPlace, id: number): Promise<void> {
  try {
    await github.rest.issues.deleteComment({ owner, repo, comment_id: id });
  } catch {
    // Neither the verdict nor the comment that is kept depends on the removal.
  }
}
