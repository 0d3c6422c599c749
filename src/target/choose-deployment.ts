/**
 * Chooses the deployment to scan. Pure: `wait-for-deployment.ts` calls the API, and passes the newest deployments whose
 * environment fits.
 */

import { charactersOf, matchesGlob } from '../core/glob.ts';
import { readTime } from '../core/time.ts';
import type { RunContext } from '../github/context.ts';
import type { EventPayload } from '../github/event.ts';
import { parseTarget, type Target } from '../inputs/target-url.ts';

/** A deployment of the API. Strings come from any app that deploys. */
export interface Deployment {
  readonly id: number;
  readonly environment: string;
  readonly isProduction: boolean;
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number;
}

/** A deployment with what its newest status says. */
export interface DeploymentWithStatus extends Deployment {
  /** `pending`, `queued`, `in_progress`, `success`, `failure`, `error` or `inactive`. */
  readonly state: string;
  /** The deployed site; `null` if its address is not known. */
  readonly target: Target | null;
  /** Address of its log; may be empty. */
  readonly logUrl: string;
  /** Time of its newest status, in milliseconds since the Unix epoch; `null` if it is not known. */
  readonly statusAt: number | null;
}

/** A deployment status, of the API or of an event. */
type DeploymentStatus = Partial<NonNullable<EventPayload['deploymentStatus']>>;

/**
 * A deployment with its newest status. `null` for a deployment that a job of this run creates by its `environment:`,
 * because it is pending until the job ends.
 */
export function deploymentWithStatus(
  deployment: Deployment,
  status: DeploymentStatus,
  context: RunContext,
): DeploymentWithStatus | null {
  const { repositoryUrl, runUrl } = context;
  const { state = 'pending' } = status;
  const logs = [status.logUrl, status.targetUrl];
  const isOfThisRun = logs.some((url) => url?.startsWith(`${runUrl}/`) === true);
  if (isOfThisRun && state !== 'success' && state !== 'failure' && state !== 'error') return null;
  return {
    ...deployment,
    state,
    target: targetFromStatus(status, context),
    logUrl: logs.find((url) => /^https?:\/\//.test(url ?? '')) ?? `${repositoryUrl}/deployments`,
    statusAt: readTime(status.createdAt),
  };
}

/**
 * The deployed site: `environment_url`, else `target_url` if that is not the address of the log. The result is never a
 * page of GitHub, which deployments of GitHub Actions often name.
 */
export function targetFromStatus(status: DeploymentStatus, { serverUrl }: RunContext): Target | null {
  const { environmentUrl: siteUrl, targetUrl: legacyUrl, logUrl } = status;
  const isLogAddress = URL.parse(legacyUrl ?? '')?.href === URL.parse(logUrl ?? '')?.href;
  const targets = [siteUrl, isLogAddress ? undefined : legacyUrl].map((address = '') => parseTarget(address));
  const gitHubHost = URL.parse(serverUrl)?.host;
  return targets.find((target) => target !== null && target.url.host !== gitHubHost) ?? null;
}

/** What the deployments of a commit allow: to scan one, to give up, or to wait. */
export type DeploymentChoice =
  | { kind: 'ready'; deployment: DeploymentWithStatus }
  | { kind: 'failed'; deployment: DeploymentWithStatus }
  /**
   * None with an address has succeeded yet; `pending` may. `hasOneWithoutAddress`: one succeeded without an address.
   */
  | { kind: 'waiting'; pending: readonly DeploymentWithStatus[]; hasOneWithoutAddress: boolean };

/** Without a glob every environment fits, except production. */
export function fitsEnvironment(
  { environment, isProduction }: Pick<Deployment, 'environment' | 'isProduction'>,
  glob: string | null,
): boolean {
  if (glob !== null) return matchesGlob(charactersOf(glob), charactersOf(environment));
  return !isProduction && !isProductionName(environment);
}

/**
 * True if the name begins with the word `production` or `prod`, as in `Production – docs` of a monorepo or in
 * `prod-eu`. A name such as `production-like` counts too: to scan a production site that nobody named is worse than to
 * ask for a name.
 */
export function isProductionName(environment: string): boolean {
  return /^\s*prod(?:uction)?(?![\p{L}\p{N}])/iu.test(environment);
}

/**
 * Chooses the newest successful deployment with an address. Only the newest deployment of each environment counts.
 * Inactive deployments do not count. Neither does a deployment that succeeded without an address: its job only uses the
 * environment. A failed deployment ends the wait when no other is pending.
 */
export function chooseDeployment(deployments: readonly DeploymentWithStatus[]): DeploymentChoice {
  const hasNoAddress = ({ state, target }: DeploymentWithStatus) => state === 'success' && target === null;
  const counting = deployments
    .filter((deployment) => deployment.state !== 'inactive' && !hasNoAddress(deployment))
    .toSorted((a, b) => b.createdAt - a.createdAt);
  const byEnvironment = Map.groupBy(counting, ({ environment }) => environment);
  const newestFirst = [...byEnvironment.values()].flatMap((ofOne) => ofOne.slice(0, 1));
  const ready = newestFirst.find(({ state }) => state === 'success');
  if (ready !== undefined) return { kind: 'ready', deployment: ready };
  const failed = newestFirst.find(({ state }) => hasFailed(state));
  const pending = newestFirst.filter(({ state }) => !hasFailed(state));
  if (failed !== undefined && pending.length === 0) return { kind: 'failed', deployment: failed };
  return { kind: 'waiting', pending, hasOneWithoutAddress: deployments.some(hasNoAddress) };
}

function hasFailed(state: string): boolean {
  return state === 'failure' || state === 'error';
}
