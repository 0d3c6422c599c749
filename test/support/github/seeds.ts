/** Puts things into the loopback GitHub, with defaults for whatever a test does not care about. */
import {
  type Author,
  type GitHubState,
  type StoredComment,
  type StoredDeployment,
  type StoredDeploymentStatus,
  type StoredIssue,
  type StoredLabel,
  type StoredPull,
  timestamp,
} from './state.ts';

export interface PullSeed {
  readonly number: number;
  readonly headSha: string;
  readonly olderShas?: readonly string[];
  readonly headRef?: string;
  readonly headRepository?: string;
  readonly baseSha?: string;
  readonly baseRef?: string;
  readonly state?: 'open' | 'closed';
  readonly locked?: boolean;
  readonly author?: Author;
  readonly title?: string;
}

export interface IssueSeed {
  readonly number?: number;
  readonly title: string;
  readonly body?: string;
  readonly state?: 'open' | 'closed';
  readonly labels?: readonly string[];
  readonly locked?: boolean;
  readonly author?: Author;
  readonly isPull?: boolean;
}

export interface DeploymentSeed {
  readonly sha: string;
  readonly ref?: string;
  readonly environment: string;
  readonly createdAt?: string;
  readonly statuses?: readonly StoredDeploymentStatus[];
}

const OCTOCAT: Author = { login: 'octocat', type: 'User' };

/** Adds an issue; its number is the next one free unless given. */
export function addIssue(state: GitHubState, seed: IssueSeed): StoredIssue {
  const at = timestamp(state);
  const number = seed.number ?? Math.max(0, ...state.issues.keys()) + 1;
  const issue: StoredIssue = {
    number,
    author: seed.author ?? OCTOCAT,
    isPull: seed.isPull ?? false,
    title: seed.title,
    body: seed.body ?? '',
    state: seed.state ?? 'open',
    stateReason: null,
    labels: [...(seed.labels ?? [])],
    locked: seed.locked ?? false,
    createdAt: at,
    updatedAt: at,
    closedAt: seed.state === 'closed' ? at : null,
  };
  for (const label of issue.labels) ensureLabel(state, label);
  state.issues.set(number, issue);
  return issue;
}

/** Adds a pull request together with the issue it is. */
export function addPull(state: GitHubState, seed: PullSeed): StoredPull {
  const author = seed.author ?? OCTOCAT;
  const pull: StoredPull = {
    number: seed.number,
    headSha: seed.headSha,
    olderShas: seed.olderShas ?? [],
    headRef: seed.headRef ?? 'feature',
    headRepository: seed.headRepository ?? `${state.owner}/${state.name}`,
    baseSha: seed.baseSha ?? 'b'.repeat(40),
    baseRef: seed.baseRef ?? state.defaultBranch,
    author,
  };
  const { number, state: condition = 'open', locked = false, title = 'A change' } = seed;
  addIssue(state, { number, title, state: condition, locked, author, isPull: true });
  state.pulls.set(pull.number, pull);
  return pull;
}

/** Adds a comment; without an author it is the token's own. */
export function addComment(
  state: GitHubState,
  seed: { readonly issueNumber: number; readonly body: string; readonly author?: Author },
): StoredComment {
  const at = timestamp(state);
  const { issueNumber, body, author = state.author } = seed;
  const comment = { id: state.nextId(), issueNumber, body, author, createdAt: at, updatedAt: at };
  state.comments.set(comment.id, comment);
  return comment;
}

/** Adds a deployment; those added later are newer. */
export function addDeployment(state: GitHubState, seed: DeploymentSeed): StoredDeployment {
  const deployment: StoredDeployment = {
    id: state.nextId(),
    sha: seed.sha,
    ref: seed.ref ?? seed.sha,
    environment: seed.environment,
    createdAt: seed.createdAt ?? timestamp(state),
    statuses: [...(seed.statuses ?? [])],
  };
  state.deployments.push(deployment);
  return deployment;
}

/** The label of that name, created in grey if there is none, as GitHub does for labels named on an issue. */
export function ensureLabel(state: GitHubState, name: string): StoredLabel {
  const key = name.toLowerCase();
  const known = state.labels.get(key);
  if (known !== undefined) return known;
  const label = { id: state.nextId(), name, color: 'ededed', description: null };
  state.labels.set(key, label);
  return label;
}
