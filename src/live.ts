/** The comment while the scan runs: what the scan stage tells, rendered, and written with a client of its own. */
import { connectGitHub } from './github/client.ts';
import { keyDigest } from './inputs/key.ts';
import type { Target } from './inputs/target-url.ts';
import type { World } from './ports.ts';
import type { Brief } from './prepare.ts';
import { publishComment } from './publish/comment.ts';
import { createLiveComment } from './publish/live-comment.ts';
import { hiddenLines, type PublishedState, withoutDetails } from './publish/state-line.ts';
import { runFacts } from './report/build-model.ts';
import { renderLiveComment } from './report/live-comment.ts';
import type { ScanProgress } from './scan/wait.ts';
import { loadTexts } from './text/load.ts';

/** Follows a scan on the pull request. */
export interface Following {
  /** Never throws, never waits. */
  readonly tell: (progress: ScanProgress) => void;
  /** Resolves when nothing is being written any more. */
  readonly stop: () => Promise<void>;
}

const nobodyFollows: Following = { tell: () => {}, stop: async () => {} };

/** Begins to follow where a comment is wanted whatever comes of the scan. */
export function followScan(world: World, brief: Brief, target: Target | null): Following {
  const { inputs, settings, pullRequest } = brief;
  const { token } = inputs.reports;
  if (settings.reports.comment !== 'always' || pullRequest === null || token === '') return nobodyFollows;
  const { clock, log, cancelled, redactor } = world;
  const { owner, repo, apiUrl, runId, attempt } = brief.context;
  const marker = { key: keyDigest(brief.key), runId, attempt };
  const place = { owner, repo, number: pullRequest.number };
  const isFull = brief.disclosure.mode === 'full';
  const startedAt = clock.now();
  let latest: ScanProgress | null = null;

  const write = async (signal: AbortSignal) => {
    if (latest === null) return true;
    const texts = await loadTexts(inputs.scan.language);
    const elapsedMs = clock.now() - startedAt;
    const progress = {
      ...latest,
      elapsedMs,
      target: isFull ? (target?.shown ?? null) : null,
      run: runFacts(brief.context, elapsedMs),
    };
    const render = (given: PublishedState | null) => {
      const previous = given === null || isFull ? given : withoutDetails(given);
      // The state of the last verdict stays, for the comment that will follow.
      const head = hiddenLines(marker, previous);
      const body = renderLiveComment({ ...progress, previous }, texts, { marker: head });
      return head + redactor.redact(body.slice(head.length));
    };
    const github = await connectGitHub({ token, apiUrl, log, signal });
    const pause = (ms: number) => clock.sleep(ms, signal);
    const result = await publishComment(github, { place, marker, render, create: true, pause });
    return result.kind !== 'newer-exists';
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
