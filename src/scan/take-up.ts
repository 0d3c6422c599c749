/** Takes up a scan that an earlier attempt of the run may have left unjudged (`docs/contract.md`, One scan). */

import { describeGitHubFault } from '../core/github-fault.ts';
import { isSameScan } from '../core/ids.ts';
import { withinLimit } from '../core/time-limit.ts';
import { gitHubFaultOf } from '../github/api-error.ts';
import { findOurComments, isProofRight, type Note, noteKeyOf } from '../github/note.ts';
import type { PullRequest } from '../github/pull-request.ts';
import type { RunSetup } from '../settings/setup.ts';
import { newestRunningScan, preferencesAgree, scansOfTarget } from './scan-list.ts';
import type { ObtainedScan, StartOptions } from './start.ts';

/** What a re-run looks for a scan with. */
export interface TakeUpOptions extends StartOptions {
  readonly setup: StartOptions['setup'] &
    Pick<
      RunSetup,
      'commentKey' | 'connect' | 'context' | 'isPullRequestUnknown' | 'loginOf' | 'pullRequest' | 'settings'
    >;
}

/**
 * Finds the scan to take up: with a pull request, the one that our comment names; without one, the newest running scan
 * of the target, if it started less than `timeout` ago.
 *
 * @returns `null` on a first attempt, if there is none, and if it is not known whether there is a pull request
 * @throws ProblemError if the scan list cannot be read: a scan may be there, so none is started
 */
export async function takeUpScan(options: TakeUpOptions): Promise<ObtainedScan | null> {
  const { setup, log } = options;
  const { pullRequest } = setup;
  if (setup.context.attempt === 1 || setup.isPullRequestUnknown) return null;
  const scanId =
    pullRequest === null ? await findNewestScan(options) : await findNotedScan(options, pullRequest);
  if (scanId === null) return null;
  const which =
    pullRequest === null
      ? 'the newest running scan of the target'
      : 'which an earlier attempt of this run left without a verdict';
  log.info(`Taking up scan ${scanId}, ${which}`);
  return { scanId, origin: 'taken-up' };
}

async function findNewestScan({ setup, service, target, clock, signal }: TakeUpOptions) {
  const { preferences, timeout: timeoutMs } = setup.inputs;
  const wanted = { since: clock.now() - timeoutMs + 1, preferences: preferences ?? {} };
  return newestRunningScan(await service.listScans(signal), target.givenAddress, wanted)?.id ?? null;
}

async function findNotedScan(options: TakeUpOptions, pullRequest: PullRequest): Promise<string | null> {
  const { setup, service, target, log, signal } = options;
  const notedId = await readNotedId(options, pullRequest);
  if (notedId === null) return null;
  const ofTarget = scansOfTarget(await service.listScans(signal), target.givenAddress);
  const listed = ofTarget.find(({ id }) => isSameScan(id, notedId));
  if (listed !== undefined && preferencesAgree(setup.inputs.preferences ?? {}, listed.preferences))
    return listed.id;
  log.notice(
    `An earlier attempt of this run left scan ${notedId} without a verdict. The scan list does not show it for this target with these preferences, so a new scan is started.`,
  );
  return null;
}

/** Longest time to read our comment, in milliseconds. */
const commentLimitMs = 60_000;

/** The scan that our comment says an earlier attempt left unjudged; `null` if there is none, or it cannot be read. */
async function readNotedId({ setup, log, signal }: TakeUpOptions, pullRequest: PullRequest) {
  const { commentKey, connect, context, inputs, loginOf, settings } = setup;
  if (inputs['github-token'] === '' || settings.policy.comment === 'never') return null;
  const readComments = async () => {
    const github = await connect();
    const wanted = { key: noteKeyOf(commentKey), author: await loginOf(github) };
    const { owner, repo } = context;
    return findOurComments(github, { owner, repo, issue_number: pullRequest.number }, wanted);
  };
  try {
    const comments = await withinLimit(readComments, { signal, limitMs: commentLimitMs });
    return comments.find(({ note }) => isOfThisRun(note, setup, pullRequest))?.note.scan?.id ?? null;
  } catch (error) {
    signal.throwIfAborted();
    const { what, remedy } = describeGitHubFault(gitHubFaultOf(error), 'pull-requests: write');
    log.notice(
      `The comment of the earlier attempt could not be read (${what}), so a new scan is started. ${remedy}`,
    );
    return null;
  }
}

/** True if an earlier attempt of this run noted the scan, for the head of the pull request, with our API key. */
function isOfThisRun(
  note: Note,
  { context: { runId, attempt }, inputs: { 'api-key': apiKey } }: TakeUpOptions['setup'],
  { headSha }: PullRequest,
): boolean {
  const isEarlierAttempt = note.runId === runId && note.attempt < attempt;
  const isOfHead = note.scan?.commit.toLowerCase() === headSha.toLowerCase();
  return isEarlierAttempt && isOfHead && apiKey !== null && isProofRight(apiKey, note);
}
