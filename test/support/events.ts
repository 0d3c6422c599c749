/**
 * Events as the runner hands them to a step: the payload GitHub sends, cut down to what matters, and the variables the
 * runner derives from it. Those about deployments and merge queues are in `deployment-events.ts`.
 */
import {
  BASE_SHA,
  type BranchOptions,
  HEAD_SHA,
  MERGE_SHA,
  onBranch,
  type RepositoryOptions,
  type RunnerEvent,
  repositoryPayload,
  user,
} from './event-parts.ts';

export interface PullRequestOptions extends RepositoryOptions {
  readonly number?: number;
  readonly action?: 'opened' | 'synchronize' | 'reopened' | 'closed';
  readonly headSha?: string;
  readonly headRef?: string;
  readonly baseSha?: string;
  readonly baseRef?: string;
  /** The head is another account's repository. */
  readonly fork?: boolean;
  /** Dependabot opened it and started the run. */
  readonly dependabot?: boolean;
  /** Default `pull_request`. */
  readonly eventName?: 'pull_request' | 'pull_request_target';
}

/** `pull_request` or `pull_request_target`, by default of a branch of the same repository. */
export function pullRequest(options: PullRequestOptions = {}): RunnerEvent {
  const { number = 7, headSha = HEAD_SHA, baseSha = BASE_SHA, dependabot = false } = options;
  const { baseRef = 'main', eventName = 'pull_request', fork = false } = options;
  const headRef = options.headRef ?? (dependabot ? 'dependabot/npm_and_yarn/left-pad-1.3.0' : 'feature');
  const repository = repositoryPayload(options);
  const sender = user(dependabot ? 'dependabot[bot]' : 'octocat');
  const headRepository = fork
    ? {
        ...repository,
        id: 700_002,
        full_name: `stranger/${repository['name']}`,
        owner: user('stranger'),
        fork: true,
      }
    : repository;
  const pull = {
    number,
    state: 'open',
    title: 'A change',
    draft: false,
    user: sender,
    html_url: `${repository['html_url']}/pull/${number}`,
    head: { ref: headRef, sha: headSha, label: `octocat:${headRef}`, user: sender, repo: headRepository },
    base: {
      ref: baseRef,
      sha: baseSha,
      label: `acme:${baseRef}`,
      user: repository['owner'],
      repo: repository,
    },
    author_association: fork ? 'FIRST_TIME_CONTRIBUTOR' : 'MEMBER',
  };
  const onBase = eventName === 'pull_request_target';
  return {
    name: eventName,
    payload: { action: options.action ?? 'synchronize', number, pull_request: pull, repository, sender },
    env: {
      GITHUB_SHA: onBase ? baseSha : MERGE_SHA,
      GITHUB_REF: onBase ? `refs/heads/${baseRef}` : `refs/pull/${number}/merge`,
      GITHUB_HEAD_REF: headRef,
      GITHUB_BASE_REF: baseRef,
      GITHUB_ACTOR: String(sender['login']),
    },
  };
}

export function push(options: BranchOptions = {}): RunnerEvent {
  const { sha = HEAD_SHA, branch = 'main' } = options;
  const repository = repositoryPayload(options);
  const payload = {
    ref: `refs/heads/${branch}`,
    before: BASE_SHA,
    after: sha,
    repository,
    sender: user('octocat'),
  };
  return {
    name: 'push',
    payload: { ...payload, created: false, deleted: false },
    env: onBranch(branch, sha),
  };
}

export function schedule(options: BranchOptions & { readonly cron?: string } = {}): RunnerEvent {
  const { sha = HEAD_SHA, branch = 'main', cron = '0 4 * * *' } = options;
  const payload = {
    schedule: cron,
    repository: repositoryPayload(options),
    workflow: '.github/workflows/ci.yml',
  };
  return { name: 'schedule', payload, env: onBranch(branch, sha) };
}

export function workflowDispatch(
  options: BranchOptions & { readonly inputs?: Readonly<Record<string, string>> } = {},
): RunnerEvent {
  const { sha = HEAD_SHA, branch = 'main', inputs = {} } = options;
  const repository = repositoryPayload(options);
  const payload = { inputs, ref: `refs/heads/${branch}`, repository, sender: user('octocat') };
  return { name: 'workflow_dispatch', payload, env: onBranch(branch, sha) };
}

export function release(
  options: RepositoryOptions & { readonly tag?: string; readonly sha?: string } = {},
): RunnerEvent {
  const { tag = 'v1.0.0', sha = HEAD_SHA } = options;
  const details = { id: 1, tag_name: tag, target_commitish: 'main', draft: false, prerelease: false };
  const payload = {
    action: 'published',
    release: details,
    repository: repositoryPayload(options),
    sender: user('octocat'),
  };
  return { name: 'release', payload, env: { GITHUB_SHA: sha, GITHUB_REF: `refs/tags/${tag}` } };
}
