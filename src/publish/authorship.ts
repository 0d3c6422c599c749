/** How a run marks its comment and its issue, which of two runs keeps its text, and what a run takes over of an earlier text. */

import { outcomes } from '../core/choices.ts';
import type { World } from '../core/ports.ts';
import { shortDigest } from '../core/text.ts';
import type { Assessment } from '../gate/verdict.ts';
import { isNewer } from '../github/context.ts';
import type { RunSetup } from '../prepare/prepare.ts';
import { type EarlierText, type Marker, type RunStamp, withholdReport } from '../report/hidden-line.ts';
import { fullSha, type NotedScan, scanDigest } from '../scan/noted-scan.ts';
import type { ScanEnd } from '../scan/scan.ts';

/** The marker of each text that this run writes on GitHub. */
export function markerOf({ key, context: { runId, attempt } }: Pick<RunSetup, 'key' | 'context'>): Marker {
  return { key: shortDigest(key), runId, attempt };
}

/** The stamp of a run with a verdict. */
export function stampOf(
  run: Pick<RunSetup, 'key' | 'context'> & { readonly assessment: Assessment },
): RunStamp {
  return { marker: markerOf(run), outcome: run.assessment.verdict.outcome };
}

/** The text of another run or job that ours may not simply replace. */
export type Conflict = 'newer-run' | 'other-job' | 'shared';

/**
 * What stands against replacing a text with the same key:
 *
 * - `newer-run`: a newer run wrote it, so it stays
 * - `other-job`: another job of our run wrote it, and its verdict is as bad as ours or worse, so it stays
 * - `shared`: another job of our run wrote it, and its verdict is better, so ours replaces it. The user has to be warned
 *
 * @param theirs the text as it is now
 * @returns `null` for no conflict: an older run wrote the text, or this job did while the scan ran, or it is the same text as
 *   ours, because an earlier try has written it
 */
export function conflictOf(
  theirs: { readonly parsed: RunStamp; readonly body: string },
  ours: { readonly stamp: RunStamp; readonly body: string },
): Conflict | null {
  const [their, our] = [theirs.parsed.marker, ours.stamp.marker];
  if (theirs.body === ours.body) return null;
  if (isNewer(their, our)) return 'newer-run';
  if (isNewer(our, their) || theirs.parsed.outcome === null) return null;
  return badness(theirs.parsed) >= badness(ours.stamp) ? 'other-job' : 'shared';
}

/** How bad a verdict is, from 0 up; -1 without one. */
function badness({ outcome }: RunStamp): number {
  return outcome === null ? -1 : outcomes.indexOf(outcome);
}

/**
 * Tells the user of a {@link Conflict}: that a text was kept, or that several jobs share it.
 *
 * @param kind any other kind is no conflict
 * @param what such as `comment`
 */
export function logConflict(
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
  const { report, notedScan } = earlier;
  return { report: report === null ? null : withholdReport(report), notedScan, reportMarkdown: null };
}

/** Redacts `body`, except the hidden line at its start, which was redacted before it was encoded. */
export function redactBody({ redactor }: World, firstLine: string, body: string): string {
  return firstLine + redactor.redact(body.slice(firstLine.length));
}

/**
 * Notes the scan of a run with its pull request's commit, so that a re-run can take it up. `null` without a pull request, and
 * for a given scan, which may be of any commit.
 *
 * @param reusable {@link NotedScan.reusable}
 */
export function scanToNote(
  { pullRequest, context }: Pick<RunSetup, 'pullRequest' | 'context'>,
  { scanId, origin }: Pick<ScanEnd, 'scanId' | 'origin'>,
  reusable: boolean,
): NotedScan | null {
  const sha = pullRequest.kind === 'found' ? fullSha(pullRequest.headSha) : null;
  if (sha === null || scanId === null || origin === 'attached') return null;
  return { sha, runId: context.runId, digest: scanDigest(scanId), reusable };
}
