/** Waits until the commit has a deployment that can be scanned. `choose-deployment.ts` decides which one that is. */

import { classified } from '../core/classified-text.ts';
import type { StagePorts } from '../core/ports.ts';
import { ProblemError } from '../core/problem.ts';
import { readTime } from '../core/time.ts';
import { gitHubFaultOf } from '../github/api-error.ts';
import type { GitHubRun } from '../github/context.ts';
import { readDeploymentStatus } from '../github/event.ts';
import { askUntil } from './ask-until.ts';
import {
  chooseDeployment,
  type DeploymentWithStatus,
  deploymentWithStatus,
  fitsEnvironment,
  isProductionName,
} from './choose-deployment.ts';

export interface DeploymentSearch extends StagePorts, GitHubRun {
  /** Glob for the names of environments, or `null`. */
  readonly environment: string | null;
  /** How long a deployment may take to appear and succeed; 0 looks only once. */
  readonly waitMs: number;
}

/**
 * Waits for a successful deployment of commit `sha`.
 *
 * @returns the deployment; `null` if the time is up, none is pending, and one succeeded without an address
 * @throws ProblemError when one failed, or none succeeded in time
 * @throws the reason of `signal` when that aborts
 */
export async function waitForDeployment(
  search: DeploymentSearch,
  sha: string,
): Promise<DeploymentWithStatus | null> {
  const { environment, waitMs, log } = search;
  const choice = await askUntil(async () => chooseDeployment(await readDeployments(search, sha)), {
    ...search,
    limitMs: waitMs,
    // Each look costs two requests or more, and the token of a repository has 1,000 an hour.
    firstPauseMs: 5_000,
    longestPauseMs: 20_000,
    isFinal: ({ kind }) => kind !== 'waiting',
    onFirstMiss: () => log.info(`No deployment of ${sha.slice(0, 7)} has succeeded yet, waiting for one`),
  });
  if (choice.kind === 'ready') return choice.deployment;
  if (choice.kind === 'failed') throw deploymentFailedError(choice.deployment, sha);
  const { pending, hasOneWithoutAddress } = choice;
  if (pending.length === 0 && hasOneWithoutAddress) return null;
  throw new ProblemError({
    kind: 'no-deployment',
    sha: classified('public', sha),
    environment: environment === null ? null : classified('public', environment),
    pending: pending.map((deployment) => classified('public', deployment.environment)),
    waitedMs: waitMs,
  });
}

function deploymentFailedError({ environment, logUrl }: DeploymentWithStatus, sha: string): ProblemError {
  return new ProblemError({
    kind: 'deployment-failed',
    environment: classified('public', environment),
    sha: classified('public', sha),
    logUrl: classified('addressDetail', logUrl),
  });
}

/** How many deployments of a commit have their status read, newest first. Each status takes one request. */
const maxDeployments = 20;

/** Reads the deployments of `sha` once, each with its newest status. */
async function readDeployments(search: DeploymentSearch, sha: string): Promise<DeploymentWithStatus[]> {
  const { context, environment, github } = search;
  const { owner, repo } = context;
  try {
    const { rest } = await github();
    const { data } = await rest.repos.listDeployments({ owner, repo, sha, per_page: 100 });
    const fittingDeployments = data
      .map(({ id, environment: name, production_environment, created_at }) => ({
        id,
        environment: name,
        isProduction: production_environment === true,
        createdAt: readTime(created_at) ?? 0,
      }))
      .filter((deployment) => fitsEnvironment(deployment, environment));
    const withStatuses = await Promise.all(
      fittingDeployments.slice(0, maxDeployments).map(async (deployment) => {
        const request = { owner, repo, deployment_id: deployment.id, per_page: 1 };
        const { data: statuses } = await rest.repos.listDeploymentStatuses(request);
        const status = readDeploymentStatus(statuses[0]);
        // A status may move the deployment to another environment.
        const asInStatus = { ...deployment, environment: status?.environment ?? '' };
        if (isProductionName(asInStatus.environment) && !fitsEnvironment(asInStatus, environment))
          return null;
        return deploymentWithStatus(deployment, status ?? {}, context);
      }),
    );
    return withStatuses.filter((deployment) => deployment !== null);
  } catch (error) {
    throw new ProblemError({ kind: 'deployments-unreadable', fault: gitHubFaultOf(error) }, { cause: error });
  }
}
