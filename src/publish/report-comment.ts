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
  redactBody,
  shownModel,
  shownWritten,
  tieOf,
} from './publish-context.ts';
import { type CommentRequest, publishComment } from './sticky-comment.ts';

/** Writes the comment on the pull request, and the same text as a file. */
export async function publishReport(
  context: PublishContext,
  files: ReportFiles,
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
    () => writeComment(context, render),
    (error) => adviseOnGitHub(error, commentSink, texts),
  );
  const write = async () =>
    folder === null ? null : writeReportFile(folder, 'report.md', body ?? render(nothingWritten));
  return { commentUrl, summaryPath: await warnOnFailure(world.log, write, fileFailure(context)) };
}

/** @returns the URL of the comment, even if a newer run wrote it; `null` if none is wanted */
async function writeComment(
  { world, result, texts }: PublishContext,
  render: CommentRequest['render'],
): Promise<string | null> {
  const { comment: when } = result.settings.reports;
  const { owner, repo } = result.context;
  const { pullRequest, assessment } = result;
  // A run without secrets also has no token that may comment.
  if (pullRequest.kind !== 'known' || when === 'never' || isSkipped(assessment)) return null;
  if (result.inputs.github.token === '') {
    world.log.notice(texts.publishing.noToken.comment());
    return null;
  }
  const request = {
    place: { owner, repo, number: pullRequest.number },
    marker: markerOf(result),
    render,
    create: when === 'always' || assessment.verdict.outcome !== 'pass',
    pause: (ms: number) => world.clock.sleep(ms, world.givenUp),
  };
  const write = async () => publishComment(await result.github(), request);
  const written = await bounded(write, { signal: world.givenUp, limitMs: commentLimitMs });
  if (written.kind === 'newer-exists') world.log.notice(texts.publishing.newer.comment(written.url));
  return 'url' in written ? written.url : null;
}
