/** The pull request comment with the verdict. */
import { waitFor } from '../core/time-limit.ts';
import { hasProblem, isSkipped } from '../gate/verdict.ts';
import { writeLimitMs } from '../github/connect.ts';
import { ownLogin } from '../github/own-login.ts';
import { keepsPrevious, stateOf } from '../report/changes.ts';
import { hiddenLine, nothingWritten, type Written } from '../report/hidden-state.ts';
import type { ReportFiles } from '../report/model.ts';
import { renderComment } from '../report/page/comment.ts';
import { withPreviousReport } from '../report/page/sections/history.ts';
import { isWhole } from '../scan/scan.ts';
import { adviseOnGitHub, commentSink, warnOnFailure } from './failures.ts';
import { fileFailed, writeReportFile } from './files.ts';
import { markerOf, redactBody, sharedKeyWarning, shownWritten, textOf, tieOf } from './own-text.ts';
import { type Publication, type RunResult, shownModel } from './run-result.ts';
import {
  type CommentPlace,
  type CommentRequest,
  type FoundComments,
  findComments,
  keepComment,
} from './sticky-comment.ts';

/**
 * How old what we found may be when the comment is written. A newer run may write in between, and GitHub has no conditional
 * update. Long enough for a usual upload.
 */
const freshMs = 3_000;

/**
 * Asks who the author of our comments is, while the files are made. `null` if that is not needed, and if it failed: it
 * is then asked again if it matters.
 */
export async function askAuthor({ world, result }: Publication): Promise<string | null> {
  const isWanted = commentPlace(result) !== null && result.inputs.github.token !== '';
  if (!isWanted || (await result.progressComment) !== null) return null;
  const ask = async () => ownLogin(await result.github());
  return waitFor(ask, { signal: world.givenUp, limitMs: writeLimitMs }).catch(() => null);
}

/** Our comments on the pull request, looked up some time before the comment is written. */
export interface LookUp {
  /** By the clock of the run. */
  readonly atMs: number;
  readonly found: Promise<FoundComments>;
  /** Looks again. */
  readonly again: () => Promise<FoundComments>;
}

/**
 * Starts to look up our comments. Best done while the artifact uploads, which takes as long.
 *
 * @param author what {@link askAuthor} returned
 * @returns `null` if no comment is wanted or there is no token
 */
export function lookUpComment({ world, result }: Publication, author: Promise<string | null>): LookUp | null {
  const place = commentPlace(result);
  if (place === null || result.inputs.github.token === '') return null;
  const find = async () => {
    const written = (await result.progressComment) ?? { author: await author };
    return findComments(await result.github(), place, markerOf(result).key, written);
  };
  const again = () => waitFor(find, { signal: world.givenUp, limitMs: writeLimitMs });
  const found = again();
  // A failure matters only if the comment is written.
  found.catch(() => null);
  return { atMs: world.clock.now(), found, again };
}

/** Where the comment belongs; `null` if none is wanted. A run without secrets also has no token that may comment. */
function commentPlace({ settings, pullRequest, assessment, context }: RunResult): CommentPlace | null {
  const isWanted = settings.reports.comment !== 'never' && !isSkipped(assessment);
  if (pullRequest.kind !== 'known' || !isWanted) return null;
  return { owner: context.owner, repo: context.repo, number: pullRequest.number };
}

/**
 * Writes the comment on the pull request, and the same text as a file.
 *
 * @param lookUp what {@link lookUpComment} returned
 */
export async function publishVerdictComment(
  publication: Publication,
  files: ReportFiles,
  lookUp: LookUp | null,
): Promise<{ commentUrl: string | null; summaryPath: string | null }> {
  const { folder, texts, world, result } = publication;
  let body: string | null = null;
  const render = (written: Written) => {
    const previous = shownWritten(result, written);
    const model = shownModel(publication, files, previous);
    const tie = tieOf(result, result.endedScan, isRefused(result)) ?? previous.tie;
    const head = hiddenLine({ ...textOf(result), state: stateOf(model), tie }, world.redactor.redact);
    const text = renderComment(model, texts, { marker: head });
    const isKept = keepsPrevious(previous.state, model.assessment.verdict.outcome);
    const whole = isKept ? withPreviousReport(text, previous, texts) : text;
    body ??= redactBody(world, head, whole);
    return body;
  };
  const commentUrl = await warnOnFailure(
    world.log,
    () => writeComment(publication, render, lookUp),
    (error) => adviseOnGitHub(error, commentSink),
  );
  const write = async () =>
    folder === null ? null : writeReportFile(folder, 'report.md', body ?? render(nothingWritten));
  return { commentUrl, summaryPath: await warnOnFailure(world.log, write, fileFailed) };
}

/** True if the scan is whole, and the target was lost or the run cancelled after it: no result shows that. */
function isRefused({ endedScan, assessment }: RunResult): boolean {
  const isLost = hasProblem(assessment, 'target-lost') || hasProblem(assessment, 'cancelled');
  return isWhole(endedScan) && isLost;
}

/** @returns the URL of the comment, even if a newer run wrote it; `null` if none is wanted */
async function writeComment(
  { world, result }: Publication,
  render: CommentRequest['render'],
  lookUp: LookUp | null,
): Promise<string | null> {
  const place = commentPlace(result);
  if (place === null) return null;
  if (lookUp === null) {
    world.log.notice('There is no pull request comment, because `github-token` is empty.');
    return null;
  }
  const { comment: when } = result.settings.reports;
  const write = async () => {
    let isFresh = world.clock.now() - lookUp.atMs <= freshMs;
    const find = () => {
      const found = isFresh ? lookUp.found : lookUp.again();
      isFresh = false;
      return found;
    };
    return keepComment(await result.github(), {
      place,
      by: textOf(result),
      find,
      render,
      create: when === 'always' || result.assessment.verdict.outcome !== 'pass',
      stage: { ...world, signal: world.givenUp },
    });
  };
  const written = await waitFor(write, { signal: world.givenUp, limitMs: writeLimitMs });
  if (written.kind === 'newer-run')
    world.log.notice(`The comment is left as a newer run wrote it: ${written.url}`);
  if (written.kind === 'other-job' || ('isShared' in written && written.isShared))
    world.log.warning(sharedKeyWarning('comment'));
  return 'url' in written ? written.url : null;
}
