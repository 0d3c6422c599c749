import type { StageContext } from '../core/ports.ts';
import { ProblemError, SettingsError } from '../core/problem.ts';
import { statusOf } from '../github/api-error.ts';
import type { GitHub } from '../github/client.ts';
import type { RunContext } from '../github/context.ts';
import type { EventPayload } from '../github/event.ts';
import { parseTarget, type Target } from '../inputs/target-url.ts';
import { type Choice, chooseDeployment, type Deployment, fitsEnvironment } from './deployments.ts';

export interface Discovery extends StageContext {
  readonly context: RunContext;
  readonly event: EventPayload;
  /** Glob over the names of environments, or `null`. */
  readonly environment: string | null;
  /** How long a deployment may take to appear and succeed; 0 asks once. */
  readonly waitMs: number;
  readonly github: () => Promise<GitHub>;
}

/** A target that was found. */
export interface Discovered {
  readonly target: Target;
  /** When the deployment became ready, in milliseconds since the Unix epoch; `null` where that is not known. */
  readonly readyAt: number | null;
}

/** Events that come with a commit of which something may be deployed. */
const commitEvents = new Set(['pull_request', 'pull_request_target', 'workflow_run', 'merge_group', 'push']);
/** The events that Vercel sends when a deployment can be seen. */
const vercelActions = ['vercel.deployment.ready', 'vercel.deployment.success', 'vercel.deployment.promoted'];
const pauseMs = 5_000;
/** Newest deployments of a commit whose status is asked for; each costs a request. */
const maxDeployments = 20;

/**
 * Finds the URL to scan for an event without `url`: in the payload, else among the deployments of the commit.
 *
 * @throws ProblemError when there is none, or not in time
 * @throws SettingsError on events that have no deployment
 */
export async function discoverTarget(discovery: Discovery): Promise<Discovered> {
  const { eventName } = discovery.context;
  if (eventName === 'deployment_status') return ofDeploymentStatus(discovery);
  if (eventName === 'repository_dispatch') return ofDispatch(discovery);
  if (!commitEvents.has(eventName)) {
    throw new SettingsError(
      `\`url\` is empty, and a \`${eventName}\` run has no deployment to find it in. Give the URL to scan.`,
    );
  }
  return ofCommit(discovery);
}

function ofDeploymentStatus({ context, event, environment, log }: Discovery): Discovered {
  const status = event.deployment_status;
  const name = event.deployment?.environment ?? '';
  if (status?.state !== 'success') {
    throw new ProblemError({ kind: 'deployment-not-ready', state: status?.state ?? 'unknown' });
  }
  if (environment !== null && !fitsEnvironment({ environment: name, isProduction: false }, environment)) {
    throw new ProblemError({ kind: 'deployment-not-meant', environment: name, wanted: environment });
  }
  const url = [status.environment_url, status.target_url].find((candidate) => isSiteUrl(candidate, context));
  log.info(`Target found in the deployment status of environment ${name}`);
  return { target: toTarget(url, context), readyAt: readTime(status.created_at) };
}

function ofDispatch({ context, event, environment, log }: Discovery): Discovered {
  const { action = '', client_payload: payload } = event;
  if (!vercelActions.includes(action)) {
    throw new SettingsError(
      `\`url\` is empty, and the repository_dispatch event \`${action}\` is none that tells one. Give the URL to scan, or let the workflow run on \`types: [${vercelActions.join(', ')}]\` only.`,
    );
  }
  const name = payload?.environment ?? '';
  if (environment !== null && !fitsEnvironment({ environment: name, isProduction: false }, environment)) {
    throw new ProblemError({ kind: 'deployment-not-meant', environment: name, wanted: environment });
  }
  log.info(`Target found in the event ${action}`);
  return { target: toTarget(payload?.url, context), readyAt: null };
}

async function ofCommit(discovery: Discovery): Promise<Discovered> {
  const { context, environment, waitMs, clock, log, signal } = discovery;
  const { sha, eventName } = context;
  // Asked without a commit, GitHub lists the deployments of all of them.
  if (sha === null) throw new ProblemError({ kind: 'no-deployment-url', eventName });
  const startedAt = clock.now();
  for (let tries = 0; ; tries += 1) {
    const choice = await look(discovery, sha);
    if (choice.kind === 'ready') {
      const { environment: name, url, statusAt } = choice.deployment;
      log.info(`Target found in the deployment of ${sha.slice(0, 7)} to environment ${name}`);
      return { target: toTarget(url, context), readyAt: statusAt };
    }
    if (choice.kind === 'failed') {
      const { environment: name, logUrl } = choice.deployment;
      throw new ProblemError({ kind: 'deployment-failed', environment: name, sha, logUrl });
    }
    const leftMs = waitMs - (clock.now() - startedAt);
    if (leftMs <= 0) {
      const pending = choice.pending.map(({ environment: name }) => name);
      if (pending.length === 0 && choice.withoutUrl)
        throw new ProblemError({ kind: 'no-deployment-url', eventName });
      throw new ProblemError({ kind: 'no-deployment', sha, environment, pending, waitedMs: waitMs });
    }
    if (tries === 0) log.info(`No deployment of ${sha.slice(0, 7)} has succeeded yet, waiting for one`);
    await clock.sleep(Math.min(pauseMs, leftMs), signal);
  }
}

/** Asks once what the deployments of `sha` come to. */
async function look(discovery: Discovery, sha: string): Promise<Choice> {
  const { context, environment, github } = discovery;
  const { owner, repo } = context;
  try {
    const { rest } = await github();
    const { data } = await rest.repos.listDeployments({ owner, repo, sha, per_page: 100 });
    const fitting = data
      .map((given) => ({
        id: given.id,
        environment: given.environment,
        isProduction: given.production_environment === true,
        createdAt: readTime(given.created_at) ?? 0,
      }))
      .filter((given) => fitsEnvironment(given, environment));
    const found = await Promise.all(
      fitting.slice(0, maxDeployments).map(async (given) => {
        const request = { owner, repo, deployment_id: given.id, per_page: 1 };
        const statuses = await rest.repos.listDeploymentStatuses(request);
        return withStatus(given, statuses.data[0], context);
      }),
    );
    return chooseDeployment(found.filter((deployment) => deployment !== null));
  } catch (error) {
    throw new ProblemError({ kind: 'deployments-unreadable', status: statusOf(error) }, { cause: error });
  }
}

/** What is read of a deployment's status. */
interface Status {
  readonly state: string;
  readonly environment_url?: string;
  readonly target_url: string;
  readonly log_url?: string;
  readonly created_at: string;
}

/**
 * A deployment with its newest status, or `null` for the one that this job itself makes by its `environment:`, which
 * lasts as long as the job and would be waited for in vain.
 */
function withStatus(
  given: Pick<Deployment, 'id' | 'environment' | 'isProduction' | 'createdAt'>,
  status: Status | undefined,
  context: RunContext,
): Deployment | null {
  const { serverUrl, owner, repo, runId } = context;
  const repository = `${serverUrl}/${owner}/${repo}`;
  const state = status?.state ?? 'pending';
  const addresses = [status?.environment_url, status?.target_url];
  const logs = [status?.log_url, status?.target_url];
  const ofThisRun = logs.some((url) => url?.startsWith(`${repository}/actions/runs/${runId}/`) === true);
  if (ofThisRun && state !== 'success' && state !== 'failure' && state !== 'error') return null;
  return {
    ...given,
    state,
    url: addresses.find((url) => isSiteUrl(url, context)) ?? '',
    logUrl: logs.find((url) => /^https?:\/\//.test(url ?? '')) ?? `${repository}/deployments`,
    statusAt: readTime(status?.created_at) ?? 0,
  };
}

/** Deployments of GitHub Actions often name the page of their log on GitHub, which is not what is to be scanned. */
function isSiteUrl(url: string | undefined, { serverUrl }: RunContext): url is string {
  const parsed = parseTarget(url ?? '');
  return url !== undefined && url !== '' && parsed.ok && parsed.value.url.host !== URL.parse(serverUrl)?.host;
}

function toTarget(url: string | undefined, { eventName }: RunContext): Target {
  const parsed = parseTarget(url ?? '');
  if (url !== undefined && url !== '' && parsed.ok) return parsed.value;
  throw new ProblemError({ kind: 'no-deployment-url', eventName });
}

function readTime(text: string | undefined): number | null {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? null : time;
}
