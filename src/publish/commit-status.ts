/** The commit status of a run: `pending`, then the verdict or `error` (`docs/contract.md`, What is published). */

import { randomUUID } from 'node:crypto';
import { plainText } from '../core/plain-text.ts';
import type { RunPorts } from '../core/ports.ts';
import { wordsIn } from '../core/say.ts';
import { withinLimit } from '../core/time-limit.ts';
import { isLoweredToWarning } from '../gate/step-end.ts';
import type { GitHubClient } from '../github/connect.ts';
import { attemptOf, isNewer, isSameAttempt, type RunContext } from '../github/context.ts';
import { withRetries } from '../github/with-retries.ts';
import type { PublishedModel } from '../report/published-model.ts';
import { isSkipProblem } from '../settings/read-inputs.ts';
import type { SetupBeforePolicy } from '../settings/setup.ts';
import { endMessage } from './outputs.ts';
import type { WriteResult } from './post.ts';
import { gitHubWarning, warnOnFailure } from './warnings.ts';

/** Longest time for one status, with rate limits and retries. */
const statusLimitMs = 60_000;
/** After a cancel, a status that is not written yet gets one last try of this length. */
export const lastStatusMs = 1_000;
/** GitHub refuses a longer description of a status. In characters. */
const maxDescriptionLength = 140;

/** What a commit status says. */
export interface CommitStatusText {
  readonly state: 'pending' | 'success' | 'failure' | 'error';
  /** May have any length: it is cut to what GitHub accepts. */
  readonly description: string;
}

/**
 * The commit status of a verdict (`docs/contract.md`, What is published). `on-fail` makes no difference. A skipped run
 * sets no status.
 *
 * @param reason the verdict in one line, as anybody may read it
 */
export function commitStatusTextOf(model: PublishedModel, reason: string): CommitStatusText {
  const { judgement, settings, language } = model;
  if (judgement.verdict === 'pass') return { state: 'success', description: reason };
  if (judgement.verdict === 'fail') return { state: 'failure', description: reason };
  if (!isLoweredToWarning(judgement, settings.policy)) return { state: 'error', description: reason };
  const warned = wordsIn(language)(
    'Inconclusive, but only warned about',
    'Inconclusivo, mas apenas com um aviso',
  );
  return { state: 'success', description: `${warned}: ${reason}` };
}

export interface CommitStatus {
  /** Sets `pending`. */
  readonly setPending: () => Promise<void>;
  /** Sets the status of a verdict. */
  readonly setVerdict: (text: CommitStatusText) => Promise<void>;
  /** Sets `error` for a run that ended without a verdict. */
  readonly setError: (error: unknown) => Promise<void>;
}

/**
 * The commit status of this run; `null` if none is wanted, or if none can be set, which a notice says. Call this before
 * wrong inputs end the run, so that it can set `error`.
 */
export function commitStatusFor(setup: SetupBeforePolicy, ports: RunPorts): CommitStatus | null {
  const { inputs, statusContext } = setup;
  if (statusContext === null) return null;
  const whyNone = whyNoStatus(setup);
  if (whyNone !== null) {
    ports.log.notice(`There is no commit status, because ${whyNone}.`);
    return null;
  }
  // Tells the statuses of this job from those that another job of the same attempt sets.
  const statusUrl = `${setup.context.attemptUrl}#${randomUUID().slice(0, 8)}`;
  const set = oneAfterTheOther((text: CommitStatusText) =>
    writeStatus(setup, { ...setup.context, statusContext, statusUrl }, text, ports),
  );
  const pending = wordsIn(inputs.language)('The scan has not finished yet.', 'O scan ainda não terminou.');
  return {
    setPending: () => set({ state: 'pending', description: pending }),
    setVerdict: set,
    setError: (error) => set({ state: 'error', description: ports.redactor.redact(endMessage(error)) }),
  };
}

/** Why this run sets no commit status, as the end of a sentence; `null` if it sets one. */
function whyNoStatus({
  context: { eventName, sha },
  inputs,
  missingApiKeyProblem,
}: SetupBeforePolicy): string | null {
  if (eventName === 'schedule') return 'a scheduled run gates no commit';
  if (inputs['scan-id'] !== null) return 'a scan given by `scan-id` may be of any commit';
  if (isSkipProblem(missingApiKeyProblem)) return 'nothing is scanned on this pull request';
  if (sha === null) return 'the commit of this run is not known';
  return inputs['github-token'] === '' ? '`github-token` is empty' : null;
}

/** If the run fails while a verdict is being set, the `error` must come last. */
function oneAfterTheOther<T>(operation: (value: T) => Promise<void>): (value: T) => Promise<void> {
  let last = Promise.resolve();
  return (value) => {
    last = last.then(() => operation(value));
    return last;
  };
}

/** The run, the context of its status, and the page of the attempt with a fragment that only this job has. */
type OwnStatus = RunContext & Readonly<Record<'statusContext' | 'statusUrl', string>>;

/** Writes one status within its limits. A failure is logged as a warning. */
async function writeStatus(
  { connectUntil }: SetupBeforePolicy,
  ours: OwnStatus,
  { state, description }: CommitStatusText,
  { log, clock, giveUpSignal }: RunPorts,
): Promise<void> {
  // What goes wrong with `pending` mostly goes wrong with the verdict too, which says so.
  const { notice, warning } = state === 'pending' ? { notice: log.debug, warning: log.debug } : log;
  const text = { state, description: plainText(description, maxDescriptionLength) };
  const write = async (signal: AbortSignal) => {
    // Each write has its own client, which stops at the limit: a `pending` that was given up must not come after the
    // verdict.
    const github = await connectUntil(signal);
    return withRetries(() => lookAndSetStatus(github, ours, text), { clock, log, signal });
  };
  const limited = () => withinLimit(write, limitsOfStatus(giveUpSignal));
  const end = await warnOnFailure({ warning }, limited, gitHubWarning('status'));
  if (end?.kind === 'newer-run') notice(`The commit status is left as a newer run set it: ${end.url}`);
  if (end?.kind === 'other-job')
    warning(
      `Several jobs of this run set the commit status \`${ours.statusContext}\`, so it is \`error\`. Give each its own \`commit-status\`.`,
    );
}

/** A run that is given up still has one last try, or the commit would stay `pending`. */
function limitsOfStatus(giveUpSignal: AbortSignal): { signal: AbortSignal; limitMs: number } {
  return giveUpSignal.aborted
    ? { signal: new AbortController().signal, limitMs: lastStatusMs }
    : { signal: giveUpSignal, limitMs: statusLimitMs };
}

const severalJobs: CommitStatusText = {
  state: 'error',
  description: 'Several jobs of this run set this status. Give each its own commit-status.',
};

/**
 * Looks who has set the status of this context, and sets it unless a newer run has. The address of a status says which
 * job of which attempt set it. If another job of this attempt sets the same one, neither verdict may stand for both.
 *
 * @returns the address of the status that is there now
 */
async function lookAndSetStatus(
  { rest, paginate }: GitHubClient,
  ours: OwnStatus,
  text: CommitStatusText,
): Promise<WriteResult> {
  const { owner, repo, sha, runId, attempt, statusContext, statusUrl } = ours;
  if (sha === null) throw new Error('a status needs a commit');
  const all = await paginate(rest.repos.listCommitStatusesForRef, { owner, repo, ref: sha, per_page: 100 });
  const earlierStatuses = all
    .filter(({ context }) => context.toLowerCase() === statusContext.toLowerCase())
    .map(({ target_url }) => ({ url: target_url ?? '', by: attemptOf(target_url ?? '') }));
  const newer = earlierStatuses.find(({ by }) => by !== null && isNewer(by, { runId, attempt }));
  if (newer !== undefined) return { kind: 'newer-run', url: newer.url };
  const isShared = earlierStatuses.some(
    ({ url, by }) => by !== null && isSameAttempt(by, { runId, attempt }) && url !== statusUrl,
  );
  const request = { owner, repo, sha, context: statusContext, target_url: statusUrl };
  await rest.repos.createCommitStatus({ ...request, ...(isShared ? severalJobs : text) });
  return { kind: isShared ? 'other-job' : 'written', url: statusUrl };
}
