/** What comment and tracking issue have in common: the note in their first line, and who writes last. */

import type { StagePorts } from '../core/ports.ts';
import { verdicts } from '../core/severity.ts';
import { withinLimit } from '../core/time-limit.ts';
import type { GitHubClient } from '../github/connect.ts';
import { isNewer, isSameAttempt } from '../github/context.ts';
import { type Note, noteKeyOf, type Post, proofOf } from '../github/note.ts';
import type { JudgedRun } from '../report/model.ts';
import type { Publication } from './publication.ts';
import { gitHubWarning, nameOf, warnOnFailure } from './warnings.ts';

/** The note of what this run writes. It names the scan only if the run ended without having judged it. */
export function noteOf({ setup, scan, judgement }: JudgedRun): Note {
  const { commentKey, context, inputs, pullRequest } = setup;
  const note = {
    key: noteKeyOf(commentKey),
    runId: context.runId,
    attempt: context.attempt,
    verdict: judgement.verdict,
  };
  const { scanId: id, mayBeTakenUp } = scan;
  const apiKey = inputs['api-key'];
  if (!mayBeTakenUp || id === null || apiKey === null || pullRequest === null) return note;
  const commit = pullRequest.headSha;
  return { ...note, scan: { id, commit, proof: proofOf(apiKey, { ...note, id, commit }) } };
}

/** What happened to a post, or to the commit status. */
export interface WriteResult {
  /**
   * `newer-run`: a newer run wrote it, so it stays. `other-job`: another job of this attempt writes it too, so a post
   * keeps the worse verdict, and the status is `error`.
   */
  readonly kind: 'written' | 'newer-run' | 'other-job';
  /** The page of the post, or the address of the status. */
  readonly url: string;
}

/** Whether `ours` may replace `post`, and what to say about it (`docs/contract.md`, Newer runs win). */
export function compareWithPost(
  { note, body: postBody }: Pick<Post, 'note' | 'body'>,
  ours: Note,
  body: string,
): { readonly mayReplace: boolean; readonly kind: WriteResult['kind'] } {
  if (isNewer(note, ours)) return { mayReplace: false, kind: 'newer-run' };
  // With the same text, an earlier try of this job wrote it, and only the answer was lost.
  if (!isSameAttempt(note, ours) || postBody === body) return { mayReplace: true, kind: 'written' };
  const isWorse = verdicts.indexOf(ours.verdict) > verdicts.indexOf(note.verdict);
  return { mayReplace: isWorse, kind: 'other-job' };
}

/** Longest time to write a comment or the tracking issue in milliseconds, with rate limits, silences and retries. */
const postLimitMs = 300_000;

/**
 * Has a comment or an issue written, within a time limit. The log says if there is no token, if the write failed, and
 * if somebody else's post stays.
 *
 * @returns the URL of the post, even if a newer run wrote it; `null` if there is none
 */
export async function publishPost(
  destination: 'comment' | 'issue',
  { judgedRun, ports }: Publication,
  write: (github: GitHubClient, ports: StagePorts) => Promise<WriteResult | null>,
): Promise<string | null> {
  const { inputs, connect } = judgedRun.setup;
  const { clock, log, giveUpSignal } = ports;
  const name = nameOf(destination);
  if (inputs['github-token'] === '') {
    log.notice(`There is no ${name}, because \`github-token\` is empty.`);
    return null;
  }
  const connectAndWrite = async (signal: AbortSignal) => write(await connect(), { clock, log, signal });
  const limited = () => withinLimit(connectAndWrite, { signal: giveUpSignal, limitMs: postLimitMs });
  const written = await warnOnFailure(log, limited, gitHubWarning(destination));
  if (written === null) return null;
  const { kind, url } = written;
  if (kind === 'newer-run') log.notice(`The ${name} is left as a newer run wrote it: ${url}`);
  if (kind === 'other-job')
    log.warning(
      `Another job of this run writes the same ${name}, so it shows the worse of both verdicts: ${url}. Give each job its own \`comment-key\`.`,
    );
  return url;
}
