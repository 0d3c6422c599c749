import { outside } from '../core/outside.ts';
import type { StageContext } from '../core/ports.ts';
import { ProblemError, SettingsError } from '../core/problem.ts';
import { readTime } from '../core/time.ts';
import { gitHubFaultOf } from '../github/api-error.ts';
import type { GitHub } from '../github/connect.ts';
import type { RunContext } from '../github/context.ts';
import type { EventPayload } from '../github/event.ts';
import { parseTarget, type Target } from '../inputs/target-url.ts';
import {
  type Choice,
  chooseDeployment,
  type Deployment,
  fitsEnvironment,
  isProductionName,
  siteUrlOf,
  withStatus,
} from './deployments.ts';

export interface Discovery extends StageContext {
  readonly context: RunContext;
  readonly event: EventPayload;
  /** Glob for the names of environments, or `null`. */
  readonly environment: string | null;
  /** How long a deployment may take to appear and succeed; 0 looks only once. */
  readonly waitMs: number;
  readonly github: () => Promise<GitHub>;
}

/** A target that was found. */
export interface Discovered {
  readonly target: Target;
  /** When the deployment became ready, in milliseconds since the Unix epoch; `null` if unknown. */
  readonly readyAt: number | null;
}

/** Events with a commit that may have been deployed. */
const commitEvents = new Set(['pull_request', 'pull_request_target', 'workflow_run', 'merge_group', 'push']);
/** Vercel's events for a deployment that can be opened. */
const vercelActions = ['vercel.deployment.ready', 'vercel.deployment.success', 'vercel.deployment.promoted'];

/**
 * Finds the URL to scan when `url` is empty: in the payload, else among the deployments of the commit.
 *
 * @throws ProblemError when there is none, or not in time
 * @throws SettingsError on events without a deployment
 */
export async function discoverTarget(discovery: Discovery): Promise<Discovered> {
  const { eventName } = discovery.context;
  if (eventName === 'deployment_status') return ofDeploymentStatus(discovery);
  if (eventName === 'repository_dispatch') return ofDispatch(discovery);
  if (!commitEvents.has(eventName)) {
    throw new SettingsError(
      `\`url\` is empty, and a \`${eventName}\` run has no deployment to take it from. Give the URL to scan.`,
    );
  }
  return ofCommit(discovery);
}

function ofDeploymentStatus({ context, event, environment, log }: Discovery): Discovered {
  const status = event.deployment_status;
  if (status?.state !== 'success') {
    throw new ProblemError({
      kind: 'deployment-not-ready',
      state: outside('name', status?.state ?? 'unknown'),
    });
  }
  const { environment: deployed = '', production_environment: isProduction = false } = event.deployment ?? {};
  const name = productionNameAmong([deployed, status.environment]) ?? deployed;
  refuseOtherEnvironment({ environment: name, isProduction }, environment);
  const target = toTarget(siteUrlOf(status, context), context);
  log.info(`Target found in the deployment status of environment ${name}`);
  return { target, readyAt: readTime(status.created_at) };
}

function ofDispatch({ context, event, environment, log }: Discovery): Discovered {
  const { action = '', client_payload: payload } = event;
  if (!vercelActions.includes(action)) {
    throw new SettingsError(
      `\`url\` is empty, and the repository_dispatch event \`${action}\` has no address. Give the URL to scan, or let the workflow run on \`types: [${vercelActions.join(', ')}]\` only.`,
    );
  }
  const name = vercelEnvironment(action, payload);
  refuseOtherEnvironment({ environment: name, isProduction: false }, environment);
  const target = toTarget(payload?.url, context);
  log.info(`Target found in the event ${action}`);
  return { target, readyAt: null };
}

/**
 * The environment of a dispatch. Vercel sends `promoted` when a deployment becomes production, and `success` when it was
 * built. A `success` without an `environment` was promoted too (`vercel/repository-dispatch`).
 */
function vercelEnvironment(action: string, payload: EventPayload['client_payload']): string {
  const { environment = '', target } = payload ?? {};
  const named = productionNameAmong([environment, target]);
  if (named !== undefined) return named;
  const isPromoted =
    action === 'vercel.deployment.promoted' || (action === 'vercel.deployment.success' && environment === '');
  return isPromoted ? 'production' : environment;
}

function productionNameAmong(names: readonly (string | undefined)[]): string | undefined {
  return names.find((name) => isProductionName(name ?? ''));
}

/** @throws ProblemError if the environment does not match `wanted`, or is production while `wanted` is `null` */
function refuseOtherEnvironment(
  given: Pick<Deployment, 'environment' | 'isProduction'>,
  wanted: string | null,
): void {
  if (fitsEnvironment(given, wanted)) return;
  throw new ProblemError({
    kind: 'deployment-not-meant',
    environment: outside('name', given.environment),
    wanted: wanted === null ? null : outside('name', wanted),
  });
}

const pauseMs = 5_000;

async function ofCommit(discovery: Discovery): Promise<Discovered> {
  const { context, waitMs, clock, log, signal } = discovery;
  const { sha, eventName } = context;
  // Without a commit, GitHub would list the deployments of all commits.
  if (sha === null) throw withoutAddress(eventName);
  const startedAt = clock.now();
  for (let tries = 0; ; tries += 1) {
    const choice = await look(discovery, sha);
    switch (choice.kind) {
      case 'ready': {
        const { environment: name, url, statusAt } = choice.deployment;
        const target = toTarget(url, context);
        log.info(`Target found in the deployment of ${sha.slice(0, 7)} to environment ${name}`);
        return { target, readyAt: statusAt };
      }
      case 'failed': {
        const { environment: name, logUrl } = choice.deployment;
        throw new ProblemError({
          kind: 'deployment-failed',
          environment: outside('name', name),
          sha: outside('name', sha),
          logUrl: outside('link', logUrl),
        });
      }
      case 'waiting': {
        const leftMs = waitMs - (clock.now() - startedAt);
        if (leftMs <= 0) throw noneInTime(choice, discovery, sha);
        if (tries === 0) log.info(`No deployment of ${sha.slice(0, 7)} has succeeded yet, waiting for one`);
        await clock.sleep(Math.min(pauseMs, leftMs), signal);
      }
    }
  }
}

function noneInTime(
  { pending, withoutUrl }: Choice & { kind: 'waiting' },
  { context: { eventName }, environment, waitMs }: Discovery,
  sha: string,
): ProblemError {
  if (pending.length === 0 && withoutUrl) return withoutAddress(eventName);
  return new ProblemError({
    kind: 'no-deployment',
    sha: outside('name', sha),
    environment: environment === null ? null : outside('name', environment),
    pending: pending.map((deployment) => outside('name', deployment.environment)),
    waitedMs: waitMs,
  });
}

/** How many deployments of a commit get their status read, newest first. Each takes one request. */
const maxDeployments = 20;

/** Reads the deployments of `sha` once, and chooses one. */
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
        const { data: statuses } = await rest.repos.listDeploymentStatuses(request);
        const status = statuses[0];
        // A status may move the deployment to another environment.
        const moved = productionNameAmong([status?.environment]);
        if (moved !== undefined && !fitsEnvironment({ ...given, environment: moved }, environment))
          return null;
        return withStatus(given, status ?? {}, context);
      }),
    );
    return chooseDeployment(found.filter((deployment) => deployment !== null));
  } catch (error) {
    throw new ProblemError({ kind: 'deployments-unreadable', fault: gitHubFaultOf(error) }, { cause: error });
  }
}

/** @throws ProblemError if `url` is no URL to scan */
function toTarget(url: string | undefined, { eventName }: RunContext): Target {
  const parsed = parseTarget(url ?? '');
  if (parsed.ok) return parsed.value;
  throw withoutAddress(eventName);
}

function withoutAddress(eventName: string): ProblemError {
  return new ProblemError({ kind: 'no-deployment-url', eventName: outside('name', eventName) });
}
