/** Events that follow a deployment, another workflow or a merge queue, as the runner hands them to a step. */
import {
  BASE_SHA,
  type BranchOptions,
  HEAD_SHA,
  type Json,
  onBranch,
  type RepositoryOptions,
  type RunnerEvent,
  repositoryPayload,
  user,
} from './event-parts.ts';

export interface DeploymentStatusOptions extends RepositoryOptions {
  readonly sha?: string;
  readonly ref?: string;
  readonly environment?: string;
  readonly state?: string;
  readonly environmentUrl?: string;
  readonly targetUrl?: string;
  /** ISO 8601. */
  readonly createdAt?: string;
}

export function deploymentStatus(options: DeploymentStatusOptions = {}): RunnerEvent {
  const {
    sha = HEAD_SHA,
    ref = 'feature',
    environment = 'Preview',
    createdAt = '2026-11-01T10:00:00Z',
  } = options;
  const sender = user('vercel[bot]');
  const deployment = {
    id: 81,
    sha,
    ref,
    task: 'deploy',
    environment,
    creator: sender,
    created_at: createdAt,
  };
  const status = {
    id: 82,
    state: options.state ?? 'success',
    environment,
    environment_url: options.environmentUrl ?? '',
    target_url: options.targetUrl ?? '',
    creator: sender,
    created_at: createdAt,
    updated_at: createdAt,
  };
  const repository = repositoryPayload(options);
  return {
    name: 'deployment_status',
    payload: { action: 'created', deployment_status: status, deployment, repository, sender },
    env: { GITHUB_SHA: sha, GITHUB_REF: `refs/heads/${ref}`, GITHUB_ACTOR: 'vercel[bot]' },
  };
}

export interface RepositoryDispatchOptions extends BranchOptions {
  readonly action?: string;
  readonly clientPayload?: Json;
}

/** GitHub runs it on the default branch, whatever commit the sender means. */
export function repositoryDispatch(options: RepositoryDispatchOptions = {}): RunnerEvent {
  const { action = 'vercel.deployment.ready', clientPayload = {}, sha = BASE_SHA, branch = 'main' } = options;
  const repository = repositoryPayload(options);
  const payload = { action, branch, client_payload: clientPayload, repository, sender: user('vercel[bot]') };
  return { name: 'repository_dispatch', payload, env: onBranch(branch, sha) };
}

export interface WorkflowRunOptions extends RepositoryOptions {
  readonly headSha?: string;
  readonly headBranch?: string;
  /** Empty for forks. */
  readonly pullNumbers?: readonly number[];
  /** `owner/name` of the head; default the repository itself. */
  readonly headRepository?: string;
  /** The repository that the pull requests are opened in; default the repository itself. */
  readonly pullRepositoryId?: number;
  readonly event?: string;
}

/** GitHub runs it on the default branch. */
export function workflowRun(options: WorkflowRunOptions = {}): RunnerEvent {
  const { headSha = HEAD_SHA, headBranch = 'feature', pullNumbers = [7], event = 'pull_request' } = options;
  const repository = repositoryPayload(options);
  const head = repositoryPayload({
    ...options,
    repository: options.headRepository ?? String(repository['full_name']),
  });
  const { id, name, full_name, private: isPrivate, owner, html_url } = head;
  const run = {
    id: 900,
    name: 'Deploy',
    event,
    status: 'completed',
    conclusion: 'success',
    head_branch: headBranch,
    head_sha: headSha,
    head_repository: {
      id,
      name,
      full_name,
      private: isPrivate,
      owner,
      html_url,
      fork: full_name !== repository['full_name'],
    },
    pull_requests: pullNumbers.map((number) => ({
      number,
      head: { ref: headBranch, sha: headSha, repo: { id: repository['id'] } },
      base: { ref: 'main', sha: BASE_SHA, repo: { id: options.pullRepositoryId ?? repository['id'] } },
    })),
  };
  const payload = { action: 'completed', workflow_run: run, repository, sender: user('octocat') };
  return { name: 'workflow_run', payload, env: onBranch('main', BASE_SHA) };
}

export function mergeGroup(
  options: RepositoryOptions & {
    readonly number?: number;
    readonly headSha?: string;
    readonly baseSha?: string;
  } = {},
): RunnerEvent {
  const { number = 7, headSha = HEAD_SHA, baseSha = BASE_SHA } = options;
  const headRef = `refs/heads/gh-readonly-queue/main/pr-${number}-${baseSha}`;
  const group = { head_sha: headSha, head_ref: headRef, base_sha: baseSha, base_ref: 'refs/heads/main' };
  const payload = { action: 'checks_requested', merge_group: group, repository: repositoryPayload(options) };
  return { name: 'merge_group', payload, env: { GITHUB_SHA: headSha, GITHUB_REF: headRef } };
}
