import type { GitHub } from '../github/connect.ts';
import { isNewer, type RunAttempt } from '../github/context.ts';
import { ownLogin } from '../github/own-login.ts';
import type { StatusText } from '../report/sentences/commit-status.ts';

/** Where a run sets its status. */
export interface StatusPlace {
  readonly owner: string;
  readonly repo: string;
  /** The gated commit. */
  readonly sha: string;
  readonly context: string;
  /** The page of the run, which says who set a status. */
  readonly url: string;
  readonly by: RunAttempt;
}

export interface StatusRequest extends StatusPlace, StatusText {
  /** The status that this step set last; `null` if it set none. */
  readonly last: SetStatus | null;
}

/** A status that was set, and by which account. */
export interface SetStatus {
  readonly id: number;
  readonly login: string | null;
}

export type StatusResult =
  /** `isShared`: another job of this run sets the same context, so the state is `error`. */
  | { kind: 'set'; status: SetStatus; isShared: boolean }
  /** A newer run has set the status, which is kept. */
  | { kind: 'newer-exists'; url: string };

/** What is asked of GitHub. The workflow for many targets asks without octokit. */
export interface StatusApi {
  /** The statuses of the commit, newest first, page by page. */
  readonly pages: (
    place: Pick<StatusPlace, 'owner' | 'repo' | 'sha'>,
  ) => AsyncIterable<readonly GivenStatus[]>;
  readonly create: (status: Omit<StatusPlace, 'by'> & StatusText) => Promise<GivenStatus>;
  /** The account that the token writes as. */
  readonly login: () => Promise<string>;
}

/** A status as GitHub gives it. */
export interface GivenStatus {
  readonly id: number;
  readonly context: string;
  readonly target_url: string | null;
  readonly creator: { readonly login: string } | null;
}

export function statusApi(github: GitHub): StatusApi {
  const { repos } = github.rest;
  return {
    pages: async function* ({ sha: ref, ...place }) {
      const request = { ...place, ref, per_page: 100 };
      for await (const { data } of github.paginate.iterator(repos.listCommitStatusesForRef, request))
        yield data;
    },
    create: async ({ url: target_url, ...status }) =>
      (await repos.createCommitStatus({ ...status, target_url })).data,
    login: () => ownLogin(github),
  };
}

/** For a status that several jobs set. In English, as every error of a setting. */
export const sharedStatus: StatusText = {
  state: 'error',
  description: 'Several jobs of this run set this status, so it is none of theirs. Give each its own.',
};

/**
 * Sets the status, unless a newer run has. Two jobs of one run must not share a context: whoever ends last would hide what
 * the other one found.
 *
 * @throws what `api` throws
 */
export async function setStatus(api: StatusApi, request: StatusRequest): Promise<StatusResult> {
  const { owner, repo, sha, context, url, by, last } = request;
  const newest = await findOwn(api, request);
  if (newest !== null && isNewer(newest.by, by)) return { kind: 'newer-exists', url: newest.url };
  const isOfThisRun = newest !== null && !isNewer(by, newest.by);
  const isShared = isOfThisRun && newest.id !== last?.id && request.state !== 'error';
  const { state, description } = isShared ? sharedStatus : request;
  const { id, creator } = await api.create({ owner, repo, sha, context, url, state, description });
  return { kind: 'set', status: { id, login: creator?.login ?? null }, isShared };
}

/** The newest status of the context that a run set with this account. Anybody who may write can set others. */
async function findOwn(api: StatusApi, { owner, repo, sha, context, last }: StatusRequest) {
  let login = last?.login ?? null;
  for await (const page of api.pages({ owner, repo, sha })) {
    for (const { id, context: name, target_url, creator } of page) {
      const url = target_url ?? '';
      const [, runId, attempt] = /\/actions\/runs\/(\d{1,15})\/attempts\/(\d{1,6})$/.exec(url) ?? [];
      // GitHub takes contexts for the same that differ in letter case only.
      if (runId === undefined || name.toLowerCase() !== context.toLowerCase()) continue;
      login ??= await api.login();
      if (creator?.login !== login) continue;
      return { id, url, by: { runId: Number(runId), attempt: Number(attempt) } };
    }
  }
  return null;
}
