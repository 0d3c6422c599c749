/** Waits until the commit has a deployment that can be scanned. `choose-deployment.ts` decides which one that is. */

import { shortSha } from '../core/ids.ts';
import type { StagePorts } from '../core/ports.ts';
import { ProblemError } from '../core/problem.ts';
import { readTime } from '../core/time.ts';
import { fieldsOf, textOf } from '../core/values.ts';
import { gitHubFaultOf } from '../github/api-error.ts';
import type { GitHubClient } from '../github/connect.ts';
import type { GitHubRun } from '../github/context.ts';
import { readDeploymentStatus } from '../github/event.ts';
import { askUntil } from './ask-until.ts';
import {
  chooseDeployment,
  type Deployment,
  type DeploymentChoice,
  type DeploymentWithStatus,
  deploymentWithStatus,
  environmentsOf,
  inactiveDeployment,
  isSameSite,
  severalDeployments,
  type WantedDeployment,
} from './choose-deployment.ts';
import { fitsEnvironment, isProductionName } from './environments.ts';

export interface DeploymentOptions extends StagePorts, GitHubRun, Omit<WantedDeployment, 'sha'> {}

/**
 * Waits for the deployment of commit `sha` that can be scanned.
 *
 * @throws ProblemError when there is none in time, or it is not known which one is meant
 * @throws the reason of `signal` when that aborts
 */
export async function waitForDeployment(
  options: DeploymentOptions,
  sha: string,
): Promise<DeploymentWithStatus> {
  const { waitMs, log } = options;
  const look = () => chooseOnce(options, sha);
  const choice = await askUntil(look, {
    ...options,
    limitMs: waitMs,
    // Each look costs two requests or many more, and the token of a repository has 1,000 an hour.
    firstPauseMs: 5_000,
    longestPauseMs: 20_000,
    isFinal: ({ kind }) => kind !== 'wait',
    onFirstMiss: () => log.info(`The deployments of ${shortSha(sha)} are not ready yet, waiting for them`),
  });
  if (choice.kind !== 'this') throw new ProblemError(choice.problem);
  return choice.deployment;
}

/** How many deployments have their statuses read. Each takes one request. */
const maxDeployments = 20;

/** Looks at the deployments of the commit once. */
async function chooseOnce(options: DeploymentOptions, sha: string): Promise<DeploymentChoice> {
  const { context, environmentGlob, connect } = options;
  // A job on `pull_request` deploys the merge of head and base.
  const shas = new Set([sha, context.mergeSha ?? sha]);
  try {
    const github = await connect();
    const lists = await Promise.all(
      [...shas].map((commit) => listDeployments(github, options, { sha: commit })),
    );
    const fitting = lists.flat().filter((deployment) => fitsEnvironment(deployment, environmentGlob));
    // An older one may have another address, so that the newest are not enough.
    if (fitting.length > maxDeployments)
      return { kind: 'none', problem: severalDeployments(sha, environmentsOf(fitting)) };
    const choice = chooseDeployment(await readCandidates(github, options, fitting), { ...options, sha });
    if (choice.kind !== 'this' || choice.deployment.state !== 'inactive') return choice;
    const isReplaced = await isReplacedNow(github, options, choice.deployment);
    return isReplaced ? { kind: 'none', problem: inactiveDeployment(choice.deployment) } : choice;
  } catch (error) {
    throw new ProblemError(
      { kind: 'deployments-unreadable', gitHub: gitHubFaultOf(error) },
      { cause: error },
    );
  }
}

/** The deployments of a commit or an environment, newest first. */
async function listDeployments(
  { rest }: GitHubClient,
  { context: { owner, repo } }: DeploymentOptions,
  filter: { readonly sha: string } | { readonly environment: string },
): Promise<Deployment[]> {
  const { data } = await rest.repos.listDeployments({ owner, repo, ...filter, per_page: 100 });
  return data.map((deployment) => ({
    id: deployment.id,
    environment: deployment.environment,
    isProduction: deployment.production_environment === true,
    creator: textOf(fieldsOf(deployment.creator)['login']),
    createdAt: readTime(deployment.created_at) ?? 0,
  }));
}

/** Reads statuses. Leaves out deployments of this run that are pending, and those that a status moved to production. */
async function readCandidates(
  { rest }: GitHubClient,
  { context, environmentGlob }: DeploymentOptions,
  deployments: readonly Deployment[],
): Promise<DeploymentWithStatus[]> {
  const { owner, repo } = context;
  const read = await Promise.all(
    deployments.map(async (deployment) => {
      const request = { owner, repo, deployment_id: deployment.id, per_page: 30 };
      const { data } = await rest.repos.listDeploymentStatuses(request);
      const statuses = data.map(readDeploymentStatus);
      const isMoved = statuses.some(
        ({ environment: name = '' }) =>
          isProductionName(name) &&
          !fitsEnvironment({ environment: name, isProduction: true }, environmentGlob),
      );
      return isMoved ? null : deploymentWithStatus(deployment, statuses, context);
    }),
  );
  return read.filter((deployment) => deployment !== null);
}

/** True if a newer deployment of its environment has the address of an inactive one, which shows another commit. */
async function isReplacedNow(
  github: GitHubClient,
  options: DeploymentOptions,
  { environment, createdAt, id, target }: DeploymentWithStatus,
): Promise<boolean> {
  const all = await listDeployments(github, options, { environment });
  const newer = all.filter((other) => other.id !== id && other.createdAt >= createdAt);
  // Older ones of a long list would stay unseen.
  if (newer.length > maxDeployments) return true;
  const read = await readCandidates(github, { ...options, environmentGlob: '*' }, newer);
  return read.some((other) => isSameSite(other.target, target));
}
