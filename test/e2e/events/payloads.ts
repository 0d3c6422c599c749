/** GitHub's own sample payloads, with the names of the repository and little else replaced, as events of a runner. */
import { createRequire } from 'node:module';
import type { Json, RunnerEvent } from '../../support/event-parts.ts';

interface Definition {
  readonly name: string;
  readonly examples: readonly Json[];
}

const definitions: readonly Definition[] = createRequire(import.meta.url)('@octokit/webhooks-examples');

/** Commits as the samples name them. The sample of a deployment is one of `baseSha`. */
export const headSha = 'ec26c3e57ca3a959ca5aad62de7213c562f8c821';
export const baseSha = 'f95f852bd8fca8fcc58a9a2d6c842781e32a215e';
export const groupSha = '2ffea6db159f6b6c47a24e778fb9ef40cf6b1c7d';
export const groupBaseSha = '380387fbc80638b734a49e1be1c4dfec1c01b33c';
/** Where the default branch stands, and what `GITHUB_SHA` is on a pull request. */
export const defaultSha = '5'.repeat(40);
export const mergeSha = '3'.repeat(40);
/** The pull request of the samples. */
export const samplePull = { number: 2, headSha, baseSha };

/** A copy of the first sample of `name` that fits. @throws {Error} when there is none */
function sample(name: string, fits: (payload: Json) => boolean = () => true): Json {
  const found = definitions.find((definition) => definition.name === name)?.examples.find(fits);
  if (found === undefined) throw new Error(`there is no such sample of ${name}`);
  const text = JSON.stringify(found).replaceAll(
    /Codertocat\/Hello-World|octo-org\/octo-repo/g,
    'acme/storefront',
  );
  const copy: Json = JSON.parse(text);
  // Some samples come from organizations of their own.
  return { ...copy, repository: { ...part(copy, 'repository'), full_name: 'acme/storefront' } };
}

function part(payload: Json, name: string): Json {
  const value = payload[name];
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function onDefaultBranch(name: string, payload: Json): RunnerEvent {
  return { name, payload, env: { GITHUB_SHA: defaultSha, GITHUB_REF: 'refs/heads/main' } };
}

export interface PullOptions {
  readonly action?: 'opened' | 'synchronize';
  readonly eventName?: 'pull_request' | 'pull_request_target';
  /** `owner/name` of the head's repository. */
  readonly headRepository?: string;
  readonly actor?: string;
}

export function pullEvent(options: PullOptions = {}): RunnerEvent {
  const { action = 'opened', eventName = 'pull_request', headRepository, actor = 'Codertocat' } = options;
  const payload = sample('pull_request', (given) => given['action'] === action);
  const pull = part(payload, 'pull_request');
  const head = part(pull, 'head');
  const headRepo = { ...part(head, 'repo'), full_name: headRepository ?? 'acme/storefront' };
  const onBase = eventName === 'pull_request_target';
  return {
    name: eventName,
    payload: { ...payload, pull_request: { ...pull, head: { ...head, repo: headRepo } } },
    env: {
      GITHUB_SHA: onBase ? baseSha : mergeSha,
      GITHUB_REF: onBase ? 'refs/heads/main' : 'refs/pull/2/merge',
      GITHUB_HEAD_REF: 'changes',
      GITHUB_BASE_REF: 'main',
      GITHUB_ACTOR: actor,
    },
  };
}

export function deploymentEvent(status: Json): RunnerEvent {
  const payload = sample('deployment_status');
  return {
    name: 'deployment_status',
    payload: { ...payload, deployment_status: { ...part(payload, 'deployment_status'), ...status } },
    env: { GITHUB_SHA: baseSha, GITHUB_REF: '' },
  };
}

/** The sample of a deployment that a job of GitHub Actions makes: its address is the page of its log. */
export function pagesDeploymentEvent(): RunnerEvent {
  const payload = sample(
    'deployment_status',
    (given) => part(given, 'deployment')['environment'] === 'github-pages',
  );
  const status = { ...part(payload, 'deployment_status'), state: 'success' };
  return { ...deploymentEvent({}), payload: { ...payload, deployment_status: status } };
}

/** The dispatch that Vercel sends: `client_payload` as Vercel documents it. */
export function vercelEvent(clientPayload: Json, action = 'vercel.deployment.success'): RunnerEvent {
  const git = { ref: 'changes', sha: headSha, shortSha: headSha.slice(0, 7) };
  const common = { id: 'dpl_1', environment: 'preview', project: { id: 'prj_1', name: 'storefront' }, git };
  const payload = sample('repository_dispatch');
  return onDefaultBranch('repository_dispatch', {
    ...payload,
    action,
    client_payload: { ...common, ...clientPayload },
  });
}

export interface WorkflowRunOptions {
  /** False for forks, whose runs name none. */
  readonly withPull: boolean;
}

export function workflowRunEvent({ withPull }: WorkflowRunOptions): RunnerEvent {
  const payload = sample('workflow_run', (given) => {
    const pulls = part(given, 'workflow_run')['pull_requests'];
    return given['action'] === 'completed' && Array.isArray(pulls) && pulls.length === 1;
  });
  const run = part(payload, 'workflow_run');
  const fullName = withPull ? 'acme/storefront' : 'stranger/storefront';
  const adapted = {
    ...run,
    event: 'pull_request',
    head_sha: headSha,
    head_repository: { ...part(run, 'head_repository'), full_name: fullName },
    ...(withPull ? {} : { pull_requests: [] }),
  };
  return onDefaultBranch('workflow_run', { ...payload, workflow_run: adapted });
}

export function mergeGroupEvent(): RunnerEvent {
  const payload = sample('merge_group');
  const ref = String(part(payload, 'merge_group')['head_ref']);
  return { name: 'merge_group', payload, env: { GITHUB_SHA: groupSha, GITHUB_REF: ref } };
}

/** A push of the head of the pull request's branch. */
export function pushEvent(): RunnerEvent {
  const payload = { ...sample('push', ({ ref }) => ref === 'refs/heads/master'), ref: 'refs/heads/changes' };
  return { name: 'push', payload, env: { GITHUB_SHA: headSha, GITHUB_REF: 'refs/heads/changes' } };
}

/** There is no sample of a schedule: GitHub sends no webhook for it. */
export function scheduleEvent(): RunnerEvent {
  const { repository } = sample('push');
  return onDefaultBranch('schedule', {
    schedule: '17 4 * * *',
    workflow: '.github/workflows/scan.yml',
    repository,
  });
}

export function dispatchEvent(): RunnerEvent {
  return onDefaultBranch('workflow_dispatch', sample('workflow_dispatch'));
}

export function releaseEvent(): RunnerEvent {
  const payload = sample('release', ({ action }) => action === 'published');
  return { name: 'release', payload, env: { GITHUB_SHA: defaultSha, GITHUB_REF: 'refs/tags/0.0.1' } };
}
