/** Updates the pull request comment while the scan runs. */

import type { RunPorts } from '../core/ports.ts';
import { withinLimit } from '../core/time-limit.ts';
import { severityThatSurelyBlocks } from '../gate/thresholds.ts';
import type { Target } from '../inputs/target-url.ts';
import type { RunSetup } from '../prepare/prepare.ts';
import type { EarlierPost } from '../report/hidden-line.ts';
import { textsIn } from '../report/language/texts.ts';
import { reportedRun } from '../report/model.ts';
import { renderProgress } from '../report/page/progress.ts';
import { notedScanOf } from '../scan/noted-scan.ts';
import type { ObtainedScan } from '../scan/scan-origin.ts';
import type { ScanProgress } from '../scan/scan-progress.ts';
import { composeOwnPost, earlierPostByDisclosure, keepsTheirs, markerOf } from './own-posts.ts';
import { conversationOf, wantedSinks } from './sinks.ts';
import { upsertComment } from './sticky-comment.ts';

/** Keeps the comment up to date while the scan runs. */
export interface ProgressUpdates {
  /** Takes new progress and returns at once. A timer updates the comment later. */
  readonly onProgress: (progress: ScanProgress, scan: ObtainedScan) => void;
  /** Ends the updates. Resolves when no update is in progress any more, after a few seconds at most. */
  readonly stop: () => Promise<void>;
}

/**
 * The pause between the first progress and the first update: a scan that ends sooner needs no update. It is short,
 * because a re-run can take up this scan only if the comment names it.
 */
const firstAfterMs = 3_000;
/** The pause between two updates. Each update counts against GitHub's rate limit. */
const pauseMs = 60_000;
/**
 * How long `stop` waits for an update in progress. Then `stop` aborts the update, so that it does not come after the
 * verdict.
 */
const graceMs = 5_000;

/**
 * Starts the updates, if a comment is wanted for every verdict. After a failed update there are no more updates and no
 * warning: the comment with the verdict warns if it fails too.
 */
export function startProgressUpdates(
  setup: RunSetup,
  target: Target | null,
  ports: RunPorts,
): ProgressUpdates {
  const conversation = conversationOf(setup);
  const isWanted = wantedSinks(setup).comment === 'always' && setup.inputs.github.token !== '';
  if (!isWanted || conversation === null) return { onProgress: () => {}, stop: async () => {} };
  const { clock, cancelled } = ports;
  const { inputs, settings, disclosure, context, loginOf } = setup;
  const texts = textsIn[inputs.scan.language];
  const stamp = { marker: markerOf(setup), outcome: null };
  const startedAt = clock.now();
  /** Ends the pauses. */
  const stopped = new AbortController();
  /** Ends the update that is in progress. */
  const abandoned = new AbortController();
  const until = AbortSignal.any([stopped.signal, cancelled]);
  let updates: Promise<void> | null = null;

  /** Writes the comment once. @returns false if it is of a newer run or another job now, so that it stays */
  const update = async (progress: ScanProgress, scan: ObtainedScan) => {
    // Counts from when the target was found.
    const elapsedMs = clock.now() - startedAt;
    const facts = {
      ...progress,
      elapsedMs,
      // With `on-fail: warn` nothing stops a merge.
      blocksFrom: settings.policy.onFail === 'warn' ? null : severityThatSurelyBlocks(setup.policies),
      target: disclosure.mode === 'full' ? (target?.shownAddress ?? null) : null,
      run: reportedRun(context, elapsedMs),
    };
    const render = (earlierPost: EarlierPost) => {
      const earlier = earlierPostByDisclosure(setup, earlierPost);
      const notedScan = notedScanOf(setup, scan, false) ?? earlier.notedScan;
      // The report with the last verdict is kept for the final comment.
      const hidden = { ...stamp, report: earlier.report, notedScan };
      return composeOwnPost(hidden, ports, (firstLine) =>
        renderProgress({ ...facts, earlier }, texts, firstLine),
      );
    };
    const { signal } = abandoned;
    const wanted = { conversation, stamp, loginOf, render, mayCreate: true };
    const written = await upsertComment(await setup.connectUntil(signal), wanted, { ...ports, signal });
    return !keepsTheirs(written?.kind ?? null);
  };
  let updateWithLatest: () => Promise<boolean>;
  const updateByClock = async () => {
    await clock.sleep(firstAfterMs, until);
    for (;;) {
      until.throwIfAborted();
      if (!(await updateWithLatest())) return;
      await clock.sleep(pauseMs, until);
    }
  };
  return {
    onProgress: (progress, scan) => {
      updateWithLatest = () => update(progress, scan);
      updates ??= updateByClock().catch(() => {});
    },
    stop: async () => {
      stopped.abort();
      const done = async () => updates;
      await withinLimit(done, { signal: cancelled, limitMs: graceMs }).catch(() => abandoned.abort());
    },
  };
}
