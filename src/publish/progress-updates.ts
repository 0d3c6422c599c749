/** The pull request comment before the verdict. */
import type { World } from '../core/ports.ts';
import { waitFor } from '../core/time-limit.ts';
import type { Target } from '../inputs/target-url.ts';
import type { RunSetup } from '../prepare/prepare.ts';
import type { ScanProgress } from '../scan/scan-progress.ts';
import type { ObtainedScan } from '../scan/start-scan.ts';
import { writeProgress } from './progress-comment.ts';
import { conversationOf, wantedSinks } from './sinks.ts';
import type { WrittenComment } from './sticky-comment.ts';

/** Keeps the comment up to date while the scan runs. */
export interface ProgressUpdates {
  /** Takes new progress, and returns at once: the comment is updated by the clock. */
  readonly take: (progress: ScanProgress, scan: ObtainedScan) => void;
  /**
   * Ends the updates. Resolves when none is in progress any more, which takes a few seconds at most.
   *
   * @returns the comment, or `null` if none was written
   */
  readonly stop: () => Promise<WrittenComment | null>;
}

/**
 * The pause between the first progress and the first update: a scan that ends sooner needs no update. It is short, because a re-run
 * can take up this scan only if the comment names it.
 */
const firstAfterMs = 3_000;
/** From one update to the next. Each counts against GitHub's rate limit. */
const pauseMs = 60_000;
/** How long `stop` waits for an update that is under way. Then it is ended, so that it does not come after the verdict. */
const graceMs = 5_000;

/**
 * Starts the updates, if a comment is wanted for any verdict. If one fails, there are no more. The comment with the verdict
 * warns if it fails too.
 */
export function startProgressUpdates(setup: RunSetup, target: Target | null, world: World): ProgressUpdates {
  const conversation = conversationOf(setup);
  const isWanted = wantedSinks(setup).comment === 'always' && setup.inputs.github.token !== '';
  if (!isWanted || conversation === null) return { take: () => {}, stop: async () => null };
  const { clock, cancelled } = world;
  const startedAt = clock.now();
  /** Ends the pauses. */
  const stopped = new AbortController();
  /** Ends the update that is under way. */
  const abandoned = new AbortController();
  const until = AbortSignal.any([stopped.signal, cancelled]);
  let comment: WrittenComment | null = null;
  let updates: Promise<void> | null = null;
  let latest: { progress: ScanProgress; scan: ObtainedScan };

  const updateByClock = async () => {
    await clock.sleep(firstAfterMs, until);
    for (;;) {
      until.throwIfAborted();
      const progress = { ...latest.progress, elapsedMs: clock.now() - startedAt };
      const update = { setup, target, conversation, scan: latest.scan, progress, written: comment };
      comment = await writeProgress(world, { ...update, signal: abandoned.signal });
      if (comment === null) return;
      await clock.sleep(pauseMs, until);
    }
  };
  return {
    take: (progress, scan) => {
      latest = { progress, scan };
      updates ??= updateByClock().catch(() => {});
    },
    stop: async () => {
      stopped.abort();
      const done = async () => updates;
      await waitFor(done, { signal: cancelled, limitMs: graceMs }).catch(() => abandoned.abort());
      return comment;
    },
  };
}
