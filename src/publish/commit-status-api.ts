/** Sets one commit status, and keeps that of a newer run. */

import type { GitHub } from '../github/connect.ts';
import { attemptOf, isNewer, type RunAttempt } from '../github/context.ts';
import type { StepFacts } from '../prepare/prepare.ts';
import type { CommitStatusText } from '../report/sentences/commit-status-text.ts';

/** Where a run sets its status. */
export interface StatusPlace {
  readonly owner: string;
  readonly repo: string;
  /** The gated commit. */
  readonly sha: string;
  readonly statusContext: string;
  /** The run that sets it. */
  readonly attempt: RunAttempt;
  /** The page of `attempt`. Other runs read from this address which run set the status. */
  readonly url: string;
}

export interface StatusRequest extends StatusPlace, CommitStatusText {
  /** The status that this step wrote last; `null` if it wrote none. */
  readonly last: WrittenStatus | null;
  /** True if an earlier try may have set this status: its answer may have been lost. */
  readonly isRepeated: boolean;
}

export interface WrittenStatus {
  readonly id: number;
  /** The account that wrote it; `null` if GitHub does not say. */
  readonly login: string | null;
  /** True if another job of this run sets the same context, so that the state is `error`. */
  readonly isShared: boolean;
}

export type StatusResult =
  | ({ kind: 'set' } & WrittenStatus)
  /** A newer run has set the status, which is kept. */
  | { kind: 'newer-run'; url: string };

/** What is asked of GitHub. The workflow for many targets asks without octokit. */
export interface CommitStatusApi {
  /** The statuses of the commit, newest first, page by page. */
  readonly pages: (
    commit: Pick<StatusPlace, 'owner' | 'repo' | 'sha'>,
  ) => AsyncIterable<readonly ListedStatus[]>;
  readonly create: (status: Omit<StatusPlace, 'attempt'> & CommitStatusText) => Promise<ListedStatus>;
  /** The account that the token writes as. */
  readonly login: () => Promise<string>;
}

/** A status as GitHub gives it. */
export interface ListedStatus {
  readonly id: number;
  readonly context: string;
  readonly state: string;
  readonly description: string | null;
  readonly target_url: string | null;
  readonly creator: { readonly login: string } | null;
}

export function statusApi(github: GitHub, login: StepFacts['login']): CommitStatusApi {
  const { repos } = github.rest;
  return {
    pages: async function* ({ sha: ref, ...repository }) {
      const request = { ...repository, ref, per_page: 100 };
      for await (const { data } of github.paginate.iterator(repos.listCommitStatusesForRef, request))
        yield data;
    },
    create: async ({ url: target_url, statusContext: context, ...status }) =>
      (await repos.createCommitStatus({ ...status, context, target_url })).data,
    login: () => login(github),
  };
}

/** For a status that several jobs set. In English, as every error of a setting. */
const sharedStatus: CommitStatusText = {
  state: 'error',
  description: 'Several jobs of this run set this status, so it is none of theirs. Give each its own.',
};

/**
 * Sets the status. GitHub has no conditional write, so the statuses are read before the write and after it:
 *
 * | who else has set it | seen before the write | seen after the write |
 * |---|---|---|
 * | a newer run | ours is not written | the status of the newer run is set again |
 * | another job of this run | `error` is written in place of ours | `error` is written over ours |
 * | an older run, or nobody | ours is written | ours stays |
 *
 * Two jobs of one run must not share a context, since the last to end would hide what the other one found.
 * A comment or an issue keeps the worse of two verdicts instead: `conflictOf` in `own-texts.ts`.
 *
 * @throws what `api` throws
 */
export async function setStatus(api: CommitStatusApi, request: StatusRequest): Promise<StatusResult> {
  const before = await findOwnStatuses(api, request);
  if (before.newer !== null) {
    // An earlier try may have set ours over it, if only the answer was lost.
    const mayBeCovered =
      request.isRepeated && before.top !== null && !isNewer(before.top.attempt, request.attempt);
    if (mayBeCovered) await setAgain(api, request, before.newer);
    return { kind: 'newer-run', url: before.newer.url };
  }

  const isShared = request.last?.isShared === true || hidesOtherJob(before.top, request);
  const written = await create(api, request, isShared);

  const after = await findOwnStatuses(api, request, written);
  if (after.newer !== null) {
    await setAgain(api, request, after.newer);
    return { kind: 'newer-run', url: after.newer.url };
  }
  if (isShared || !hidesOtherJob(after.top, request)) return { kind: 'set', ...written };
  return { kind: 'set', ...(await create(api, request, true)) };
}

const endStates = ['error', 'failure', 'success'] as const;

/** Sets the status of a newer run again, because ours covers it. */
async function setAgain(api: CommitStatusApi, request: StatusRequest, newer: OwnStatus): Promise<void> {
  const state = endStates.find((each) => each === newer.state);
  // A `pending` gets the address of our run. The newer run is still working. If it found a status with its own address
  // that it has not set, it would take that for the status of another of its jobs.
  const again = state === undefined ? { state: 'pending' as const } : { state, url: newer.url };
  await create(api, { ...request, ...again, description: newer.description ?? '' }, false);
}

async function create(
  api: CommitStatusApi,
  request: StatusRequest,
  isShared: boolean,
): Promise<WrittenStatus> {
  const { owner, repo, sha, statusContext, url } = request;
  const { state, description } = isShared ? sharedStatus : request;
  const { id, creator } = await api.create({ owner, repo, sha, statusContext, url, state, description });
  return { id, login: creator?.login ?? null, isShared };
}

/** True if another job of this run set `status`, and ours would hide what it says. */
function hidesOtherJob(status: OwnStatus | null, request: StatusRequest): boolean {
  const { last, isRepeated, state, description } = request;
  if (status === null || status.id === last?.id || isNewer(request.attempt, status.attempt)) return false;
  // If the answer of our earlier try was lost, this may be its status.
  const isOurs = isRepeated && status.state === state && status.description === description;
  return !isOurs && state !== 'error';
}

interface OwnStatus extends Pick<ListedStatus, 'id' | 'state' | 'description'> {
  readonly url: string;
  readonly attempt: RunAttempt;
}

/** The two that matter of the statuses that runs set with this account in the context. */
interface OwnStatuses {
  /** The last one, which GitHub shows; `null` if there is none. */
  readonly top: OwnStatus | null;
  /** That of the newest run, if that is newer than this run; else `null`. Another one may cover it. */
  readonly newer: OwnStatus | null;
}

/**
 * Finds our statuses by account and address, because anybody who may write can set others.
 *
 * @param except a status that does not count
 */
async function findOwnStatuses(
  api: CommitStatusApi,
  { owner, repo, sha, statusContext, last, attempt }: StatusRequest,
  except: WrittenStatus | null = null,
): Promise<OwnStatuses> {
  let login = except?.login ?? last?.login ?? null;
  let top: OwnStatus | null = null;
  let newer: OwnStatus | null = null;
  for await (const page of api.pages({ owner, repo, sha })) {
    for (const { id, context, target_url, creator, state, description } of page) {
      const url = target_url ?? '';
      const setBy = attemptOf(url);
      // GitHub takes contexts for the same that differ in letter case only.
      const isSameContext = context.toLowerCase() === statusContext.toLowerCase();
      if (!isSameContext || setBy === null || id === except?.id) continue;
      login ??= await api.login();
      if (creator?.login !== login) continue;
      const own: OwnStatus = { id, url, state, description, attempt: setBy };
      top ??= own;
      if (isNewer(setBy, newer?.attempt ?? attempt)) newer = own;
    }
  }
  return { top, newer };
}
