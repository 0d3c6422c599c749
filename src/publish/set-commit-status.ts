import { type GitHub, ownLogin } from '../github/connect.ts';
import { isNewer, type RunAttempt } from '../github/context.ts';
import type { StatusText } from '../report/sentences/commit-status-text.ts';

/** Where a run sets its status. */
export interface StatusPlace {
  readonly owner: string;
  readonly repo: string;
  /** The gated commit. */
  readonly sha: string;
  readonly context: string;
  /** The page of this attempt of the run. Another run reads from this address which run set the status. */
  readonly url: string;
  readonly by: RunAttempt;
}

export interface StatusRequest extends StatusPlace, StatusText {
  /** The status that this step set last; `null` if it set none. */
  readonly last: SetStatus | null;
  /** True if the same status may have been set already, and the answer was lost. */
  readonly isRepeated: boolean;
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
  readonly state: string;
  readonly description: string | null;
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
 * the other one found. GitHub has no conditional write, so the statuses are read again after it, and a status of a newer run counts
 * wherever it stands.
 *
 * @throws what `api` throws
 */
export async function setStatus(api: StatusApi, request: StatusRequest): Promise<StatusResult> {
  const before = await findOwn(api, request);
  // A write whose answer was lost may lie over the status of a newer run.
  const isOver = before !== null && request.isRepeated && !isNewer(before.top.by, request.by);
  if (before !== null && isNewer(before.newest.by, request.by))
    return keepNewer(api, request, before.newest, isOver);
  const isShared = before !== null && hidesOtherJobs(before.top, request);
  const status = await create(api, isShared ? { ...request, ...sharedStatus } : request);
  const between = await findOwn(api, request, status);
  if (between === null) return { kind: 'set', status, isShared };
  if (isNewer(between.newest.by, request.by)) return keepNewer(api, request, between.newest, true);
  if (between.top.id === before?.top.id || isShared || !hidesOtherJobs(between.top, request))
    return { kind: 'set', status, isShared };
  return { kind: 'set', status: await create(api, { ...request, ...sharedStatus }), isShared: true };
}

/** Leaves the status of a newer run as it is. If ours lies over it, the status of the newer run is set again. */
async function keepNewer(
  api: StatusApi,
  request: StatusRequest,
  newer: OwnStatus,
  isOver: boolean,
): Promise<StatusResult> {
  const { url, description } = newer;
  const state = endStates.find((known) => known === newer.state);
  // `pending` is set again with the address of this run: with its own, the newer run would take it for another job's.
  const again = state === undefined ? { state: 'pending' as const } : { state, url };
  if (isOver) await create(api, { ...request, ...again, description: description ?? '' });
  return { kind: 'newer-exists', url };
}

const endStates = ['error', 'failure', 'success'] as const;

async function create(api: StatusApi, request: StatusRequest): Promise<SetStatus> {
  const { owner, repo, sha, context, url, state, description } = request;
  const { id, creator } = await api.create({ owner, repo, sha, context, url, state, description });
  return { id, login: creator?.login ?? null };
}

/** True if another job of this run set the status, and this one would hide what it said. */
function hidesOtherJobs(
  { id, by, state, description }: OwnStatus,
  { last, isRepeated, ...request }: StatusRequest,
): boolean {
  if (isNewer(request.by, by) || id === last?.id || request.state === 'error') return false;
  const isLostOne = isRepeated && state === request.state && description === request.description;
  return !isLostOne;
}

interface OwnStatus extends Pick<GivenStatus, 'id' | 'state' | 'description'> {
  readonly url: string;
  readonly by: RunAttempt;
}

/**
 * Two of the statuses that runs set with this account in the context: `top` is the last one, and `newest` that of the newest
 * run, which an older run may have written over. Anybody who may write can set others.
 *
 * @param except a status that does not count
 */
async function findOwn(
  api: StatusApi,
  { owner, repo, sha, context, last }: StatusRequest,
  except: SetStatus | null = null,
): Promise<{ readonly top: OwnStatus; readonly newest: OwnStatus } | null> {
  let login = except?.login ?? last?.login ?? null;
  let found: { top: OwnStatus; newest: OwnStatus } | null = null;
  for await (const page of api.pages({ owner, repo, sha })) {
    for (const { id, context: name, target_url, creator, state, description } of page) {
      const url = target_url ?? '';
      const [, runId, attempt] = /\/actions\/runs\/(\d{1,15})\/attempts\/(\d{1,6})$/.exec(url) ?? [];
      // GitHub takes contexts for the same that differ in letter case only.
      if (id === except?.id || runId === undefined || name.toLowerCase() !== context.toLowerCase()) continue;
      login ??= await api.login();
      if (creator?.login !== login) continue;
      const own = { id, url, state, description, by: { runId: Number(runId), attempt: Number(attempt) } };
      found ??= { top: own, newest: own };
      if (isNewer(own.by, found.newest.by)) found = { ...found, newest: own };
    }
  }
  return found;
}
