/** How a run marks its comment and its issue, which of two runs keeps its text, and what a run takes over of an earlier text. */
import { outcomes } from '../core/choices.ts';
import type { World } from '../core/ports.ts';
import type { Assessment } from '../gate/verdict.ts';
import { isNewer } from '../github/context.ts';
import { keyDigest } from '../inputs/run-names.ts';
import type { RunSetup } from '../prepare/prepare.ts';
import { type EarlierText, type Marker, type RunStamp, withholdState } from '../report/hidden-state.ts';
import type { ObtainedScan } from '../scan/scan.ts';
import { fullSha, type ScanTie, scanDigest } from '../scan/scan-tie.ts';

/** The marker of each text that this run writes on GitHub. */
export function markerOf({ key, context: { runId, attempt } }: Pick<RunSetup, 'key' | 'context'>): Marker {
  return { key: keyDigest(key), runId, attempt };
}

/** The stamp of a run with a verdict. */
export function stampOf(
  result: Pick<RunSetup, 'key' | 'context'> & { readonly assessment: Assessment },
): RunStamp {
  return { marker: markerOf(result), outcome: result.assessment.verdict.outcome };
}

/**
 * Why a text stays as it is: a newer run wrote it, or another job of this run with the same key, whose verdict is as bad as
 * ours or worse. `null` if our text may replace it.
 */
export function whyNotReplaced(theirs: RunStamp, ours: RunStamp): 'newer-run' | 'other-job' | null {
  if (isNewer(theirs.marker, ours.marker)) return 'newer-run';
  if (!isOfOtherJob(theirs, ours)) return null;
  return badness(theirs) >= badness(ours) ? 'other-job' : null;
}

/** How bad a verdict is, from 0 up; -1 without one. */
function badness({ outcome }: RunStamp): number {
  return outcome === null ? -1 : outcomes.indexOf(outcome);
}

/**
 * True if a text with the same key is the verdict of another job of our run. It is never our own verdict, because this is asked
 * before we write it.
 */
export function isOfOtherJob(theirs: RunStamp, ours: RunStamp): boolean {
  const isSameRun = !isNewer(ours.marker, theirs.marker) && !isNewer(theirs.marker, ours.marker);
  return isSameRun && theirs.outcome !== null;
}

/**
 * Logs that a text was kept, or that ours replaced the verdict of another job.
 *
 * @param kind `shared`: our text has replaced the verdict of another job. `newer-run` and `other-job`: their text is kept, as
 *   {@link whyNotReplaced} says. For any other kind there is nothing to log
 * @param what such as `comment`
 */
export function logKeptOrShared(
  { kind, url }: { kind: string; url: string },
  what: string,
  { log }: World,
): void {
  if (kind === 'newer-run') log.notice(`The ${what} is left as a newer run wrote it: ${url}`);
  if (kind === 'other-job' || kind === 'shared')
    log.warning(
      `Another job of this run has the same \`comment-key\`, so the ${what} has the worse of their reports. Give each job its own \`comment-key\`.`,
    );
}

/** What an earlier run published, without details if findings are withheld: the earlier run may have published some. */
export function disclosedText(setup: Pick<RunSetup, 'disclosure'>, earlier: EarlierText): EarlierText {
  if (setup.disclosure.mode === 'full') return earlier;
  const { state, tie } = earlier;
  return { state: state === null ? null : withholdState(state), tie, reportMarkdown: null };
}

/** Redacts `body`, except the hidden line at its start, which was redacted before it was encoded. */
export function redactBody({ redactor }: World, firstLine: string, body: string): string {
  return firstLine + redactor.redact(body.slice(firstLine.length));
}

/**
 * Ties the scan of a run to its pull request's commit, so that a re-run can take it up. `null` without a pull request, and
 * for a given scan, which may be of any commit.
 *
 * @param reusable {@link ScanTie.reusable}
 */
export function tieOf(
  { pullRequest, context }: Pick<RunSetup, 'pullRequest' | 'context'>,
  { scanId, origin }: ObtainedScan,
  reusable: boolean,
): ScanTie | null {
  const sha = pullRequest.kind === 'found' ? fullSha(pullRequest.headSha) : null;
  if (sha === null || scanId === null || origin === 'attached') return null;
  return { sha, runId: context.runId, digest: scanDigest(scanId), reusable };
}
