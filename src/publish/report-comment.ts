/** The pull request comment with the verdict. */
import { bounded } from '../core/bounded.ts';
import { isSkipped } from '../gate/verdict.ts';
import { commentLimitMs } from '../github/connect.ts';
import { keyDigest } from '../inputs/comment-key.ts';
import { renderComment } from '../report/comment/comment.ts';
import { withPreviousReport } from '../report/comment/sections/history.ts';
import type { ReportFiles } from '../report/model.ts';
import {
  hiddenLines,
  keepsPrevious,
  nothingWritten,
  stateOf,
  type Written,
} from '../report/previous-state.ts';
import { adviseOnGitHub, commentSink, warnOnFailure } from './failure-advice.ts';
import { fileFailure, writeReportFile } from './files.ts';
import {
  markerOf,
  type PublishContext,
  type RunResult,
  redactBody,
  shownModel,
  shownWritten,
  tieOf,
} from './publish-context.ts';
import {
  type CommentPlace,
  type CommentRequest,
  type FoundComments,
  findComments,
  publishComment,
} from './sticky-comment.ts';

/** Our comments as they were at `readAt`, in milliseconds since the Unix epoch. */
export type LookedUp = FoundComments & { readonly readAt: number };

/** A newer run may have written since comments were looked up, so they are looked up again after this time. */
const freshMs = 2_000;

/** Looks up the comment while the files are made. `null` where none is wanted. Rejects with what octokit throws. */
export async function lookUpComment(context: PublishContext): Promise<LookedUp | null> {
  const place = commentPlace(context.result);
  return place === null || context.result.inputs.github.token === '' ? null : lookUp(context, place);
}

async function lookUp({ world, result }: PublishContext, place: CommentPlace): Promise<LookedUp> {
  const limits = { signal: world.givenUp, limitMs: commentLimitMs };
  const known = (await result.liveComment) ?? undefined;
  const find = async () => findComments(await result.github(), place, keyDigest(result.key), known);
  const found = await bounded(find, limits);
  return { ...found, readAt: world.clock.now() };
}

/** Where the comment belongs; `null` where none is wanted. A run without secrets also has no token that may comment. */
function commentPlace({ settings, pullRequest, assessment, context }: RunResult): CommentPlace | null {
  const isWanted = settings.reports.comment !== 'never' && !isSkipped(assessment);
  if (pullRequest.kind !== 'known' || !isWanted) return null;
  return { owner: context.owner, repo: context.repo, number: pullRequest.number };
}

/**
 * Writes the comment on the pull request, and the same text as a file.
 *
 * @param before what {@link lookUpComment} returned
 */
export async function publishReport(
  context: PublishContext,
  files: ReportFiles,
  before: Promise<LookedUp | null>,
): Promise<{ commentUrl: string | null; summaryPath: string | null }> {
  const { folder, texts, world, result } = context;
  let body: string | null = null;
  const render = (written: Written) => {
    const previous = shownWritten(result, written);
    const model = shownModel(context, files, previous);
    const head = hiddenLines(markerOf(result), stateOf(model), tieOf(result, result.outcome) ?? previous.tie);
    const text = renderComment(model, texts, { marker: head });
    const isKept = keepsPrevious(previous.state, model.assessment.verdict.outcome);
    const whole = isKept ? withPreviousReport(text, previous, texts) : text;
    body ??= redactBody(world, head, whole);
    return body;
  };
  const commentUrl = await warnOnFailure(
    world.log,
    () => writeComment(context, render, before),
    (error) => adviseOnGitHub(error, commentSink, texts),
  );
  const write = async () =>
    folder === null ? null : writeReportFile(folder, 'report.md', body ?? render(nothingWritten));
  return { commentUrl, summaryPath: await warnOnFailure(world.log, write, fileFailure(context)) };
}

/** @returns the URL of the comment, even if a newer run wrote it; `null` if none is wanted */
async function writeComment(
  context: PublishContext,
  render: CommentRequest['render'],
  before: Promise<LookedUp | null>,
): Promise<string | null> {
  const { world, result, texts } = context;
  const place = commentPlace(result);
  if (place === null) return null;
  if (result.inputs.github.token === '') {
    world.log.notice(texts.publishing.noToken.comment());
    return null;
  }
  const { comment: when } = result.settings.reports;
  const write = async () => {
    const found = await before;
    const isFresh = found !== null && world.clock.now() - found.readAt <= freshMs;
    return publishComment(await result.github(), {
      place,
      marker: markerOf(result),
      found: isFresh ? found : await lookUp(context, place),
      render,
      create: when === 'always' || result.assessment.verdict.outcome !== 'pass',
      pause: (ms: number) => world.clock.sleep(ms, world.givenUp),
    });
  };
  const written = await bounded(write, { signal: world.givenUp, limitMs: commentLimitMs });
  if (written.kind === 'newer-exists') world.log.notice(texts.publishing.newer.comment(written.url));
  return 'url' in written ? written.url : null;
}
