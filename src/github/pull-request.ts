/** Which pull request a run is about. */

import { fieldsOf } from '../core/fields.ts';
import type { Log } from '../core/ports.ts';
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

/**
 * Whether the run belongs to a pull request. `unknown`: it may. There are several, or the pull request has moved on to
 * another commit, or neither the payload nor GitHub could say.
 */
export type PullRequestLookup =
  | ({ readonly kind: 'found' } & PullRequest)
  | { readonly kind: 'none' | 'unknown' };

/** The pull request that the payload itself names, or `null`. */
export function pullRequestInPayload(context: RunContext, event: EventPayload): PullRequest | null {
  if (context.eventName === 'merge_group') return pullRequestOfMergeGroup(event);
  if (context.eventName === 'workflow_run') return pullRequestOfWorkflowRun(event);
  return event.pullRequest ?? null;
}

/** Reads the number from `refs/heads/gh-readonly-queue/main/pr-104-<sha of the base>`. */
function pullRequestOfMergeGroup({ mergeGroup: group }: EventPayload): PullRequest | null {
  const match = /^(?:refs\/heads\/)?gh-readonly-queue\/.*\/pr-(\d{1,9})-[0-9a-f]{40,64}$/i.exec(
    group?.headRef ?? '',
  );
  if (group === undefined || match === null) return null;
  return { number: Number(match[1]), headSha: group.headSha, isFromFork: false };
}

/** The payload lists no pull requests from forks. A listed pull request may have moved on to another commit. */
function pullRequestOfWorkflowRun(event: EventPayload): PullRequest | null {
  const head = event.workflowRun?.headSha;
  const [only, ...others] = pullsOfWorkflowRun(event).filter(({ headSha }) => headSha === head);
  if (only === undefined || others.length > 0) return null;
  return { number: only.number, headSha: only.headSha, isFromFork: false };
}

/** The pull requests of a workflow run, without pull requests of other repositories. */
function pullsOfWorkflowRun({ workflowRun: run, repository }: EventPayload) {
  const ownId = repository?.id;
  const isInAnotherRepository = (id: number | undefined) =>
    id !== undefined && ownId !== undefined && id !== ownId;
  return (run?.pullRequests ?? []).filter(({ baseId }) => !isInAnotherRepository(baseId));
}

/** Events that may run for a pull request. */
const pullRequestEvents =
  /^(?:pull_request|merge_group$|issue_comment$|deployment|repository_dispatch$|workflow_run$|check_|status$)/;

/** False on events that never run for a pull request. */
function mayHavePullRequest({ eventName }: RunContext, { issue }: EventPayload): boolean {
  if (eventName === 'issue_comment' && issue?.isPullRequest === false) return false;
  return pullRequestEvents.test(eventName);
}

/** The commit to look up the pull request by; `null` on events whose pull request is not looked up. */
function commitToLookUp({ eventName, sha }: RunContext, event: EventPayload): string | null {
  if (eventName === 'push' || eventName === 'deployment_status') return sha;
  // Without a commit in the payload, `sha` is the tip of the default branch, which says nothing about the event.
  if (eventName === 'repository_dispatch') return event.clientPayload?.sha ?? null;
  return eventName === 'workflow_run' ? (event.workflowRun?.headSha ?? null) : null;
}

/**
 * The pull request of a run: from the payload, else the only open one whose head is the commit of the event. If there
 * are several, none is chosen, and the log says so.
 *
 * @param mayAskGitHub false if GitHub must not be asked
 * @throws GitHubFaultError if the pull requests of the commit are not understood
 * @throws what octokit throws if they cannot be read
 */
export async function findPullRequest(
  run: GitHubRun,
  mayAskGitHub: boolean,
  log: Log,
): Promise<PullRequestLookup> {
  const { context, event } = run;
  const pullInPayload = pullRequestInPayload(context, event);
  if (pullInPayload !== null) return { kind: 'found', ...pullInPayload };
  const sha = mayAskGitHub ? commitToLookUp(context, event) : null;
  if (sha === null) return { kind: mayHavePullRequest(context, event) ? 'unknown' : 'none' };
  const pulls = await listPullsOfCommit(run, sha);
  const openPulls = pulls.filter(({ isOpen, headSha }) => isOpen && headSha === sha);
  const [only, ...others] = openPulls;
  if (only !== undefined && others.length === 0) return { kind: 'found', ...only };
  if (only !== undefined) {
    const numbers = openPulls.map(({ number }) => `#${number}`).join(', ');
    log.notice(
      `Commit ${sha.slice(0, 7)} is the head of several open pull requests (${numbers}). None is guessed, so there is no comment. To have one, run the gate on \`pull_request\`, which names it.`,
    );
  }
  const isRuledOut = pulls.every(({ isMerged }) => isMerged) && payloadRulesOutPullRequest(context, event);
  return { kind: isRuledOut ? 'none' : 'unknown' };
}

/** Events that start no workflow for a pull request, in a `workflow_run` that lists none. */
const eventsWithoutPullRequest = new Set(['push', 'schedule', 'workflow_dispatch', 'release']);

/** True if nothing in a `workflow_run` payload points to a pull request. Always true on other events. */
function payloadRulesOutPullRequest({ eventName }: RunContext, event: EventPayload): boolean {
  if (eventName !== 'workflow_run') return true;
  const { workflowRun: run } = event;
  const mayBeListed = run?.pullRequests === undefined || pullsOfWorkflowRun(event).length > 0;
  return !mayBeListed && eventsWithoutPullRequest.has(run?.event ?? '');
}

/** The pull requests of this repository that have commit `sha`. */
async function listPullsOfCommit({ github, context, event }: GitHubRun, sha: string) {
  const { owner, repo } = context;
  const { rest } = await github();
  const request = { owner, repo, commit_sha: sha, per_page: 100 };
  const { data } = await rest.repos.listPullRequestsAssociatedWithCommit(request);
  const pulls = readListedPulls(data, context);
  if (pulls.some(({ isOpen, headSha }) => isOpen && headSha === sha)) return pulls;
  return [...pulls, ...readListedPulls(await listPullsOfFork(context, event, rest), context)];
}

function readListedPulls(data: unknown, { owner, repo }: RunContext) {
  if (!Array.isArray(data)) throw new GitHubFaultError({ kind: 'malformed' });
  return data
    .map((entry: unknown) => {
      const pull = readPullRequest(entry);
      if (pull === undefined) throw new GitHubFaultError({ kind: 'malformed' });
      const { state, merged_at: mergedAt } = fieldsOf(entry);
      return { ...pull, isOpen: state === 'open', isMerged: typeof mergedAt === 'string' };
    })
    .filter(({ baseRepo }) => baseRepo.toLowerCase() === `${owner}/${repo}`.toLowerCase());
}

/** The open pull requests of a fork's branch. GitHub often finds none by a commit that only the fork has. */
async function listPullsOfFork(
  { owner, repo }: RunContext,
  { workflowRun: run }: EventPayload,
  rest: GitHubClient['rest'],
): Promise<unknown> {
  const [headOwner = '', headRepo = ''] = (run?.headRepository ?? '').split('/');
  const isFork = headRepo !== '' && `${headOwner}/${headRepo}` !== `${owner}/${repo}`;
  if (!isFork || run?.headBranch === undefined) return [];
  const head = `${headOwner}:${run.headBranch}`;
  const { data } = await rest.pulls.list({ owner, repo, head, state: 'open', per_page: 100 });
  return data;
}
