/**
 * Events as the runner hands them to a step: GitHub's own sample payloads with a few fields replaced, and the variables
 * that the runner derives from them.
 */
import { createRequire } from 'node:module';

export type Json = Readonly<Record<string, unknown>>;

export interface RunnerEvent {
  /** `GITHUB_EVENT_NAME`. */
  readonly name: string;
  /** Content of the file at `GITHUB_EVENT_PATH`. */
  readonly payload: Json;
  /** Variables that differ from event to event, such as `GITHUB_SHA` and `GITHUB_REF`. */
  readonly env?: Readonly<Record<string, string>>;
}

export const HEAD_SHA = '1'.repeat(40);
export const BASE_SHA = '2'.repeat(40);
/** `GITHUB_SHA` on pull requests: the merge of head and base. */
export const MERGE_SHA = '3'.repeat(40);
/** The tip of the default branch. */
export const DEFAULT_SHA = '5'.repeat(40);

const repositoryName = 'acme/storefront';
const forkName = 'stranger/storefront';

interface RepositoryOptions {
  /** Whether the repository is private; default true. */
  readonly private?: boolean;
}

const definitions: readonly { readonly name: string; readonly examples: readonly Json[] }[] = createRequire(
  import.meta.url,
)('@octokit/webhooks-examples');

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `base` with `changes`: objects are merged, everything else is replaced. */
function merge(base: Json, changes: Json): Json {
  const entries = Object.entries(changes).map(([name, value]) => {
    const old = base[name];
    return [name, isJson(old) && isJson(value) ? merge(old, value) : value];
  });
  return { ...base, ...Object.fromEntries(entries) };
}

/**
 * The first sample of `name` that `fits`, of our repository, with `changes`.
 *
 * @throws {Error} when there is none
 */
function sample(name: string, changes: Json, fits: (payload: Json) => boolean = () => true): Json {
  const found = definitions.find((definition) => definition.name === name)?.examples.find(fits);
  if (found === undefined) throw new Error(`there is no such sample of ${name}`);
  const text = JSON.stringify(found).replaceAll(
    /Codertocat\/Hello-World|octo-org\/octo-repo/g,
    repositoryName,
  );
  return merge(merge(JSON.parse(text), { repository: repositoryFields() }), changes);
}

function repositoryFields({ private: isPrivate = true }: RepositoryOptions = {}): Json {
  const visibility = isPrivate ? 'private' : 'public';
  return { full_name: repositoryName, private: isPrivate, visibility, default_branch: 'main' };
}

function onBranch(branch: string, sha: string): Readonly<Record<string, string>> {
  return { GITHUB_SHA: sha, GITHUB_REF: `refs/heads/${branch}` };
}

interface PullRequestOptions extends RepositoryOptions {
  readonly number?: number;
  readonly baseRef?: string;
  /** `owner/name` of the repository that it is opened in. */
  readonly baseRepository?: string;
  /** The head is another account's repository. */
  readonly fork?: boolean;
  /** Dependabot opened it and started the run. */
  readonly dependabot?: boolean;
  readonly eventName?: 'pull_request' | 'pull_request_target';
}

/** By default of a branch of the same repository. */
export function pullRequest(options: PullRequestOptions = {}): RunnerEvent {
  const { number = 7, eventName = 'pull_request', fork = false, dependabot = false } = options;
  const { baseRef = 'main', baseRepository = repositoryName } = options;
  const login = dependabot ? 'dependabot[bot]' : fork ? 'stranger' : 'octocat';
  const user = { login, type: dependabot ? 'Bot' : 'User' };
  const repository = repositoryFields(options);
  const repo = (full_name: string) => ({ ...repository, full_name, fork: full_name === forkName });
  const head = { ref: 'feature', sha: HEAD_SHA, repo: repo(fork ? forkName : repositoryName) };
  const base = { ref: baseRef, sha: BASE_SHA, repo: repo(baseRepository) };
  const changes = { number, pull_request: { number, user, head, base }, repository, sender: user };
  const ofMerge = { GITHUB_SHA: MERGE_SHA, GITHUB_REF: `refs/pull/${number}/merge` };
  return {
    name: eventName,
    payload: sample('pull_request', changes, ({ action }) => action === 'synchronize'),
    env: {
      ...(eventName === 'pull_request' ? ofMerge : onBranch(baseRef, BASE_SHA)),
      GITHUB_HEAD_REF: head.ref,
      GITHUB_BASE_REF: baseRef,
      GITHUB_ACTOR: login,
    },
  };
}

export function push({ branch = 'main' } = {}): RunnerEvent {
  const changes = { ref: `refs/heads/${branch}`, before: BASE_SHA, after: HEAD_SHA };
  const payload = sample('push', changes, ({ ref }) => ref === 'refs/heads/master');
  return { name: 'push', payload, env: onBranch(branch, HEAD_SHA) };
}

/** GitHub sends no webhook for it, so there is no sample. */
export function schedule(options: RepositoryOptions = {}): RunnerEvent {
  const { repository } = sample('push', { repository: repositoryFields(options) });
  const payload = { schedule: '0 4 * * *', workflow: '.github/workflows/ci.yml', repository };
  return { name: 'schedule', payload, env: onBranch('main', HEAD_SHA) };
}

const previewDeployed = {
  sha: HEAD_SHA,
  environment: 'Preview',
  state: 'success',
  environmentUrl: '',
  targetUrl: '',
  isProduction: false,
};

/** The deployment of a commit, so that `GITHUB_REF` is empty. */
export function deploymentStatus(options: Partial<typeof previewDeployed> = {}): RunnerEvent {
  const { sha, environment, state, ...given } = { ...previewDeployed, ...options };
  const common = { environment, created_at: '2026-11-01T10:00:00Z', updated_at: '2026-11-01T10:00:00Z' };
  const { environmentUrl: environment_url, targetUrl: target_url } = given;
  const payload = sample('deployment_status', {
    deployment: { ...common, sha, production_environment: given.isProduction },
    deployment_status: { ...common, state, environment_url, target_url, log_url: '' },
  });
  return { name: 'deployment_status', payload, env: { GITHUB_SHA: sha, GITHUB_REF: '' } };
}

/** GitHub runs it on the default branch, whatever commit the sender means. */
export function repositoryDispatch({
  action = 'vercel.deployment.ready',
  clientPayload = {} as Json,
} = {}): RunnerEvent {
  const payload = sample('repository_dispatch', { action, branch: 'main', client_payload: clientPayload });
  return { name: 'repository_dispatch', payload, env: onBranch('main', DEFAULT_SHA) };
}

/**
 * GitHub runs it on the default branch. `headRepository` is `owner/name` of the head, and `event` the one that started
 * the other workflow.
 */
export function workflowRun({
  headBranch = 'feature',
  headRepository = repositoryName,
  event = 'pull_request',
} = {}): RunnerEvent {
  const head_repository = { full_name: headRepository, fork: headRepository !== repositoryName };
  const run = { event, head_branch: headBranch, head_sha: HEAD_SHA, head_repository };
  const payload = sample('workflow_run', { workflow_run: run }, ({ action }) => action === 'completed');
  return { name: 'workflow_run', payload, env: onBranch('main', DEFAULT_SHA) };
}

export function mergeGroup({ number = 7, headSha = HEAD_SHA, baseSha = BASE_SHA } = {}): RunnerEvent {
  const headRef = `refs/heads/gh-readonly-queue/main/pr-${number}-${baseSha}`;
  const changes = { merge_group: { head_sha: headSha, head_ref: headRef, base_sha: baseSha } };
  const env = { GITHUB_SHA: headSha, GITHUB_REF: headRef };
  return { name: 'merge_group', payload: sample('merge_group', changes), env };
}
