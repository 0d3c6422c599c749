/** One update of the pull request comment while the scan runs. */
import type { World } from '../core/ports.ts';
import { blocksForSure } from '../gate/thresholds.ts';
import { connectGitHub } from '../github/connect.ts';
import type { Target } from '../inputs/target-url.ts';
import type { RunSetup } from '../prepare/prepare.ts';
import { type EarlierText, hiddenLine } from '../report/hidden-line.ts';
import { textsIn } from '../report/language/texts.ts';
import { runFacts } from '../report/model.ts';
import { renderProgress } from '../report/page/progress.ts';
import type { ObtainedScan } from '../scan/scan.ts';
import type { ScanProgress } from '../scan/scan-progress.ts';
import { disclosedText, markerOf, redactBody, tieOf } from './authorship.ts';
import { type Conversation, upsertComment, type WrittenComment } from './sticky-comment.ts';

export interface ProgressUpdate {
  readonly setup: RunSetup;
  readonly conversation: Conversation;
  readonly target: Target | null;
  /** Its `elapsedMs` counts from when the target was found. */
  readonly progress: ScanProgress;
  readonly scan: ObtainedScan;
  /** The comment that this run has written; `null` before the first update. */
  readonly written: WrittenComment | null;
  /** Aborts when the update is no longer waited for. */
  readonly signal: AbortSignal;
}

/** Writes the comment once. @returns `null` if a newer run has written it, so that this run stops */
export async function writeProgress(
  world: World,
  { setup, conversation, target, progress, scan, written, signal }: ProgressUpdate,
): Promise<WrittenComment | null> {
  const { inputs, disclosure, context } = setup;
  const stamp = { marker: markerOf(setup), outcome: null };
  const texts = textsIn[inputs.scan.language];
  const facts = {
    ...progress,
    blocksFrom: blocksForSure(setup.policies),
    target: disclosure.mode === 'full' ? (target?.bareAddress ?? null) : null,
    run: runFacts(context, progress.elapsedMs),
  };
  const render = (earlier: EarlierText) => {
    const disclosed = disclosedText(setup, earlier);
    const tie = tieOf(setup, scan, false) ?? disclosed.tie;
    // The report with the last verdict is kept for the final comment.
    const firstLine = hiddenLine({ ...stamp, report: disclosed.report, tie }, world.redactor.redact);
    return redactBody(world, firstLine, renderProgress({ ...facts, earlier: disclosed }, texts, firstLine));
  };
  const ports = { ...world, signal };
  // A client of its own, which ends with this update.
  const github = await connectGitHub({ ...ports, token: inputs.github.token, apiUrl: context.apiUrl });
  const request = { conversation, stamp, written, render, create: true };
  const result = await upsertComment(github, request, ports);
  return 'id' in result ? result : null;
}
