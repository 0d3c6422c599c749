/**
 * How this action makes its comments and issues and finds them again, which of two runs keeps its post, and what a run
 * takes over from an earlier post. A post is a comment or an issue of this action.
 */

import { outcomes } from '../core/choices.ts';
import { portsUntilGivenUp, type RunPorts, type StagePorts } from '../core/ports.ts';
import { shortDigest } from '../core/text.ts';
import { withinLimit } from '../core/time-limit.ts';
import type { GitHubClient } from '../github/connect.ts';
import { isNewer } from '../github/context.ts';
import type { RunSetup } from '../prepare/prepare.ts';
import {
  type EarlierPost,
  encodeHiddenLine,
  type HiddenLine,
  type PostStamp,
  publicReportOf,
  readOwnPost,
} from '../report/hidden-line.ts';
import { gitHubWarning, warnOnFailure } from './failure-warnings.ts';
import type { DecidedRun, Publication } from './publication.ts';
import { gitHubSinks } from './sinks.ts';

/** The marker of each post that this run writes on GitHub. */
export function markerOf({ commentKey, context: { runId, attempt } }: RunSetup) {
  return { key: shortDigest(commentKey), runId, attempt };
}

/** The stamp of the posts that a run with a verdict writes. */
export function stampOf({ setup, decision }: DecidedRun): PostStamp {
  return { marker: markerOf(setup), outcome: decision.assessment.verdict.outcome };
}

/** A comment or an issue that this action wrote with this token. */
export interface OwnPost extends EarlierPost, PostStamp {
  readonly html_url: string;
  readonly body: string;
}

/**
 * The comments or issues that this action wrote with this token. The author has to match too, because anybody can write
 * the marker.
 *
 * @param author the login of the token
 */
export function ownPostsIn<
  Listed extends { html_url: string; body?: string | null; user: { login: string } | null },
>(listed: readonly Listed[], key: string, author: string): (Listed & OwnPost)[] {
  return listed.flatMap((post) => {
    const body = post.body ?? '';
    const read = readOwnPost(body);
    return read?.marker.key === key && post.user?.login === author ? [{ ...post, ...read, body }] : [];
  });
}

/** Why this run may not simply replace a post: another run or job wrote it. */
export type Conflict = 'newer-run' | 'other-job' | 'shared';

type StampedPost = PostStamp & Pick<OwnPost, 'body'>;

/**
 * Checks whether this job may replace a post with the same key:
 *
 * - `newer-run`: a newer run wrote it, so it stays
 * - `other-job`: another job of this run wrote it, and its verdict is as bad as this job's or worse, so it stays
 * - `shared`: another job of this run wrote it, and its verdict is better, so this job replaces it. The user has to be
 *   warned
 *
 * The commit status has another rule: if two jobs set it, it becomes `error` (`setStatus` in `set-commit-status.ts`).
 * Two steps of one job never get here, because each claims its key (`runner/claim-key.ts`).
 *
 * @param theirs the post as it is now
 * @returns `null` for no conflict: an older run wrote the post, or the post has no verdict yet, or it is the post that
 *   this job wants to write, because an earlier try has written it
 */
export function conflictOf(theirs: StampedPost, ours: StampedPost): Conflict | null {
  if (theirs.body === ours.body) return null;
  if (isNewer(theirs.marker, ours.marker)) return 'newer-run';
  if (isNewer(ours.marker, theirs.marker) || theirs.outcome === null) return null;
  // While this job still scans, it has no verdict, so the post with the verdict of the other job stays.
  const isWorse = ours.outcome !== null && outcomes.indexOf(ours.outcome) > outcomes.indexOf(theirs.outcome);
  return isWorse ? 'shared' : 'other-job';
}

/** True if the post that another run or job wrote stays as it is. */
export function keepsTheirs(kind: WriteResult['kind'] | null): kind is 'newer-run' | 'other-job' {
  return kind === 'newer-run' || kind === 'other-job';
}

/** What happened to the post. `written`: this run wrote it without a {@link Conflict}. */
export interface WriteResult {
  readonly kind: 'written' | Conflict;
  readonly url: string;
}

/** Longest time to write a comment or the tracking issue in milliseconds, with rate limits, silences and retries. */
const postLimitMs = 300_000;

/**
 * Has a comment or an issue written, within a time limit. The log says if there is no token, if the write failed, and
 * if another run or job wrote the post.
 *
 * @returns the URL of the post, even if a newer run wrote it; `null` if there is none
 */
export async function publishOwnPost(
  sinkName: 'comment' | 'issue',
  { decided, ports }: Publication,
  write: (github: GitHubClient, ports: StagePorts) => Promise<WriteResult | null>,
): Promise<string | null> {
  const { inputs, github } = decided.setup;
  const { log, givenUp: signal } = ports;
  const { name } = gitHubSinks[sinkName];
  if (inputs.github.token === '') {
    log.notice(`There is no ${name}, because \`github-token\` is empty.`);
    return null;
  }
  const connectAndWrite = async () => write(await github(), portsUntilGivenUp(ports));
  const limited = () => withinLimit(connectAndWrite, { signal, limitMs: postLimitMs });
  const written = await warnOnFailure(log.warning, limited, gitHubWarning(sinkName));
  if (written === null) return null;
  const { kind, url } = written;
  if (kind === 'newer-run') log.notice(`The ${name} is left as a newer run wrote it: ${url}`);
  if (kind === 'other-job' || kind === 'shared')
    log.warning(
      `Another job of this run has the same \`comment-key\`, so the ${name} has the worse of their reports. Give each job its own \`comment-key\`.`,
    );
  return url;
}

/**
 * The post of an earlier run. If findings are withheld now, its details are removed: the earlier run may have published
 * some.
 */
export function earlierPostByDisclosure(
  setup: Pick<RunSetup, 'disclosure'>,
  earlier: EarlierPost,
): EarlierPost {
  if (setup.disclosure.mode === 'full') return earlier;
  const { report, notedScan } = earlier;
  return { report: report === null ? null : publicReportOf(report), notedScan, reportMarkdown: null };
}

/**
 * Renders a comment or an issue with its hidden line, and removes secrets from it.
 *
 * @param render returns the text, which must start with the hidden line that it gets
 */
export function composeOwnPost(
  hidden: HiddenLine,
  { redactor: { redact } }: RunPorts,
  render: (firstLine: string) => string,
): string {
  const firstLine = encodeHiddenLine(hidden, redact);
  // The line was redacted before it was encoded.
  return firstLine + redact(render(firstLine).slice(firstLine.length));
}
