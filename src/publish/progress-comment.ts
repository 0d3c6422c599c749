/** The pull request comment while the scan runs. */
import type { Clock, World } from '../core/ports.ts';
import { connectGitHub } from '../github/connect.ts';
import type { Target } from '../inputs/target-url.ts';
import type { RunSetup } from '../prepare.ts';
import { renderLiveComment } from '../report/comment/progress.ts';
import { runFacts } from '../report/model.ts';
import { hiddenLines, type Written } from '../report/previous-state.ts';
import { textsIn } from '../report/texts/texts.ts';
import type { ObtainedScan } from '../scan/scan.ts';
import type { ScanProgress } from '../scan/wait-for-scan.ts';
import { markerOf, redactBody, shownWritten, tieOf } from './publish-context.ts';
import { findComments, publishComment, type WrittenComment } from './sticky-comment.ts';

/** Keeps the comment up to date while the scan runs. */
export interface ProgressComment {
  /** Takes new progress, and returns at once. The comment is updated later. */
  readonly report: (progress: ScanProgress, of: ObtainedScan) => void;
  /**
   * Ends the updates. Resolves when none is in progress any more, which takes a few seconds at most.
   *
   * @returns the comment, or `null` if none was written
   */
  readonly stop: () => Promise<WrittenComment | null>;
}

/** The pull request and the target of a run that comments. */
export interface Commented {
  readonly setup: RunSetup;
  /** Number of the pull request. */
  readonly number: number;
  readonly target: Target | null;
}

/** Starts to comment on the progress of the scan. */
export function startProgressComment(world: World, commented: Commented): ProgressComment {
  const { clock, cancelled } = world;
  const startedAt = clock.now();
  let latest: { progress: ScanProgress; scan: ObtainedScan } | null = null;
  let known: WrittenComment | null = null;
  const write = async (signal: AbortSignal) => {
    if (latest === null) return true;
    const progress = { ...latest.progress, elapsedMs: clock.now() - startedAt };
    known = await writeProgress(world, commented, { ...latest, progress, known, signal });
    return known !== null;
  };
  const schedule = scheduleWrites({ clock, cancelled, write });
  return {
    report: (progress, scan) => {
      latest = { progress, scan };
      schedule.request();
    },
    stop: async () => {
      await schedule.stop();
      return known;
    },
  };
}

interface Update {
  readonly progress: ScanProgress;
  readonly scan: ObtainedScan;
  readonly known: WrittenComment | null;
  readonly signal: AbortSignal;
}

/** Writes the comment once. @returns `null` if a newer run has written it, so that this run stops */
async function writeProgress(
  world: World,
  { setup, number, target }: Commented,
  { progress, scan, known, signal }: Update,
): Promise<WrittenComment | null> {
  const { clock, log } = world;
  const { inputs, disclosure, context } = setup;
  const { owner, repo, apiUrl } = context;
  const marker = markerOf(setup);
  const texts = textsIn[inputs.scan.language];
  const facts = {
    ...progress,
    target: disclosure.mode === 'full' ? (target?.shown ?? null) : null,
    run: runFacts(context, progress.elapsedMs),
  };
  const render = (written: Written) => {
    const previous = shownWritten(setup, written);
    // Keeps the state of the last verdict for the final comment.
    const head = hiddenLines(marker, previous.state, tieOf(setup, scan) ?? previous.tie);
    return redactBody(world, head, renderLiveComment({ ...facts, previous }, texts, { marker: head }));
  };
  const github = await connectGitHub({ token: inputs.github.token, apiUrl, log, signal });
  const pause = (ms: number) => clock.sleep(ms, signal);
  const place = { owner, repo, number };
  const found = await findComments(github, place, marker.key, known ?? undefined);
  const result = await publishComment(github, { place, marker, found, render, create: true, pause });
  return 'comment' in result ? result.comment : null;
}

/** Decides when the comment is written. */
export interface WriteSchedule {
  /** Asks for a write, and returns at once. */
  request(): void;
  /** Ends the writes. Resolves when none is in progress any more, which takes a few seconds at most. */
  stop(): Promise<void>;
}

export interface ScheduledWrites {
  readonly clock: Clock;
  readonly cancelled: AbortSignal;
  /**
   * Writes the comment.
   *
   * @param signal aborts when the write is no longer waited for
   * @returns false to end the writes
   */
  readonly write: (signal: AbortSignal) => Promise<boolean>;
}

/** A scan that takes less time needs no comment on its progress. */
const firstAfterMs = 3_000;
/** Few writes, because they count against GitHub's rate limit. */
const pauseMs = 60_000;
/** How long `stop` waits for a write in progress, so that two writes do not overlap. */
const graceMs = 5_000;

/**
 * Writes a few seconds after the first request, and then at most once a minute. A failure ends the writes: the final
 * comment will report it.
 */
export function scheduleWrites({ clock, cancelled, write }: ScheduledWrites): WriteSchedule {
  const stopped = new AbortController();
  const givenUp = new AbortController();
  let writing: Promise<void> | null = null;
  let isOver = false;
  let writtenAt: number | null = null;

  const begin = async () => {
    try {
      if (writtenAt === null) await clock.sleep(firstAfterMs, AbortSignal.any([stopped.signal, cancelled]));
      writtenAt = clock.now();
      if (!isOver && !(await write(givenUp.signal))) isOver = true;
    } catch {
      isOver = true;
    } finally {
      writing = null;
    }
  };
  return {
    request: () => {
      const isDue = writtenAt === null || clock.now() - writtenAt >= pauseMs;
      if (!isOver && writing === null && isDue) writing = begin();
    },
    stop: async () => {
      isOver = true;
      stopped.abort();
      if (writing === null) return;
      const done = new AbortController();
      const giveUp = () => givenUp.abort();
      const limit = clock.sleep(graceMs, AbortSignal.any([done.signal, cancelled])).then(giveUp, giveUp);
      await Promise.race([writing, limit]);
      done.abort();
    },
  };
}
