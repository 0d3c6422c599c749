/** The pull request comment with the verdict. */

import type { StagePorts } from '../core/ports.ts';
import { wasSkipped } from '../gate/judgement.ts';
import { nullIfMissing } from '../github/api-error.ts';
import type { GitHubClient } from '../github/connect.ts';
import { type Conversation, encodeNote, findOurComments, type Note } from '../github/note.ts';
import { withRetries } from '../github/with-retries.ts';
import type { JudgedRun } from '../report/model.ts';
import { renderPage } from '../report/page/page.ts';
import type { RunSetup } from '../settings/setup.ts';
import { compareWithPost, noteOf, publishPost, type WriteResult } from './post.ts';
import type { Publication } from './publication.ts';
import { writeRunFile } from './run-files.ts';

/**
 * Writes the comment on the pull request, and the same text as a file.
 *
 * @param folder for the file; `null` for none
 * @returns `commentUrl`: also if a newer run wrote it; `null` if none is wanted
 */
export async function publishComment(
  publication: Publication,
  folder: string | null,
): Promise<{ commentUrl: string | null; commentPath: string | null }> {
  const { ports, judgedRun, publishedModel } = publication;
  const note = noteOf(judgedRun);
  const body = renderPage(publishedModel, 'comment', { hiddenLine: encodeNote(note) });
  const wanted = wantedComment(judgedRun);
  let commentUrl: string | null = null;
  if (wanted !== null) {
    const comment = { ...wanted, note, body };
    commentUrl = await publishPost('comment', publication, (github, githubPorts) =>
      upsertComment(github, comment, githubPorts),
    );
  }
  return { commentUrl, commentPath: await writeRunFile(ports, folder, 'comment.md', () => body) };
}

/** Where the comment belongs, and if a new one may be created; `null` for no comment. */
function wantedComment({ setup, judgement }: JudgedRun) {
  const { settings, context, pullRequest, loginOf } = setup;
  const { comment } = settings.policy;
  // The token of a skipped run may only read.
  if (pullRequest === null || wasSkipped(judgement) || comment === 'never') return null;
  const { owner, repo } = context;
  const conversation: Conversation = { owner, repo, issue_number: pullRequest.number };
  return { conversation, loginOf, mayCreate: comment === 'always' || judgement.verdict !== 'pass' };
}

/** Asks for the login that the comment needs, while the files are uploaded. A failure shows later. */
export function prefetchLogin({ judgedRun }: Publication): void {
  const { setup } = judgedRun;
  const isNeeded = setup.inputs['github-token'] !== '' && wantedComment(judgedRun) !== null;
  if (isNeeded)
    setup
      .connect()
      .then(setup.loginOf)
      .catch(() => undefined);
}

interface WantedComment extends Pick<RunSetup, 'loginOf'> {
  readonly conversation: Conversation;
  readonly note: Note;
  /** The whole comment, starting with the note. */
  readonly body: string;
  /** False: only update a comment that exists (`comment: on-failure` on a pass). */
  readonly mayCreate: boolean;
}

/**
 * Keeps one comment for each key: finds ours, compares, and writes. If the answer to a creation is lost, the next try
 * finds the comment. If two runs create one at the same time, the next run removes one.
 *
 * @returns `null` if there is no comment to update, and none may be created
 * @throws what octokit throws
 */
async function upsertComment(
  github: GitHubClient,
  { conversation, loginOf, note, body, mayCreate }: WantedComment,
  ports: StagePorts,
): Promise<WriteResult | null> {
  // GitHub has no conditional update. The login comes first, to keep the time between look and write short.
  const author = await loginOf(github);
  const write = async (isSecondLook = false): Promise<WriteResult | null> => {
    const [first, ...others] = await findOurComments(github, conversation, { key: note.key, author });
    if (first === undefined) {
      if (!mayCreate) return null;
      const { data } = await github.rest.issues.createComment({ ...conversation, body });
      return { kind: 'written', url: data.html_url };
    }
    const compared = [first, ...others].map((post) => ({ post, ...compareWithPost(post, note, body) }));
    const kept = compared.find(({ mayReplace }) => !mayReplace);
    if (kept !== undefined) return { kind: kept.kind, url: kept.post.html_url };
    const kind = compared.some((each) => each.kind === 'other-job') ? 'other-job' : 'written';
    const { owner, repo } = conversation;
    const update = github.rest.issues.updateComment({ owner, repo, comment_id: first.id, body });
    // Somebody has deleted it since. GitHub also says so to a token that may not write it, so this is tried once.
    const answer = isSecondLook ? await update : await nullIfMissing(update);
    if (answer === null) return write(true);
    for (const { id } of others) await removeComment(github, conversation, id);
    return { kind, url: answer.data.html_url };
  };
  return withRetries(() => write(), ports);
}

/** Removes a surplus comment. A failure is ignored: the next run tries again. */
async function removeComment(github: GitHubClient, { owner, repo }: Conversation, id: number): Promise<void> {
  await github.rest.issues.deleteComment({ owner, repo, comment_id: id }).catch(() => undefined);
}
