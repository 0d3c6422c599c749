/** Sets one commit status, unless a newer run has set it. */

import type { GitHubClient } from '../github/connect.ts';
import { attemptOf, isNewer, type RunAttempt } from '../github/context.ts';
import type { StepSetup } from '../prepare/prepare.ts';
import type { CommitStatusText } from '../report/sentences/commit-status-text.ts';

/** Where a run sets its status. */
export interface StatusSlot {
  readonly owner: string;
  readonly repo: string;
  /** The gated commit. */
  readonly sha: string;
  readonly statusContext: string;
  /** The run that sets the status. */
  readonly attempt: RunAttempt;
  /** The page of `attempt`. Other runs read from this address which run set the status. */
  readonly url: string;
}

export interface StatusToSet extends StatusSlot, CommitStatusText {
  /** The status that this step wrote last; `null` if it wrote none. */
  readonly last: WrittenStatus | null;
  /** True if an earlier try may have set this status and only the answer was lost. */
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
  /** A newer run has set the status, and its status is kept. */
  | { kind: 'newer-run'; url: string };

/** The requests to GitHub. The workflow for many targets makes them without octokit. */
export interface CommitStatusApi {
  /** The statuses of the commit, newest first, page by page. */
  readonly pages: (
    commit: Pick<StatusSlot, 'owner' | 'repo' | 'sha'>,
  ) => AsyncIterable<readonly ListedStatus[]>;
  readonly create: (status: Omit<StatusSlot, 'attempt'> & CommitStatusText) => Promise<ListedStatus>;
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

export function statusApi(github: GitHubClient, loginOf: StepSetup['loginOf']): CommitStatusApi {
  const { repos } = github.rest;
  return {
    pages: async function* ({ sha: ref, ...repository }) {
      const request = { ...repository, ref, per_page: 100 };
      for await (const { data } of github.paginate.iterator(repos.listCommitStatusesForRef, request))
        yield data;
    },
    create: async ({ url: target_url, statusContext: context, ...status }) =>
      (await repos.createCommitStatus({ ...status, context, target_url })).data,
    login: () => loginOf(github),
  };
}

/** The status if several jobs set it. It is in English, like every error about a setting. */
const sharedStatus: CommitStatusText = {
  state: 'error',
  description: 'Several jobs of this run set this status, so it is none of theirs. Give each its own.',
};

/**
 * Sets the status. GitHub has no conditional write, so the statuses are read before the write and after it:
 *
 * | who else has set it | seen before the write | seen after the write |
 * |---|---|---|
 * | a newer run | nothing is written | the status of the newer run is set again |
 * | another job of this run | `error` is written instead | `error` is written over this status |
 * | an older run, or nobody | this status is written | this status stays |
 *
 * Two jobs of one run must not share a context, because the job that ends last would hide the status of the other job.
 *
 * @throws what `api` throws
 */
export async function setStatus(api: CommitStatusApi, wanted: StatusToSet): Promise<StatusResult> {
  const before = await findOwnStatuses(api, wanted);
  if (before.newer !== null) {
    // An earlier try may have written this status over the status of the newer run, if only the answer was lost.
    const mayBeCovered =
      wanted.isRepeated && before.current !== null && !isNewer(before.current.attempt, wanted.attempt);
    if (mayBeCovered) await restoreNewer(api, wanted, before.newer);
    return { kind: 'newer-run', url: before.newer.url };
  }

  const isShared = wanted.last?.isShared === true || hidesOtherJob(before.current, wanted);
  const written = await create(api, wanted, isShared);

  const after = await findOwnStatuses(api, wanted, written);
  if (after.newer !== null) {
    await restoreNewer(api, wanted, after.newer);
    return { kind: 'newer-run', url: after.newer.url };
  }
  if (isShared || !hidesOtherJob(after.current, wanted)) return { kind: 'set', ...written };
  return { kind: 'set', ...(await create(api, wanted, true)) };
}

const endStates = ['error', 'failure', 'success'] as const;

/** Sets the status of a newer run again, because the status of this run covers it. */
async function restoreNewer(api: CommitStatusApi, wanted: StatusToSet, newer: OwnStatus): Promise<void> {
  const state = endStates.find((each) => each === newer.state);
  // A `pending` gets the address of this run, because the newer run is still working. If the newer run found a status
  // with its own address that it did not set, it would think that another of its jobs had set it.
  const again = state === undefined ? { state: 'pending' as const } : { state, url: newer.url };
  await create(api, { ...wanted, ...again, description: newer.description ?? '' }, false);
}

async function create(api: CommitStatusApi, wanted: StatusToSet, isShared: boolean): Promise<WrittenStatus> {
  const { owner, repo, sha, statusContext, url } = wanted;
  const { state, description } = isShared ? sharedStatus : wanted;
  const { id, creator } = await api.create({ owner, repo, sha, statusContext, url, state, description });
  return { id, login: creator?.login ?? null, isShared };
}

/** True if another job of this run set `status`, and the new status would hide it. */
function hidesOtherJob(status: OwnStatus | null, wanted: StatusToSet): boolean {
  const { last, isRepeated, state, description } = wanted;
  if (status === null || status.id === last?.id || isNewer(wanted.attempt, status.attempt)) return false;
  // If the answer to an earlier try was lost, this may be the status that the earlier try set.
  const isOurs = isRepeated && status.state === state && status.description === description;
  return !isOurs && state !== 'error';
}

interface OwnStatus extends Pick<ListedStatus, 'id' | 'state' | 'description'> {
  readonly url: string;
  readonly attempt: RunAttempt;
}

/**
 * Finds the statuses of this action by account and address, because anybody with write access can set a status.
 *
 * @param except a status to leave out
 * @returns `current`: the last status, which GitHub shows, or `null`; `newer`: the status of the newest run, which a
 *   later status may cover; `null` if no run is newer than this one
 */
async function findOwnStatuses(
  api: CommitStatusApi,
  { owner, repo, sha, statusContext, last, attempt }: StatusToSet,
  except: WrittenStatus | null = null,
) {
  let login = except?.login ?? last?.login ?? null;
  let current: OwnStatus | null = null;
  let newer: OwnStatus | null = null;
  for await (const page of api.pages({ owner, repo, sha })) {
    for (const { id, context, target_url, creator, state, description } of page) {
      const url = target_url ?? '';
      const setBy = attemptOf(url);
      // For GitHub, contexts that differ only in letter case are the same.
      const isSameContext = context.toLowerCase() === statusContext.toLowerCase();
      if (!isSameContext || setBy === null || id === except?.id) continue;
      login ??= await api.login();
      if (creator?.login !== login) continue;
      const own: OwnStatus = { id, url, state, description, attempt: setBy };
      current ??= own;
      if (isNewer(setBy, newer?.attempt ?? attempt)) newer = own;
    }
  }
  return { current, newer };
}
