/** The pull request comment with the verdict. */
import { bounded } from '../core/bounded.ts';
import { isSkipped } from '../gate/verdict.ts';
import { commentLimitMs } from '../github/connect.ts';
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
  findComments,
  ownLogin,
  publishComment,
} from './sticky-comment.ts';

/**
 * Asks who the author of our comments is, while the files are made. `null` where that is not needed, and where it failed: it
 * is then asked again where it matters.
 */
export async function askAuthor({ world, result }: PublishContext): Promise<string | null> {
  const isWanted = commentPlace(result) !== null && result.inputs.github.token !== '';
  if (!isWanted || (await result.liveComment) !== null) return null;
  const ask = async () => ownLogin(await result.github());
  return bounded(ask, { signal: world.givenUp, limitMs: commentLimitMs }).catch(() => null);
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
 * @param author what {@link askAuthor} returned
 */
export async function publishReport(
  context: PublishContext,
  files: ReportFiles,
  author: Promise<string | null>,
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
    () => writeComment(context, render, author),
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
  author: Promise<string | null>,
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
    const [github, marker] = [await result.github(), markerOf(result)];
    // Read last: a newer run may have written in the meantime, and GitHub has no conditional update.
    const known = (await result.liveComment) ?? { author: await author };
    return publishComment(github, {
      place,
      marker,
      found: await findComments(github, place, marker.key, known),
      render,
      create: when === 'always' || result.assessment.verdict.outcome !== 'pass',
      pause: (ms: number) => world.clock.sleep(ms, world.givenUp),
    });
  };
  const written = await bounded(write, { signal: world.givenUp, limitMs: commentLimitMs });
  if (written.kind === 'newer-exists') world.log.notice(texts.publishing.newer.comment(written.url));
  return 'url' in written ? written.url : null;
}
