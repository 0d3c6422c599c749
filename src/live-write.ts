/** Writes the comment while the scan runs: what the scan stage tells, rendered, with a client of its own. */
import { connectGitHub } from './github/client.ts';
import { keyDigest } from './inputs/key.ts';
import type { Target } from './inputs/target-url.ts';
import type { World } from './ports.ts';
import type { Brief } from './prepare.ts';
import { publishComment } from './publish/comment.ts';
import { hiddenLines, type PublishedState, withoutDetails } from './publish/state-line.ts';
import { runFacts } from './report/build-model.ts';
import { renderLiveComment } from './report/live-comment.ts';
import type { ScanProgress } from './scan/wait.ts';
import { loadTexts } from './text/load.ts';

export interface Writing {
  readonly brief: Brief;
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
  const render = (given: PublishedState | null) => {
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
