/**
 * Chooses the deployment to scan. Pure: `wait-for-deployment.ts` calls the API, and passes the newest deployments whose
 * environment fits.
 */

import { matchesGlob } from '../core/glob.ts';
import type { Problem } from '../core/problem.ts';
import type { RunContext } from '../github/context.ts';
import { type Target, targetIdentity } from '../settings/target-url.ts';
import { type DeploymentStatus, siteOf } from './site-address.ts';

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
  readonly target: Target | null;
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
  if (isOfThisRun && state !== 'success' && !hasFailed({ state })) return null;
  const success = statuses.find((status) => status.state === 'success');
  return {
    ...deployment,
    state,
    hasSucceeded: success !== undefined,
    target: siteOf(success ?? newest, context),
    logUrl: logs.find((url) => /^https?:\/\//.test(url ?? '')) ?? `${repositoryUrl}/deployments`,
  };
}

export function isSameSite(one: Target | null, other: Target | null): boolean {
  if (one === null || other === null) return false;
  const [first, second] = [one, other].map((target) =>
    targetIdentity(target.fullAddress, { withQuery: false }),
  );
  return first === second;
}

/** What the deployments of a commit allow: to scan one, to wait, or neither. */
export type DeploymentChoice =
  | { kind: 'this'; deployment: DeploymentWithStatus }
  /** `problem`: why none is scanned; with `wait` only if nothing changes in time. */
  | { kind: 'wait' | 'none'; problem: Problem };

/** What is looked for. */
export interface Wanted {
  readonly sha: string;
  /** Glob for the names of environments, or `null`. */
  readonly environment: string | null;
  readonly waitMs: number;
}

/**
 * Chooses the one deployment that succeeded with an address. Of each environment and creator, only the newest counts.
 * Nothing is guessed: with a second site, or a failure beside it, none is chosen.
 */
export function chooseDeployment(
  deployments: readonly DeploymentWithStatus[],
  wanted: Wanted,
): DeploymentChoice {
  const commit = shortSha(wanted.sha);
  const newestFirst = deployments.toSorted((a, b) => b.createdAt - a.createdAt);
  const possible = newestFirst.filter(mayBeSite);
  // A job may only use the environment, so it is not waited for beside a site.
  const withoutPendingJobs = newestOfEach(possible.filter((one) => !isPending(one) || !isOfJob(one)));
  const candidates = withoutPendingJobs.some(isSite) ? withoutPendingJobs : newestOfEach(possible);
  const site = candidates.find(isSite);
  const pending = candidates.filter(isPending);
  if (site !== undefined) {
    const isOther = (one: DeploymentWithStatus) =>
      hasFailed(one) || (isSite(one) && !isSameSite(one.target, site.target));
    const isClear = !candidates.some(isOther);
    if (isClear && pending.length === 0) return { kind: 'this', deployment: site };
    const named = candidates.map(({ environment, state }) => `${environment} (${state})`);
    const problem = { kind: 'several-deployments', commit, deployments: named } as const;
    return { kind: isClear ? 'wait' : 'none', problem };
  }
  if (pending.length > 0) return { kind: 'wait', problem: noDeployment(pending, wanted) };
  const [failed] = candidates;
  if (failed === undefined) return withoutCandidate(newestFirst, wanted);
  const { environment, logUrl } = failed;
  return { kind: 'none', problem: { kind: 'deployment-failed', commit, environment, logUrl } };
}

/** Nothing is pending, has failed, or has an address that can be scanned. */
function withoutCandidate(deployments: readonly DeploymentWithStatus[], wanted: Wanted): DeploymentChoice {
  // A host that skips a build leaves an inactive deployment. So does a job that only used an environment.
  const skipped = deployments.find((one) => one.state === 'inactive' && !one.hasSucceeded && !isOfJob(one));
  if (skipped !== undefined) return { kind: 'none', problem: inactiveDeployment(skipped) };
  const withoutSite = deployments.find(({ state }) => state === 'success');
  if (withoutSite === undefined) return { kind: 'wait', problem: noDeployment([], wanted) };
  const { environment } = withoutSite;
  return { kind: 'wait', problem: { kind: 'deployment-without-site', environment } };
}

/** The problem of a deployment that is inactive, so that its address shows another commit or nothing. */
export function inactiveDeployment({ environment }: Deployment): Problem {
  return { kind: 'deployment-inactive', environment };
}

function hasFailed({ state }: Pick<DeploymentWithStatus, 'state'>): boolean {
  return state === 'failure' || state === 'error';
}

/** True for what is being deployed. `waiting` is not: that is a review which nobody has given. */
function isPending({ state }: DeploymentWithStatus): boolean {
  return !['success', 'failure', 'error', 'inactive', 'waiting'].includes(state);
}

/** Also one that is inactive now: its address may still show the commit. */
function isSite({ state, hasSucceeded, target }: DeploymentWithStatus): boolean {
  return (state === 'success' || (state === 'inactive' && hasSucceeded)) && target !== null;
}

/** False for one that succeeded without an address: its job only used the environment. */
function mayBeSite(deployment: DeploymentWithStatus): boolean {
  return isSite(deployment) || isPending(deployment) || hasFailed(deployment);
}

function isOfJob({ creator }: Deployment): boolean {
  return creator === 'github-actions[bot]';
}

/** The newest of each environment and creator. @param newestFirst in this order */
function newestOfEach(newestFirst: readonly DeploymentWithStatus[]): DeploymentWithStatus[] {
  const groups = Map.groupBy(newestFirst, ({ environment, creator }) =>
    JSON.stringify([environment.toLowerCase(), creator]),
  );
  return [...groups.values()].flatMap((ofOne) => ofOne.slice(0, 1));
}

function environmentsOf(deployments: readonly DeploymentWithStatus[]): string[] {
  return [...new Set(deployments.map(({ environment }) => environment))];
}

function noDeployment(
  pending: readonly DeploymentWithStatus[],
  { sha, environment, waitMs }: Wanted,
): Problem {
  return {
    kind: 'no-deployment',
    commit: shortSha(sha),
    environment: environment ?? '',
    pending: environmentsOf(pending),
    waitedMs: waitMs,
  };
}

function shortSha(sha: string): string {
  return sha.slice(0, 7);
}

/** Without a glob every environment fits, except production. */
export function fitsEnvironment(
  { environment, isProduction }: Pick<Deployment, 'environment' | 'isProduction'>,
  glob: string | null,
): boolean {
  if (glob !== null) return matchesGlob(glob.toLowerCase(), environment.toLowerCase());
  return !isProduction && !isProductionName(environment);
}

/** Names that begin with one of these words are of no production, whatever follows. */
const beginsAsPreview = /^\s*(?:preview|review|staging|dev|test)(?!\p{L})/iu;
const wholeProductionName = /^\s*(?:prd|live|main|master|release|github-pages)\s*$/iu;
/** The word `prod` or `production`, unless `pre` or `non` stands right before it. */
const productionWord = /(?<!\p{L}|\p{N})(?<!(?<!\p{L})(?:pre|non)[^\p{L}\p{N}]+)prod(?:uction)?(?!\p{L})/iu;

/**
 * True if the name means production, such as `web-prod`, `Production – docs` or `main`. A name such as
 * `production-like` counts too: to scan a production site that nobody named is worse than to ask for a name.
 */
export function isProductionName(environment: string): boolean {
  if (beginsAsPreview.test(environment)) return false;
  return wholeProductionName.test(environment) || productionWord.test(environment);
}
