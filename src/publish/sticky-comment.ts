/** Keeps one comment for each key, even if several runs write at the same time. */

import { describeGitHubFault } from '../core/github-fault.ts';
import type { RunPorts, StagePorts } from '../core/ports.ts';
import { withinLimit } from '../core/time-limit.ts';
import { gitHubFaultOf, nullIfMissing } from '../github/api-error.ts';
import type { GitHubClient } from '../github/connect.ts';
import { isNewer } from '../github/context.ts';
import { withRetries } from '../github/with-retries.ts';
import type { RunSetup, StepSetup } from '../prepare/prepare.ts';
import { type EarlierPost, noEarlierPost, type PostStamp } from '../report/hidden-line.ts';
import type { NotedScan } from '../scan/noted-scan.ts';
import {
  conflictOf,
  keepsTheirs,
  markerOf,
  type OwnPost,
  ownPostsIn,
  type WriteResult,
} from './own-posts.ts';
import { type Conversation, conversationOf } from './sinks.ts';

export interface WantedComment {
  readonly conversation: Conversation;
  readonly stamp: PostStamp;
  readonly loginOf: StepSetup['loginOf'];
  /**
   * Renders the whole comment, starting with the hidden line. Called once, before anything is written.
   *
   * @param earlier what the comment says now
   */
  readonly render: (earlier: EarlierPost) => string;
  /** False: only update a comment that exists (`comment: on-failure` on a pass). */
  readonly mayCreate: boolean;
}

type CommentToWrite = WantedComment & { readonly body: string };

interface OwnComment extends OwnPost {
  readonly id: number;
}

/**
 * Keeps one comment per key: updates the comment of this action, or creates it. If the answer to a creation is lost,
 * the next try looks for the comment before it creates another. If two runs create a comment at the same time, the
 * later comment is removed. A second comment stays only if GitHub fails meanwhile, and only until the next run.
 *
 * @returns `null` if there is no comment to update, and none may be created
 * @throws what octokit throws
 */
export async function upsertComment(
  github: GitHubClient,
  wanted: WantedComment,
  ports: StagePorts,
): Promise<WriteResult | null> {
  const { conversation } = wanted;
  let body: string | null = null;
  const write = async (): Promise<WriteResult | null> => {
    const ownComments = await findOwnComments(github, wanted, wanted.stamp.marker);
    body ??= wanted.render(newestOf(ownComments) ?? noEarlierPost);
    const comment = { ...wanted, body };
    const result = await replace(github, comment, ownComments);
    if (result !== null) return result;
    if (!wanted.mayCreate) return null;
    const { data } = await github.rest.issues.createComment({ ...conversation, body });
    const earlier = await yieldToEarlier(github, comment, data.id);
    return earlier ?? { kind: 'written', url: data.html_url };
  };
  return withRetries(write, ports);
}

/** Longest wait for GitHub's answers when the noted scan is read. */
const readLimitMs = 30_000;

/**
 * The scan that the comment of this action names; `null` if it names none or cannot be read, so that a new scan is
 * started.
 */
export async function readNotedScan(
  setup: RunSetup,
  { cancelled: signal, log }: RunPorts,
): Promise<NotedScan | null> {
  const conversation = conversationOf(setup);
  if (conversation === null || setup.inputs.github.token === '') return null;
  const read = async () => {
    const place = { conversation, loginOf: setup.loginOf };
    const ownComments = await findOwnComments(await setup.github(), place, markerOf(setup));
    return newestOf(ownComments)?.notedScan ?? null;
  };
  try {
    return await withinLimit(read, { signal, limitMs: readLimitMs });
  } catch (error) {
    signal.throwIfAborted();
    const { what } = describeGitHubFault(gitHubFaultOf(error), '');
    log.info(`The pull request comment could not be read (${what}), so no scan is taken up by it.`);
    return null;
  }
}

/** The comment of the newest run. */
function newestOf(ownComments: readonly OwnComment[]): OwnComment | undefined {
  return ownComments.find(({ marker }) => !ownComments.some((other) => isNewer(other.marker, marker)));
}

/**
 * Updates the first of `own`, and removes any others.
 *
 * @returns `null` if none of them exists any more
 */
async function replace(
  github: GitHubClient,
  { conversation, stamp, body }: CommentToWrite,
  ownComments: readonly OwnComment[],
): Promise<WriteResult | null> {
  const { owner, repo } = conversation;
  const conflicts = ownComments.map((comment) => ({
    kind: conflictOf(comment, { ...stamp, body }),
    url: comment.html_url,
  }));
  for (const { kind, url } of conflicts) if (keepsTheirs(kind)) return { kind, url };
  const isShared = conflicts.some(({ kind }) => kind === 'shared');
  for (const [index, { id }] of ownComments.entries()) {
    const update = github.rest.issues.updateComment({ owner, repo, comment_id: id, body });
    const answer = await nullIfMissing(update);
    // Somebody has deleted it in the meantime.
    if (answer === null) continue;
    for (const other of ownComments.slice(index + 1)) await remove(github, conversation, other.id);
    return { kind: isShared ? 'shared' : 'written', url: answer.data.html_url };
  }
  return null;
}

/**
 * Checks whether another run created its comment just before this one. If so, the earlier comment is kept, with the
 * text of the newer run. Both runs may check at the same time, but only one of them finds an earlier comment.
 *
 * @returns `null` if the comment of this run is kept
 */
async function yieldToEarlier(
  github: GitHubClient,
  comment: CommentToWrite,
  id: number,
): Promise<WriteResult | null> {
  try {
    const ownComments = await findOwnComments(github, comment, comment.stamp.marker);
    const earlier = ownComments.filter((other) => other.id < id);
    const result = await replace(github, comment, earlier);
    if (result !== null) await remove(github, comment.conversation, id);
    return result;
  } catch {
    // The comment of this run exists. If there are two comments, the next run removes one.
    return null;
  }
}

/**
 * The comments of this action with the key, oldest first. There is more than one only if two runs wrote at the same
 * time.
 */
async function findOwnComments(
  github: GitHubClient,
  { conversation, loginOf }: Pick<WantedComment, 'conversation' | 'loginOf'>,
  { key }: PostStamp['marker'],
): Promise<readonly OwnComment[]> {
  // GitHub has no conditional update, so a newer run may write between the search and the write. To keep that time
  // short, the login is fetched first.
  const author = await loginOf(github);
  const all = { ...conversation, per_page: 100 };
  const ownComments = await github.paginate(github.rest.issues.listComments, all, ({ data }) =>
    ownPostsIn(data, key, author),
  );
  return ownComments.toSorted((a, b) => a.id - b.id);
}

/** Removes a surplus comment. A failure is ignored. */
async function remove(github: GitHubClient, { owner, repo }: Conversation, id: number): Promise<void> {
  try {
    await github.rest.issues.deleteComment({ owner, repo, comment_id: id });
  } catch {
    // Neither the verdict nor the kept comment depends on the removal. The next run tries again.
  }
}
