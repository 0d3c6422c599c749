/**
 * Chooses the deployment to scan. Pure: `wait-for-deployment.ts` calls the API, and passes the newest deployments whose
 * environment fits.
 */

import { shortSha } from '../core/ids.ts';
import type { Problem } from '../core/problem.ts';
import type { RunContext } from '../github/context.ts';
import { type SiteAddress, targetIdentity } from '../settings/site-address.ts';
import { type DeploymentStatus, siteOf } from './deployed-site.ts';

/** A deployment of the API. Strings come from any app that deploys. */
export interface Deployment {
  readonly id: number;
  readonly environment: string;
  /** True if GitHub marks its environment as production. */
  readonly isProduction: boolean;
  /** Login of the app or person that made it; empty if it is not known. */
  readonly creator: string;
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number;
}

/** A deployment with what its statuses say. */
export interface DeploymentWithStatus extends Deployment {
  /** `pending`, `queued`, `in_progress`, `waiting`, `success`, `failure`, `error` or `inactive`. */
  readonly state: string;
  /** True if it succeeded, also if it is inactive now. */
  readonly hasSucceeded: boolean;
  /** The deployed site; `null` if its address is not known. */
  readonly target: SiteAddress | null;
  /** Address of its log; may be empty. */
  readonly logUrl: string;
}

/**
 * A deployment with its statuses, newest first. `null` for a deployment that a job of this run creates by its
 * `environment:`, because it is pending until the job ends.
 */
export function deploymentWithStatus(
  deployment: Deployment,
  statuses: readonly DeploymentStatus[],
  context: RunContext,
): DeploymentWithStatus | null {
  const { repositoryUrl, runUrl } = context;
  const [newest = {}] = statuses;
  const { state = 'pending' } = newest;
  const logs = [newest.logUrl, newest.targetUrl];
  const isOfThisRun = logs.some((url) => url?.startsWith(`${runUrl}/`) === true);
  if (isOfThisRun && !['success', 'failure', 'error'].includes(state)) return null;
  const success = statuses.find((status) => status.state === 'success');
  return {
    ...deployment,
    state,
    hasSucceeded: success !== undefined,
    target: siteOf(success ?? newest, context),
    logUrl: logs.find((url) => /^https?:\/\//.test(url ?? '')) ?? `${repositoryUrl}/deployments`,
  };
}

export function isSameSite(one: SiteAddress | null, other: SiteAddress | null): boolean {
  if (one === null || other === null) return false;
  const [first, second] = [one, other].map((target) =>
    targetIdentity(target.givenAddress, { withQuery: false }),
  );
  return first === second;
}

/** What the deployments of a commit allow: to scan one, to wait, or neither. */
export type DeploymentChoice =
  | { kind: 'this'; deployment: DeploymentWithStatus }
  /** `problem`: why none is scanned; with `wait` only if nothing changes in time. */
  | { kind: 'wait' | 'none'; problem: Problem };

/** Which deployment is looked for, and for how long. */
export interface WantedDeployment {
  readonly sha: string;
  /** For the names of environments; `null` if none is given. */
  readonly environmentGlob: string | null;
  /** How long a deployment may take to appear and succeed; 0 looks only once. */
  readonly waitMs: number;
}

/**
 * What a deployment is to the choice:
 *
 * - `site`: it has an address that can be scanned. Also one that is inactive now: the address may still show the commit
 * - `pending`: it is being deployed. `waiting` is not: that is a review which nobody has given
 * - `failed`
 * - `without-site`: it succeeded without an address. Its job only used the environment
 * - `skipped`: a provider skipped the build, and left an inactive deployment
 * - `ignored`: nothing follows from it
 */
type Role = 'site' | 'pending' | 'failed' | 'without-site' | 'skipped' | 'ignored';

function roleOf({ state, hasSucceeded, target, creator }: DeploymentWithStatus): Role {
  switch (state) {
    case 'success':
      return target === null ? 'without-site' : 'site';
    case 'failure':
    case 'error':
      return 'failed';
    case 'waiting':
      return 'ignored';
    case 'inactive':
      if (hasSucceeded) return target === null ? 'ignored' : 'site';
      // A job that only used an environment leaves an inactive deployment too.
      return isByActionsBot({ creator }) ? 'ignored' : 'skipped';
    default:
      return 'pending';
  }
}

/**
 * Chooses the one deployment that succeeded with an address. Of each environment and creator, only the newest counts.
 * Nothing is guessed: with a second site, or a failure beside it, none is chosen.
 */
export function chooseDeployment(
  deployments: readonly DeploymentWithStatus[],
  wanted: WantedDeployment,
): DeploymentChoice {
  const newestFirst = deployments
    .toSorted((a, b) => b.createdAt - a.createdAt)
    .map((deployment) => ({ ...deployment, role: roleOf(deployment) }));
  const possible = newestFirst.filter(({ role }) => ['site', 'pending', 'failed'].includes(role));
  // A job may only use the environment, so it is not waited for beside a site.
  const withoutPendingJobs = newestOfEach(
    possible.filter((one) => one.role !== 'pending' || !isByActionsBot(one)),
  );
  const hasSite = withoutPendingJobs.some(({ role }) => role === 'site');
  const candidates = hasSite ? withoutPendingJobs : newestOfEach(possible);
  const site = candidates.find(({ role }) => role === 'site');
  const pending = candidates.filter(({ role }) => role === 'pending');
  if (site !== undefined) {
    const isClear = candidates.every(
      ({ role, target }) => role === 'pending' || (role === 'site' && isSameSite(target, site.target)),
    );
    if (isClear && pending.length === 0) return { kind: 'this', deployment: site };
    const named = candidates.map(({ environment, state }) => `${environment} (${state})`);
    return { kind: isClear ? 'wait' : 'none', problem: severalDeployments(wanted.sha, named) };
  }
  if (pending.length > 0) return { kind: 'wait', problem: noDeployment(pending, wanted) };
  const [failed] = candidates;
  if (failed !== undefined) {
    const { environment, logUrl } = failed;
    const commit = shortSha(wanted.sha);
    return { kind: 'none', problem: { kind: 'deployment-failed', commit, environment, logUrl } };
  }
  const skipped = newestFirst.find(({ role }) => role === 'skipped');
  if (skipped !== undefined) return { kind: 'none', problem: inactiveDeployment(skipped) };
  const withoutSite = newestFirst.find(({ role }) => role === 'without-site');
  if (withoutSite === undefined) return { kind: 'wait', problem: noDeployment([], wanted) };
  const { environment } = withoutSite;
  return { kind: 'wait', problem: { kind: 'deployment-without-site', environment } };
}

/** The problem of a deployment that is inactive, so that its address shows another commit or nothing. */
export function inactiveDeployment({ environment }: Deployment): Problem {
  return { kind: 'deployment-inactive', environment };
}

function isByActionsBot({ creator }: Pick<Deployment, 'creator'>): boolean {
  return creator === 'github-actions[bot]';
}

/** The newest of each environment and creator. @param newestFirst in this order */
function newestOfEach<T extends DeploymentWithStatus>(newestFirst: readonly T[]): T[] {
  const groups = Map.groupBy(newestFirst, ({ environment, creator }) =>
    JSON.stringify([environment.toLowerCase(), creator]),
  );
  return [...groups.values()].flatMap((ofOne) => ofOne.slice(0, 1));
}

/** The problem that it is not known which one is meant. @param named each in a few words */
export function severalDeployments(sha: string, named: readonly string[]): Problem {
  return { kind: 'several-deployments', commit: shortSha(sha), deployments: named };
}

export function environmentsOf(deployments: readonly Deployment[]): string[] {
  return [...new Set(deployments.map(({ environment }) => environment))];
}

function noDeployment(
  pending: readonly DeploymentWithStatus[],
  { sha, environmentGlob, waitMs }: WantedDeployment,
): Problem {
  return {
    kind: 'no-deployment',
    commit: shortSha(sha),
    environment: environmentGlob ?? '',
    pending: environmentsOf(pending),
    waitedMs: waitMs,
  };
}
