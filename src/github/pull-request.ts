import type { Log } from '../core/ports.ts';
import type { GitHub } from './connect.ts';
import type { RunContext } from './context.ts';
import type { EventPayload, PullRequestPart } from './event.ts';

/** The pull request of a run. */
export interface PullRequest {
  readonly number: number;
  readonly headSha: string;
  /** The commit it is to be merged into; `null` in a merge queue, which has its own base. */
  readonly baseSha: string | null;
  /** True if the head is in another repository than the base. Such runs have no secrets. */
  readonly fromFork: boolean;
}

/** Whether the run belongs to a pull request. `unknown`: GitHub could not say. */
export type PullRequestStatus =
  | ({ readonly kind: 'known' } & PullRequest)
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown' };

/** The status of a run whose pull request is `pull`, or that has none. */
export function knownOrNone(pull: PullRequest | null): PullRequestStatus {
  return pull === null ? { kind: 'none' } : { kind: 'known', ...pull };
}

/** The pull request that the payload itself names, or `null`. */
export function pullRequestOf({ eventName }: RunContext, event: EventPayload): PullRequest | null {
  if (eventName === 'merge_group') return ofMergeGroup(event);
  if (eventName === 'workflow_run') return ofWorkflowRun(event);
  return event.pull_request === undefined ? null : toPullRequest(event.pull_request);
}

function toPullRequest({ number, head, base }: PullRequestPart): PullRequest {
  const fromFork = head.repo?.full_name !== base.repo.full_name;
  return { number, headSha: head.sha, baseSha: base.sha, fromFork };
}

/** Reads the number from `refs/heads/gh-readonly-queue/main/pr-104-<sha of the base>`. */
function ofMergeGroup({ merge_group: group }: EventPayload): PullRequest | null {
  const match = /^(?:refs\/heads\/)?gh-readonly-queue\/.*\/pr-(\d{1,9})-[0-9a-f]{40,64}$/i.exec(
    group?.head_ref ?? '',
  );
  if (group === undefined || match === null) return null;
  return { number: Number(match[1]), headSha: group.head_sha, baseSha: null, fromFork: false };
}

/** The payload lists no pull requests of forks. The ones it lists may have moved on to another commit. */
function ofWorkflowRun({ workflow_run: run }: EventPayload): PullRequest | null {
  const matching = (run?.pull_requests ?? []).filter(({ head }) => head.sha === run?.head_sha);
  const only = matching.length === 1 ? matching[0] : undefined;
  return only === undefined
    ? null
    : { number: only.number, headSha: only.head.sha, baseSha: only.base.sha, fromFork: false };
}

export interface PullRequestSearch {
  readonly github: () => Promise<GitHub>;
  readonly context: RunContext;
  readonly event: EventPayload;
  readonly log: Log;
}

/** Events whose payload does not name the pull request, or not always. It is looked up by commit. */
const lookedUpEvents = new Set(['deployment_status', 'repository_dispatch', 'workflow_run', 'push']);

/**
 * The pull request of a run: from the payload, else the only open one whose head is the commit of the event. If there
 * are several, none is chosen, and the log says so.
 *
 * @throws what octokit throws if the pull requests of the commit cannot be read
 */
export async function findPullRequest(search: PullRequestSearch): Promise<PullRequest | null> {
  const { github, context, event, log } = search;
  const named = pullRequestOf(context, event);
  const { eventName, owner, repo, sha } = context;
  if (named !== null || sha === null || !lookedUpEvents.has(eventName)) return named;
  const { rest } = await github();
  const ofCommit = { owner, repo, commit_sha: sha, per_page: 100 };
  const { data } = await rest.repos.listPullRequestsAssociatedWithCommit(ofCommit);
  const found = openWithHead(data, sha);
  const open = found.length > 0 ? found : openWithHead(await listOfFork(search, rest), sha);
  if (open.length > 1) {
    const numbers = open.map(({ number }) => `#${number}`).join(', ');
    log.notice(
      `Commit ${sha.slice(0, 7)} is the head of several open pull requests (${numbers}). None is guessed, so there is no comment.`,
    );
  }
  const only = open.length === 1 ? open[0] : undefined;
  return only === undefined ? null : toPullRequest(only);
}

/** A pull request in an answer of the API. */
type ListedPull = PullRequestPart & { readonly state: string };

function openWithHead(pulls: readonly ListedPull[], sha: string): ListedPull[] {
  return pulls.filter(({ state, head }) => state === 'open' && head.sha === sha);
}

/** GitHub often finds no pull request for a commit that only a fork has, but it does for the fork's branch. */
async function listOfFork(
  { context: { owner, repo }, event: { workflow_run: run } }: PullRequestSearch,
  rest: GitHub['rest'],
): Promise<readonly ListedPull[]> {
  const [headOwner = '', headRepo = ''] = (run?.head_repository?.full_name ?? '').split('/');
  const isFork = headRepo !== '' && `${headOwner}/${headRepo}` !== `${owner}/${repo}`;
  if (!isFork || run?.head_branch === undefined) return [];
  const head = `${headOwner}:${run.head_branch}`;
  const { data } = await rest.pulls.list({ owner, repo, head, state: 'open', per_page: 100 });
  return data;
}
