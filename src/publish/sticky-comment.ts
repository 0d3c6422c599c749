import type { StagePorts } from '../core/ports.ts';
import { nullIfMissing } from '../github/api-error.ts';
import { type GitHub, ownLogin } from '../github/connect.ts';
import { isNewer } from '../github/context.ts';
import { withRetries } from '../github/with-retries.ts';
import {
  type EarlierText,
  noEarlierText,
  type OwnText,
  type RunStamp,
  readOwnText,
} from '../report/hidden-line.ts';
import type { ScanTie } from '../scan/scan-tie.ts';
import { conflictOf } from './authorship.ts';

export interface CommentRequest {
  readonly conversation: Conversation;
  readonly stamp: RunStamp;
  /** The comment that this run has written; `null` if it has written none. Spares the search. */
  readonly written: WrittenComment | null;
  /**
   * Renders the whole comment, starting with the marker. Called once, before anything is written.
   *
   * @param earlier what our comment says now
   */
  readonly render: (earlier: EarlierText) => string;
  /** False: only update a comment that exists (`comment: on-failure` on a pass). */
  readonly create: boolean;
}

export interface Conversation {
  readonly owner: string;
  readonly repo: string;
  /** Number of the pull request. */
  readonly number: number;
}

/** A comment that this run wrote. */
export interface WrittenComment {
  readonly id: number;
  readonly url: string;
  /** Login of the author; `null` if GitHub does not say. */
  readonly author: string | null;
}

export type CommentResult =
  /** `shared`: updated, over the verdict of another job with the same key. */
  | ({ kind: 'created' | 'updated' | 'shared' } & WrittenComment)
  /** A newer run or another job has written the comment, which is kept. */
  | { kind: 'newer-run' | 'other-job'; url: string }
  | { kind: 'not-wanted' };

/** A request with its rendered comment. */
type Rendered = Pick<CommentRequest, 'conversation' | 'stamp'> & { readonly body: string };

/** A comment that this action wrote with this token. */
interface OwnComment {
  readonly id: number;
  readonly url: string;
  readonly body: string;
  /** What `body` says. */
  readonly parsed: OwnText;
}

/**
 * Keeps one comment per key: updates our own comment, or creates it. Ours has our marker and our author: anybody can
 * write the marker. If the answer to a creation is lost, the comment is looked for before another is created. If two
 * runs create one at the same time, the later one is removed. So there is never a second comment.
 *
 * @throws what octokit throws
 */
export async function upsertComment(
  github: GitHub,
  request: CommentRequest,
  ports: StagePorts,
): Promise<CommentResult> {
  const { conversation, stamp, written } = request;
  const { key } = stamp.marker;
  let author = written?.author ?? null;
  let body: string | null = null;
  const write = async (): Promise<CommentResult> => {
    // GitHub has no conditional update, so a newer run may write between our look and our write. To keep that time short, we ask
    // for our login first.
    author ??= await ownLogin(github);
    const comment = written === null ? null : await readComment(github, conversation, written.id);
    const isFound = comment?.parsed.marker.key === key;
    const own = isFound ? [comment] : await findComments(github, conversation, key, author);
    body ??= request.render(newestOf(own) ?? noEarlierText);
    const rendered: Rendered = { conversation, stamp, body };
    const result = await replace(github, rendered, own);
    if (result !== null) return result;
    if (!request.create) return { kind: 'not-wanted' };
    const created = await create(github, rendered);
    const earlier = await yieldToEarlier(github, rendered, created);
    return earlier ?? { kind: 'created', ...created };
  };
  return withRetries(write, ports);
}

/** The scan that our comment with `key` names; `null` if it names none. @throws what octokit throws */
export async function tieInComment(
  github: GitHub,
  conversation: Conversation,
  key: string,
): Promise<ScanTie | null> {
  return newestOf(await findComments(github, conversation, key))?.tie ?? null;
}

/** What the comment of the newest run says. */
function newestOf(own: readonly OwnComment[]): OwnText | undefined {
  const all = own.map(({ parsed }) => parsed);
  return all.find(({ marker }) => !all.some((other) => isNewer(other.marker, marker)));
}

/**
 * Updates the first of `own`, and removes any others.
 *
 * @returns `null` if none of them exists any more
 */
async function replace(
  github: GitHub,
  request: Rendered,
  own: readonly OwnComment[],
): Promise<CommentResult | null> {
  const conflicts = own.map((comment) => ({ kind: conflictOf(comment, request), url: comment.url }));
  for (const { kind, url } of conflicts)
    if (kind === 'newer-run' || kind === 'other-job') return { kind, url };
  const isShared = conflicts.some(({ kind }) => kind === 'shared');
  for (const [index, { id }] of own.entries()) {
    const updated = await update(github, request, id);
    if (updated === null) continue;
    for (const other of own.slice(index + 1)) await remove(github, request.conversation, other.id);
    return { kind: isShared ? 'shared' : 'updated', ...updated };
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
  const { conversation, stamp } = request;
  try {
    const own = await findComments(github, conversation, stamp.marker.key, author);
    const earlier = own.filter((comment) => comment.id < id);
    const result = await replace(github, request, earlier);
    if (result !== null) await remove(github, conversation, id);
    return result;
  } catch {
    // Our comment exists. If there are two, the next run removes one.
    return null;
  }
}

/**
 * Our comments with the key, oldest first. More than one only if two runs wrote at the same time.
 *
 * @param author the login of this token; asked for if it is needed and not given
 */
async function findComments(
  github: GitHub,
  conversation: Conversation,
  key: string,
  author: string | null = null,
): Promise<readonly OwnComment[]> {
  const { owner, repo, number } = conversation;
  const marked: (OwnComment & { author: string })[] = [];
  const all = { owner, repo, issue_number: number, per_page: 100 };
  for await (const page of github.paginate.iterator(github.rest.issues.listComments, all)) {
    for (const { id, body = '', html_url: url, user } of page.data) {
      const parsed = readOwnText(body);
      if (parsed?.marker.key === key) marked.push({ id, url, author: user?.login ?? '', body, parsed });
    }
  }
  if (marked.length === 0) return [];
  const ourAuthor = author ?? (await ownLogin(github));
  return marked.filter((comment) => comment.author === ourAuthor).sort((a, b) => a.id - b.id);
}

/** `null` if it has been deleted, or has lost its marker. */
async function readComment(
  github: GitHub,
  { owner, repo }: Conversation,
  id: number,
): Promise<OwnComment | null> {
  const answer = await nullIfMissing(github.rest.issues.getComment({ owner, repo, comment_id: id }));
  if (answer === null) return null;
  const { body = '', html_url: url } = answer.data;
  const parsed = readOwnText(body);
  return parsed === null ? null : { id, url, body, parsed };
}

/** @returns `null` if the comment has been deleted in the meantime */
async function update(
  github: GitHub,
  { conversation: { owner, repo }, body }: Rendered,
  id: number,
): Promise<WrittenComment | null> {
  const answer = await nullIfMissing(github.rest.issues.updateComment({ owner, repo, comment_id: id, body }));
  if (answer === null) return null;
  const { html_url: url, user } = answer.data;
  return { id, url, author: user?.login ?? null };
}

async function create(github: GitHub, { conversation, body }: Rendered): Promise<WrittenComment> {
  const { owner, repo, number } = conversation;
  const { data } = await github.rest.issues.createComment({ owner, repo, issue_number: number, body });
  return { id: data.id, url: data.html_url, author: data.user?.login ?? null };
}

/** Removes a comment that is one too many. */
async function remove(github: GitHub, { owner, repo }: Conversation, id: number): Promise<void> {
  try {
    await github.rest.issues.deleteComment({ owner, repo, comment_id: id });
  } catch {
    // Neither the verdict nor the comment that is kept depends on it. The next run tries again.
  }
}
