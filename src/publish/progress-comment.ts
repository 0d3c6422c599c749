/** The pull request comment while the scan runs. */
import type { Clock, World } from '../core/ports.ts';
import { connectGitHub } from '../github/client.ts';
import type { Target } from '../inputs/target-url.ts';
import type { RunSetup } from '../prepare.ts';
import { renderLiveComment } from '../report/comment/progress.ts';
import { runFacts } from '../report/model.ts';
import { hiddenLines, type PreviousState } from '../report/previous-state.ts';
import { loadTexts } from '../report/texts/texts.ts';
import type { ScanProgress } from '../scan/wait-for-scan.ts';
import { markerOf, redactBody, shownState } from './publish-context.ts';
import { publishComment } from './sticky-comment.ts';

/** Keeps the comment up to date while the scan runs. */
export interface ProgressComment {
  /** Takes note of progress, which is written when its time comes. Never throws, never waits. */
  readonly report: (progress: ScanProgress) => void;
  /** Resolves when nothing is being written any more; gives up what takes longer than some seconds. */
  readonly stop: () => Promise<void>;
}

/** The pull request and the target of a run that comments. */
export interface Commented {
  readonly setup: RunSetup;
  /** Number of the pull request. */
  readonly number: number;
  readonly target: Target | null;
}

/** Begins to comment on the scan. */
export function startProgressComment(world: World, commented: Commented): ProgressComment {
  const { clock, cancelled } = world;
  const startedAt = clock.now();
  let latest: ScanProgress | null = null;

  const write = async (signal: AbortSignal) => {
    if (latest === null) return true;
    const progress = { ...latest, elapsedMs: clock.now() - startedAt };
    return writeProgress(world, commented, { progress, signal });
  };
  const live = createLiveComment({ clock, cancelled, write });
  return {
    report: (progress) => {
      latest = progress;
      live.tell();
    },
    stop: live.stop,
  };
}

/** Writes once. @returns false where a newer run has written already, so that nothing is left to do */
async function writeProgress(
  world: World,
  { setup, number, target }: Commented,
  { progress, signal }: { progress: ScanProgress; signal: AbortSignal },
): Promise<boolean> {
  const { clock, log } = world;
  const { inputs, disclosure, context } = setup;
  const { owner, repo, apiUrl } = context;
  const marker = markerOf(setup);
  const texts = await loadTexts(inputs.scan.language);
  const facts = {
    ...progress,
    target: disclosure.mode === 'full' ? (target?.shown ?? null) : null,
    run: runFacts(context, progress.elapsedMs),
  };
  const render = (given: PreviousState | null) => {
    const previous = shownState(setup, given);
    // The state of the last verdict stays, for the comment that will follow.
    const head = hiddenLines(marker, previous);
    return redactBody(world, head, renderLiveComment({ ...facts, previous }, texts, { marker: head }));
  };
  const github = await connectGitHub({ token: inputs.github.token, apiUrl, log, signal });
  const pause = (ms: number) => clock.sleep(ms, signal);
  const place = { owner, repo, number };
  const result = await publishComment(github, { place, marker, render, create: true, pause });
  return result.kind !== 'newer-exists';
}

/** Tells on the pull request how far the scan is, so that nobody waits in the dark. */
export interface LiveComment {
  /** Takes note of progress; it is written when its time comes. Never throws, never waits. */
  tell(): void;
  /** Ends it: resolves when nothing is being written any more, which is given up after some seconds. */
  stop(): Promise<void>;
}

export interface LiveWriting {
  readonly clock: Clock;
  /** Ends the writing at once. */
  readonly cancelled: AbortSignal;
  /**
   * Writes the comment as it is to read now.
   *
   * @param signal aborts what is given up
   * @returns false where there is nothing more to be written
   */
  readonly write: (signal: AbortSignal) => Promise<boolean>;
}

/** A scan that is over by then needs no comment on how far it is. */
const firstAfterMs = 3_000;
/** Comments are written sparingly: GitHub counts them against a limit of its own. */
const pauseMs = 60_000;
/** What is under way when the scan ends is waited for this long: two comments at a time would get in each other's way. */
const graceMs = 5_000;

/**
 * A comment that is written some seconds after the first news, and then at most once a minute, always on news. When that
 * fails nothing more is written: the final comment will tell why it cannot be.
 */
export function createLiveComment({ clock, cancelled, write }: LiveWriting): LiveComment {
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
    tell: () => {
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
