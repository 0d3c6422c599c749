/** What the loopback GitHub knows. Tests seed it through the options of `startGitHub`, and may read and change it. */

export interface Author {
  readonly login: string;
  readonly type: 'Bot' | 'User';
}

export interface StoredComment {
  readonly id: number;
  readonly issueNumber: number;
  readonly author: Author;
  body: string;
  readonly createdAt: string;
  updatedAt: string;
}

export interface StoredIssue {
  readonly number: number;
  readonly author: Author;
  /** Every pull request is an issue too, and lists of issues hold both. */
  readonly isPull: boolean;
  title: string;
  body: string;
  state: 'open' | 'closed';
  stateReason: string | null;
  labels: readonly string[];
  readonly createdAt: string;
  updatedAt: string;
  closedAt: string | null;
}

export interface StoredLabel {
  readonly id: number;
  readonly name: string;
  readonly color: string;
  readonly description: string | null;
}

export interface StoredPull {
  readonly number: number;
  readonly headSha: string;
  /** Commits of the pull request below its head. */
  readonly olderShas: readonly string[];
  readonly headRef: string;
  /** `owner/name`; of a fork, another repository than the server's. */
  readonly headRepository: string;
  readonly baseSha: string;
  readonly baseRef: string;
  readonly author: Author;
}

export interface StoredDeploymentStatus {
  readonly state:
    | 'error'
    | 'failure'
    | 'inactive'
    | 'pending'
    | 'success'
    | 'queued'
    | 'in_progress'
    | 'waiting';
  readonly environmentUrl?: string;
  readonly targetUrl?: string;
  readonly logUrl?: string;
  /** ISO 8601. */
  readonly createdAt?: string;
}

export interface StoredDeployment {
  readonly id: number;
  readonly sha: string;
  readonly ref: string;
  readonly environment: string;
  readonly isProduction: boolean;
  readonly creator: Author;
  readonly createdAt: string;
  /** Oldest first; the API lists the newest first. */
  readonly statuses: StoredDeploymentStatus[];
}

export interface StoredStatus {
  readonly id: number;
  readonly sha: string;
  readonly state: 'error' | 'failure' | 'pending' | 'success';
  readonly context: string;
  readonly description: string;
  readonly targetUrl: string;
  readonly author: Author;
  /** ISO 8601. */
  readonly createdAt: string;
}

export interface GitHubState {
  /** The latest id of a comment, label, deployment or status. */
  lastId: number;
  /** Where this server answers: `http://127.0.0.1:<port>`. */
  readonly url: string;
  readonly isPrivate: boolean;
  /** Branch or SHA → path → text. */
  readonly contents: Map<string, Map<string, string>>;
  readonly comments: Map<number, StoredComment>;
  readonly issues: Map<number, StoredIssue>;
  /** By name in lower case. */
  readonly labels: Map<string, StoredLabel>;
  readonly pulls: Map<number, StoredPull>;
  /** Merge commit → the commits that it was made of. */
  readonly parents: Map<string, readonly string[]>;
  readonly deployments: StoredDeployment[];
  /** Of all commits, oldest first; the API lists the newest first. */
  readonly statuses: StoredStatus[];
}

export const repository = 'acme/storefront';
export const defaultBranch = 'main';
/** The owner of the token. */
/** The app of a host, which makes deployments. */
const hostApp: Author = { login: 'host[bot]', type: 'Bot' };
export const actionsBot: Author = { login: 'github-actions[bot]', type: 'Bot' };

export function isSha(ref: string): boolean {
  return /^[0-9a-f]{40}$/.test(ref);
}

/** The default branch, and those that have files. */
export function branchesOf({ contents }: GitHubState): readonly string[] {
  return [defaultBranch, ...[...contents.keys()].filter((ref) => !isSha(ref))];
}

/** What a test cares about; everything else gets a default. */
type Seed<Stored, Given extends keyof Stored> = Partial<Stored> & Pick<Stored, Given>;

export type CommentSeed = Seed<StoredComment, 'issueNumber' | 'body'>;
export type IssueSeed = Seed<StoredIssue, 'title'>;
export type PullSeed = Seed<StoredPull, 'number' | 'headSha'> & Partial<Pick<StoredIssue, 'title' | 'state'>>;
export type StatusSeed = Seed<StoredStatus, 'sha' | 'state' | 'context'>;
export type DeploymentSeed = Omit<Seed<StoredDeployment, 'sha' | 'environment'>, 'statuses'> & {
  readonly statuses?: readonly StoredDeploymentStatus[];
};

const octocat: Author = { login: 'octocat', type: 'User' };

/** An id that nothing else of this GitHub has. */
export function nextId(state: GitHubState): number {
  state.lastId += 1;
  return state.lastId;
}

/** The time now as GitHub writes it: ISO 8601 without fractions. */
export function timestamp(): string {
  return new Date().toISOString().replace(/\.\d+Z$/, 'Z');
}

/** Adds a comment, of the token's owner unless an author is given. */
export function addComment(state: GitHubState, seed: CommentSeed): StoredComment {
  const at = timestamp();
  const comment = { id: nextId(state), author: actionsBot, createdAt: at, updatedAt: at, ...seed };
  state.comments.set(comment.id, comment);
  return comment;
}

/** Adds an issue with its labels. */
export function addIssue(state: GitHubState, seed: IssueSeed): StoredIssue {
  const at = timestamp();
  const issue: StoredIssue = {
    number: Math.max(0, ...state.issues.keys()) + 1,
    author: octocat,
    isPull: false,
    body: '',
    state: 'open',
    stateReason: null,
    labels: [],
    createdAt: at,
    updatedAt: at,
    closedAt: seed.state === 'closed' ? at : null,
    ...seed,
  };
  for (const label of issue.labels) ensureLabel(state, label);
  state.issues.set(issue.number, issue);
  return issue;
}

/** Adds a pull request, and the issue that it is. */
export function addPull(state: GitHubState, seed: PullSeed): StoredPull {
  const { title = 'A change', state: condition = 'open', ...given } = seed;
  const pull: StoredPull = {
    olderShas: [],
    headRef: 'feature',
    headRepository: repository,
    baseSha: 'b'.repeat(40),
    baseRef: defaultBranch,
    author: octocat,
    ...given,
  };
  addIssue(state, {
    number: pull.number,
    author: pull.author,
    isPull: true,
    title,
    state: condition,
  });
  state.pulls.set(pull.number, pull);
  return pull;
}

/** Adds a deployment; those that are added later are newer. */
export function addDeployment(state: GitHubState, seed: DeploymentSeed): StoredDeployment {
  const statuses = [...(seed.statuses ?? [])];
  const defaults = {
    id: nextId(state),
    ref: seed.sha,
    isProduction: false,
    creator: hostApp,
    createdAt: timestamp(),
  };
  const deployment = { ...defaults, ...seed, statuses };
  state.deployments.push(deployment);
  return deployment;
}

/** Adds a commit status, of the token's owner unless an author is given. */
export function addStatus(state: GitHubState, seed: StatusSeed): StoredStatus {
  const defaults = { description: '', targetUrl: '', author: actionsBot, createdAt: timestamp() };
  const status = { id: nextId(state), ...defaults, ...seed };
  state.statuses.push(status);
  return status;
}

/** The label of that name. If there is none, it is created in grey, as GitHub does. */
export function ensureLabel(state: GitHubState, name: string): StoredLabel {
  const key = name.toLowerCase();
  const label = state.labels.get(key) ?? { id: nextId(state), name, color: 'ededed', description: null };
  state.labels.set(key, label);
  return label;
}
