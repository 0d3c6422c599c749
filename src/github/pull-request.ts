/** Which pull request a run is about. */

import { shortSha } from '../core/ids.ts';
import type { Log } from '../core/ports.ts';
import { fieldsOf } from '../core/values.ts';
import { GitHubFaultError } from './api-error.ts';
import type { GitHubClient } from './connect.ts';
import type { GitHubRun, RunContext } from './context.ts';
import { type EventPayload, readPullRequest } from './event.ts';

export interface PullRequest {
  readonly number: number;
  /** The commit that is scanned: the head, or on `merge_group` the commit that the queue made of it. */
  readonly headSha: string;
  /** True if the head is in another repository than the base. */
  readonly isFromFork: boolean;
}

/** What is known of the pull request of a run. */
export interface PullRequestLookup {
  /** `null` if there is none, or it is not known which. */
  readonly pullRequest: PullRequest | null;
  /** True if there may be one: the commit is the head of several, or GitHub could not say. */
  readonly isPullRequestUnknown: boolean;
}

/** The pull request that the payload itself names, or `null`. */
export function pullRequestInPayload(context: RunContext, event: EventPayload): PullRequest | null {
  return context.eventName === 'merge_group' ? pullRequestOfMergeGroup(event) : (event.pullRequest ?? null);
}

/** Reads the number from `refs/heads/gh-readonly-queue/main/pr-104-<sha of the base>`. */
function pullRequestOfMergeGroup({
  mergeGroup: { headRef = '', headSha },
}: EventPayload): PullRequest | null {
  const queue = /^(?:refs\/heads\/)?gh-readonly-queue\/.*\/pr-(\d{1,9})-[0-9a-f]{40,64}$/i;
  const [, number] = queue.exec(headRef) ?? [];
  if (number === undefined || headSha === undefined) return null;
  return { number: Number(number), headSha, isFromFork: false };
}

/** Events whose pull request is looked up by their commit. A workflow run may list one that has moved on since. */
const eventsToLookUp = new Set(['push', 'deployment_status', 'repository_dispatch', 'workflow_run']);

/** Events that are about a branch or a tag, unless their commit is the head of a pull request. */
const eventsOfBranches = new Set(['push', 'schedule', 'workflow_dispatch', 'release']);

/** True on runs that keep a tracking issue: of a branch or a tag, and certainly not of a pull request. */
export function isBranchRun(
  { eventName }: RunContext,
  { pullRequest, isPullRequestUnknown }: PullRequestLookup,
): boolean {
  return pullRequest === null && !isPullRequestUnknown && eventsOfBranches.has(eventName);
}

/**
 * The pull request of a run: from the payload, else the only open one whose head is the commit of the event. If there
 * are several, none is chosen, and the log says so.
 *
 * @throws GitHubFaultError if the answer of GitHub is not understood
 * @throws what octokit throws if GitHub does not answer
 */
export async function findPullRequest(run: GitHubRun, log: Log): Promise<PullRequestLookup> {
  const { context, event } = run;
  const found = (pullRequest: PullRequest | null) => ({ pullRequest, isPullRequestUnknown: false });
  const pullInPayload = pullRequestInPayload(context, event);
  const { sha, eventName } = context;
  if (sha === null && eventName === 'workflow_run')
    log.notice(
      `The workflow before this one ran on \`${event.workflowRun.event ?? 'an unknown event'}\`, so the commit of this run is not known: there is no comment, no commit status, and no search for a deployment. Let this workflow follow one that runs on \`pull_request\`, \`push\` or \`merge_group\`.`,
    );
  if (pullInPayload !== null || sha === null || !eventsToLookUp.has(eventName)) return found(pullInPayload);
  const pulls = await listOpenPullsOfHead(run, sha);
  if (pulls.length < 2) return found(pulls[0] ?? null);
  const numbers = pulls.map(({ number }) => `#${number}`).join(', ');
  log.notice(
    `Commit ${shortSha(sha)} is the head of several open pull requests (${numbers}). None is guessed, so there is no comment. To have one, run the gate on \`pull_request\`, which names it.`,
  );
  return { pullRequest: null, isPullRequestUnknown: true };
}

/** The open pull requests of this repository whose head is commit `sha`. */
async function listOpenPullsOfHead({ connect, context, event }: GitHubRun, sha: string) {
  const { owner, repo } = context;
  const { rest } = await connect();
  const request = { owner, repo, commit_sha: sha, per_page: 100 };
  const { data } = await rest.repos.listPullRequestsAssociatedWithCommit(request);
  const isOfHead = ({ headSha }: PullRequest) => headSha === sha;
  const pulls = readOpenPulls(data, context).filter(isOfHead);
  if (pulls.length > 0) return pulls;
  return readOpenPulls(await listPullsOfFork(context, event, rest), context).filter(isOfHead);
}

function readOpenPulls(data: unknown, { owner, repo }: RunContext) {
  if (!Array.isArray(data)) throw new GitHubFaultError({ kind: 'malformed' });
  return data
    .map((entry: unknown) => {
      const pull = readPullRequest(entry);
      if (pull === undefined) throw new GitHubFaultError({ kind: 'malformed' });
      return { ...pull, isOpen: fieldsOf(entry)['state'] === 'open' };
    })
    .filter(({ baseRepo, isOpen }) => isOpen && baseRepo.toLowerCase() === `${owner}/${repo}`.toLowerCase());
}

/** The open pull requests of a fork's branch. GitHub often finds none by a commit that only the fork has. */
async function listPullsOfFork(
  { owner, repo }: RunContext,
  { workflowRun: run }: EventPayload,
  rest: GitHubClient['rest'],
): Promise<unknown> {
  const [headOwner = '', headRepo = ''] = (run.headRepository ?? '').split('/');
  const isFork = headRepo !== '' && `${headOwner}/${headRepo}` !== `${owner}/${repo}`;
  if (!isFork || run.headBranch === undefined) return [];
  const head = `${headOwner}:${run.headBranch}`;
  const { data } = await rest.pulls.list({ owner, repo, head, state: 'open', per_page: 100 });
  return data;
}
