/** The comment while the scan runs: when it is written, and by whom. */

import type { Clock, World } from '../core/ports.ts';
import { connectGitHub } from '../github/client.ts';
import { keyDigest } from '../inputs/comment-key.ts';
import type { Target } from '../inputs/target-url.ts';
import type { RunSetup } from '../prepare.ts';
import { renderLiveComment } from '../report/comment/progress.ts';
import { runFacts } from '../report/model.ts';
import { hiddenLines, type PreviousState, withoutDetails } from '../report/previous-state.ts';
import { loadTexts } from '../report/texts/texts.ts';
import type { ScanProgress } from '../scan/wait-for-scan.ts';
import { publishComment } from './sticky-comment.ts';

/** Follows a scan on the pull request. */
export interface Following {
  /** Never throws, never waits. */
  readonly tell: (progress: ScanProgress) => void;
  /** Resolves when nothing is being written any more. */
  readonly stop: () => Promise<void>;
}

const nobodyFollows: Following = { tell: () => {}, stop: async () => {} };

/** Begins to follow where a comment is wanted whatever comes of the scan. */
export function followScan(world: World, brief: RunSetup, target: Target | null): Following {
  const { inputs, settings, pullRequest } = brief;
  if (settings.reports.comment !== 'always' || pullRequest === null || inputs.reports.token === '')
    return nobodyFollows;
  const { clock, cancelled } = world;
  const startedAt = clock.now();
  let latest: ScanProgress | null = null;

  const write = async (signal: AbortSignal) => {
    if (latest === null) return true;
    const { writeProgress } = await import('./progress-comment.ts');
    const progress = { ...latest, elapsedMs: clock.now() - startedAt };
    return writeProgress(world, { brief, target, number: pullRequest.number, progress, signal });
  };
  const live = createLiveComment({ clock, cancelled, write });
  return {
    tell: (progress) => {
      latest = progress;
      live.tell();
    },
    stop: live.stop,
  };
}

/** Writes the comment while the scan runs: what the scan stage tells, rendered, with a client of its own. */
export interface Writing {
  readonly brief: RunSetup;
  readonly target: Target | null;
  /** Of the pull request. */
  readonly number: number;
  readonly progress: ScanProgress;
  readonly signal: AbortSignal;
}

/** Writes once. @returns false where a newer run has written already, so that there is no more to do */
export async function writeProgress(
  { clock, log, redactor }: World,
  { brief, target, number, progress, signal }: Writing,
): Promise<boolean> {
  const { inputs, disclosure, context } = brief;
  const { owner, repo, apiUrl, runId, attempt } = context;
  const marker = { key: keyDigest(brief.key), runId, attempt };
  const isFull = disclosure.mode === 'full';
  const texts = await loadTexts(inputs.scan.language);
  const told = {
    ...progress,
    target: isFull ? (target?.shown ?? null) : null,
    run: runFacts(context, progress.elapsedMs),
  };
  const render = (given: PreviousState | null) => {
    const previous = given === null || isFull ? given : withoutDetails(given);
    // The state of the last verdict stays, for the comment that will follow.
    const head = hiddenLines(marker, previous);
    const body = renderLiveComment({ ...told, previous }, texts, { marker: head });
    return head + redactor.redact(body.slice(head.length));
  };
  const github = await connectGitHub({ token: inputs.reports.token, apiUrl, log, signal });
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
