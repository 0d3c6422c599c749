import type { Clock } from '../ports.ts';

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
