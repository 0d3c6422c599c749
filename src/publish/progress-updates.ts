/** The pull request comment before the verdict. */
import type { World } from '../core/ports.ts';
import { waitFor } from '../core/time-limit.ts';
import type { Target } from '../inputs/target-url.ts';
import type { RunSetup } from '../prepare/prepare.ts';
import type { ScanAndOrigin } from '../scan/scan.ts';
import type { ScanProgress } from '../scan/wait-for-scan.ts';
import { writeProgress } from './progress-comment.ts';
import type { WrittenComment } from './sticky-comment.ts';

/** Keeps the comment up to date while the scan runs. */
export interface ProgressUpdates {
  /** Takes new progress, and returns at once. The comment is updated later. */
  readonly report: (progress: ScanProgress, of: ScanAndOrigin) => void;
  /**
   * Ends the updates. Resolves when none is in progress any more, which takes a few seconds at most.
   *
   * @returns the comment, or `null` if none was written
   */
  readonly stop: () => Promise<WrittenComment | null>;
}

/**
 * A scan that takes less time needs no comment on its progress. The time is short, because the comment also ties the scan to
 * this run, so that a re-run takes it up and starts no second one.
 */
const firstAfterMs = 3_000;
/** Few updates, because they count against GitHub's rate limit. */
const pauseMs = 60_000;
/** How long `stop` waits for an update in progress, so that two writes do not overlap. */
const graceMs = 5_000;

/**
 * Comments while the scan runs, if a comment is wanted for any verdict: a few seconds after the first progress, and then
 * by the clock alone. A failure ends the updates: the final comment will report it.
 */
export function startProgressUpdates(setup: RunSetup, target: Target | null, world: World): ProgressUpdates {
  const { inputs, settings, pullRequest } = setup;
  const isWanted = settings.reports.comment === 'always' && inputs.github.token !== '';
  if (!isWanted || pullRequest.kind !== 'known') return { report: () => {}, stop: async () => null };
  const { number } = pullRequest;
  const { clock, cancelled } = world;
  const startedAt = clock.now();
  const stopped = new AbortController();
  const givenUp = new AbortController();
  const until = AbortSignal.any([stopped.signal, cancelled]);
  let comment: WrittenComment | null = null;
  let updates: Promise<void> | null = null;
  let latest: { progress: ScanProgress; scan: ScanAndOrigin };

  const update = async () => {
    await clock.sleep(firstAfterMs, until);
    for (;;) {
      until.throwIfAborted();
      const { progress, scan } = latest;
      const elapsed = { ...progress, elapsedMs: clock.now() - startedAt };
      comment = await writeProgress(world, {
        setup,
        target,
        number,
        scan,
        progress: elapsed,
        written: comment,
        signal: givenUp.signal,
      });
      if (comment === null) return;
      await clock.sleep(pauseMs, until);
    }
  };
  return {
    report: (progress, scan) => {
      latest = { progress, scan };
      updates ??= update().catch(() => {});
    },
    stop: async () => {
      stopped.abort();
      const done = async () => updates;
      await waitFor(done, { signal: cancelled, limitMs: graceMs }).catch(() => givenUp.abort());
      return comment;
    },
  };
}
