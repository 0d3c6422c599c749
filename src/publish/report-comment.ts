/** What a run writes on GitHub: the comment on the pull request, else the tracking issue. */

import { bounded } from '../core/bounded.ts';
import { isSkipped } from '../gate/verdict.ts';
import { commentLimitMs } from '../github/client.ts';
import { keyDigest } from '../inputs/comment-key.ts';
import { renderComment } from '../report/comment/comment.ts';
import { renderTrackingIssue, trackingComment } from '../report/comment/tracking-issue.ts';
import type { ReportFiles } from '../report/model.ts';
import type { Marker } from '../report/previous-state.ts';
import { hiddenLines, type PreviousState, withoutDetails } from '../report/previous-state.ts';
import { adviseOnFile, adviseOnGitHub, commentSink, trackingSink, warnOnFailure } from './failure-advice.ts';
import { writeReportFile } from './files.ts';
import { type Stage, stateOf } from './publish.ts';
import { publishComment } from './sticky-comment.ts';
import { type TrackingRequest, trackIssue } from './tracking-issue.ts';

function markerOf({ judgement: { key, context } }: Stage): Marker {
  return { key: keyDigest(key), runId: context.runId, attempt: context.attempt };
}

/** What an earlier run said, as far as it may be told. */
function toldBefore({ judgement }: Stage, previous: PreviousState | null): PreviousState | null {
  return previous === null || judgement.disclosure.mode === 'full' ? previous : withoutDetails(previous);
}

/** The hidden lines are ours to the letter: a secret made of digits must not take a part of the run id out of them. */
function redacted({ world }: Stage, head: string, body: string): string {
  return head + world.redactor.redact(body.slice(head.length));
}

/** The comment on the pull request, and the same text as a file. */
export async function publishReport(
  stage: Stage,
  files: ReportFiles,
): Promise<{ commentUrl: string | null; summaryPath: string | null }> {
  const { folder, texts, world } = stage;
  let body: string | null = null;
  const render = (previous: PreviousState | null) => {
    const model = stage.shown(files, toldBefore(stage, previous));
    const head = hiddenLines(markerOf(stage), stateOf(model));
    body ??= redacted(stage, head, renderComment(model, texts, { marker: head }));
    return body;
  };
  const commentUrl = await warnOnFailure(
    world.log,
    () => comment(stage, render),
    (error) => adviseOnGitHub(error, commentSink),
  );
  const write = async () =>
    folder === null ? null : writeReportFile(folder, 'report.md', body ?? render(null));
  return { commentUrl, summaryPath: await warnOnFailure(world.log, write, adviseOnFile) };
}

/** @returns the address of the comment, also of one that a newer run wrote; `null` where none is wanted */
async function comment(
  stage: Stage,
  render: (previous: PreviousState | null) => string,
): Promise<string | null> {
  const { world, judgement } = stage;
  const { token } = judgement.inputs.reports;
  const { comment: when } = judgement.settings.reports;
  const { owner, repo } = judgement.context;
  const { pullRequest, assessment } = judgement;
  // A run without secrets has no token that may comment either.
  if (pullRequest === null || when === 'never' || isSkipped(assessment)) return null;
  if (token === '') {
    world.log.notice('There is no pull request comment, because `github-token` is empty.');
    return null;
  }
  const request = {
    place: { owner, repo, number: pullRequest.number },
    marker: markerOf(stage),
    render,
    create: when === 'always' || assessment.verdict.outcome !== 'pass',
    pause: (ms: number) => world.clock.sleep(ms, world.givenUp),
  };
  const publish = async () => publishComment(await judgement.github(), request);
  const result = await bounded(publish, { signal: world.givenUp, limitMs: commentLimitMs });
  if (result.kind === 'newer-exists')
    world.log.notice(`The comment is left as a newer run wrote it: ${result.url}`);
  return 'url' in result ? result.url : null;
}

/** What the verdict means for the tracking issue; `null` leaves it alone. */
function trackingAction({ judgement }: Stage): TrackingRequest['action'] | null {
  const { assessment, passesAlone, settings, pullRequest, pullRequestUnknown } = judgement;
  const { outcome } = assessment.verdict;
  if (!settings.reports.trackIssue || pullRequest !== null || pullRequestUnknown) return null;
  if (outcome === 'inconclusive') return null;
  if (outcome === 'fail') return 'open';
  return passesAlone ? 'close' : 'update';
}

/** Keeps the tracking issue of a run without a pull request. @returns its address, or `null` */
export async function publishIssue(stage: Stage, files: ReportFiles): Promise<string | null> {
  const { world, judgement, texts } = stage;
  const action = trackingAction(stage);
  if (action === null) return null;
  if (judgement.inputs.reports.token === '') {
    world.log.notice('There is no tracking issue, because `github-token` is empty.');
    return null;
  }
  const { owner, repo } = judgement.context;
  const marker = markerOf(stage);
  const request: TrackingRequest = {
    owner,
    repo,
    marker,
    action,
    render: (previous) => {
      const model = stage.shown(files, toldBefore(stage, previous));
      const head = hiddenLines(marker, stateOf(model));
      const { title, body } = renderTrackingIssue(model, texts, { marker: head });
      return { title: world.redactor.redact(title), body: redacted(stage, head, body) };
    },
    comment: (kind) => world.redactor.redact(trackingComment(kind, stage.shown(files), texts)),
  };
  const track = async () => {
    const publish = async () => trackIssue(await judgement.github(), request);
    const result = await bounded(publish, { signal: world.givenUp, limitMs: commentLimitMs });
    if (result.kind === 'newer-exists')
      world.log.notice(`The tracking issue is left as a newer run wrote it: ${result.url}`);
    return 'url' in result ? result.url : null;
  };
  return warnOnFailure(world.log, track, (error) => adviseOnGitHub(error, trackingSink));
}
