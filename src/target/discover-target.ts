/**
 * Where the address to scan comes from when `url` is empty: the payload of the event, or a deployment of the commit.
 */

import { shortSha } from '../core/ids.ts';
import { ProblemError, SettingsError } from '../core/problem.ts';
import type { EventPayload } from '../github/event.ts';
import { parseSiteAddress, type SiteAddress } from '../settings/site-address.ts';
import { isInternalAddress, siteOf } from './deployed-site.ts';
import { fitsEnvironment, isProductionName } from './environments.ts';
import { type DeploymentOptions, waitForDeployment } from './wait-for-deployment.ts';

/** What an event leads to. */
interface DiscoveredTarget {
  /** `null` if the deployment has no address that can be scanned. */
  readonly target: SiteAddress | null;
  readonly environment: string;
  /** For the log: where the target was found. */
  readonly source: string;
}

/** Events with a commit that may have been deployed. */
const commitEvents = new Set(['pull_request', 'pull_request_target', 'workflow_run', 'merge_group', 'push']);
/** Vercel's events for a deployment that can be opened. */
const vercelActions = ['vercel.deployment.ready', 'vercel.deployment.success', 'vercel.deployment.promoted'];

/**
 * Finds the URL to scan when `url` is empty: in the payload, else among the deployments of the commit.
 *
 * @throws ProblemError when there is no URL, or none in time
 * @throws SettingsError on events without a deployment
 */
export async function discoverTarget(options: DeploymentOptions): Promise<SiteAddress> {
  const { target, environment, source } = await discoverFromEvent(options);
  // Any app that may write deployments chooses the address, and this runner must not ask its own services for it.
  if (target === null || (options.waitMs > 0 && isInternalAddress(target.url)))
    throw new ProblemError({ kind: 'deployment-without-site', environment });
  options.log.info(`Target found in ${source}`);
  return target;
}

async function discoverFromEvent(options: DeploymentOptions): Promise<DiscoveredTarget> {
  const { eventName } = options.context;
  if (eventName === 'deployment_status') return fromDeploymentStatus(options);
  if (eventName === 'repository_dispatch') return fromRepositoryDispatch(options);
  if (commitEvents.has(eventName)) return fromDeploymentOfCommit(options);
  throw new SettingsError(
    `\`url\` is empty, and a \`${eventName}\` event names no site that is deployed. Give the URL to scan.`,
  );
}

function fromDeploymentStatus({ context, event, environmentGlob }: DeploymentOptions): DiscoveredTarget {
  const status = event.deploymentStatus;
  if (status.state !== 'success')
    throw new ProblemError({ kind: 'deployment-not-ready', state: status.state ?? 'unknown' });
  const { environment: deployedTo = '', isProduction } = event.deployment;
  const name = productionNameAmong([deployedTo, status.environment]) ?? deployedTo;
  refuseOtherEnvironment({ environment: name, isProduction }, environmentGlob);
  const source = `the deployment status of environment ${name}`;
  return { target: siteOf(status, context), environment: name, source };
}

function fromRepositoryDispatch({ event, environmentGlob }: DeploymentOptions): DiscoveredTarget {
  const { action = '', clientPayload: payload } = event;
  if (!vercelActions.includes(action)) {
    throw new SettingsError(
      `\`url\` is empty, and the repository_dispatch event \`${action}\` has no address. Give the URL to scan, or let the workflow run on \`types: [${vercelActions.join(', ')}]\` only.`,
    );
  }
  const name = vercelEnvironment(action, payload);
  refuseOtherEnvironment({ environment: name, isProduction: false }, environmentGlob);
  return { target: parseSiteAddress(payload.url ?? ''), environment: name, source: `the event ${action}` };
}

/**
 * The environment of a dispatch. Vercel sends `promoted` when a deployment becomes production, and `success` when it
 * was built. The event `success` without an `environment` means a promotion too (`vercel/repository-dispatch`).
 */
function vercelEnvironment(
  action: string,
  { environment = '', target }: EventPayload['clientPayload'],
): string {
  const productionName = productionNameAmong([environment, target]);
  if (productionName !== undefined) return productionName;
  const isPromoted =
    action === 'vercel.deployment.promoted' || (action === 'vercel.deployment.success' && environment === '');
  return isPromoted ? 'production' : environment;
}

/** The first of `names` that means production. */
function productionNameAmong(names: readonly (string | undefined)[]): string | undefined {
  return names.find((name) => isProductionName(name ?? ''));
}

/** @throws ProblemError if the environment does not match the glob, or is production without a glob */
function refuseOtherEnvironment(
  deployment: Parameters<typeof fitsEnvironment>[0],
  environmentGlob: string | null,
): void {
  if (fitsEnvironment(deployment, environmentGlob)) return;
  throw new ProblemError({ kind: 'deployment-not-meant', environment: deployment.environment });
}

async function fromDeploymentOfCommit(options: DeploymentOptions): Promise<DiscoveredTarget> {
  const { sha, eventName } = options.context;
  // Without a commit, GitHub would list the deployments of all commits.
  if (sha === null) throw new ProblemError({ kind: 'no-commit', eventName });
  const { target, environment } = await waitForDeployment(options, sha);
  const source = `the deployment of ${shortSha(sha)} to environment ${environment}`;
  return { target, environment, source };
}
