/** What the loopback GitHub knows. Tests seed it through the options of `startGitHub`, and may read and change it. */
import { createHash } from 'node:crypto';

interface Author {
  readonly login: string;
  readonly type: 'Bot' | 'User';
}

interface StoredComment {
  id: number;
  issueNumber: number;
  author: Author;
  body: string;
}

export interface StoredIssue {
  number: number;
  author: Author;
  /** Every pull request is an issue too, and lists of issues hold both. */
  isPull: boolean;
  title: string;
  body: string;
  state: 'open' | 'closed';
}

export interface StoredPull {
  number: number;
  headSha: string;
  /** Commits of the pull request below its head. */
  olderShas: readonly string[];
  /** `owner/name`; of a fork, another repository than the server's. */
  headRepository: string;
  baseSha: string;
  author: Author;
}

export interface StoredDeploymentStatus {
  state: 'error' | 'failure' | 'inactive' | 'pending' | 'success' | 'queued' | 'in_progress' | 'waiting';
  environmentUrl?: string;
  targetUrl?: string;
}

export interface StoredDeployment {
  id: number;
  sha: string;
  ref: string;
  environment: string;
  creator: Author;
  /** ISO 8601. */
  createdAt: string;
  /** Oldest first; the API lists the newest first. */
  statuses: StoredDeploymentStatus[];
}

export interface StoredStatus {
  sha: string;
  state: 'error' | 'failure' | 'pending' | 'success';
  context: string;
  description: string;
  targetUrl: string;
  author: Author;
  /** ISO 8601. */
  createdAt: string;
}

export interface GitHubState {
  /** The latest id of a comment or deployment. */
  lastId: number;
  /** Where this server answers: `http://127.0.0.1:<port>`. */
  readonly url: string;
  readonly isPrivate: boolean;
  /** Branch or SHA → path → text. */
  readonly contents: Map<string, Map<string, string>>;
  readonly comments: Map<number, StoredComment>;
  readonly issues: Map<number, StoredIssue>;
  /** By name in lower case. */
  readonly pulls: Map<number, StoredPull>;
  readonly deployments: StoredDeployment[];
  /** Of all commits, oldest first; the API lists the newest first. */
  readonly statuses: StoredStatus[];
}

export const repository = 'acme/storefront';
export const defaultBranch = 'main';
/** The owner of the token. */
export const actionsBot: Author = { login: 'github-actions[bot]', type: 'Bot' };
const octocat: Author = { login: 'octocat', type: 'User' };

/** What a test cares about; everything else gets a default. */
type Seed<Stored, Given extends keyof Stored> = Readonly<Partial<Stored> & Pick<Stored, Given>>;

export type CommentSeed = Seed<StoredComment, 'issueNumber' | 'body'>;
export type IssueSeed = Seed<StoredIssue, 'title'>;
export type PullSeed = Seed<StoredPull & Pick<StoredIssue, 'title' | 'state'>, 'number' | 'headSha'>;
export type StatusSeed = Seed<StoredStatus, 'sha' | 'state' | 'context'>;
export type DeploymentSeed = Omit<Seed<StoredDeployment, 'sha' | 'environment'>, 'statuses'> & {
  readonly statuses?: readonly StoredDeploymentStatus[];
};

function nextId(state: GitHubState): number {
  state.lastId += 1;
  return state.lastId;
}

/** Adds a comment, of the token's owner unless an author is given. */
export function addComment(state: GitHubState, seed: CommentSeed): StoredComment {
  const comment = { id: nextId(state), author: actionsBot, ...seed };
  state.comments.set(comment.id, comment);
  return comment;
}

/** Adds an issue. */
export function addIssue(state: GitHubState, seed: IssueSeed): StoredIssue {
  const number = Math.max(0, ...state.issues.keys()) + 1;
  const defaults = { number, author: octocat, isPull: false, body: '', state: 'open' } as const;
  const issue = { ...defaults, ...seed };
  state.issues.set(issue.number, issue);
  return issue;
}

/** Adds a pull request, and the issue that it is. */
export function addPull(
  github: GitHubState,
  { title = 'A change', state = 'open', ...seed }: PullSeed,
): void {
  const defaults = { olderShas: [], headRepository: repository, author: octocat };
  const pull = { ...defaults, baseSha: 'b'.repeat(40), ...seed };
  addIssue(github, { number: pull.number, author: pull.author, isPull: true, title, state });
  github.pulls.set(pull.number, pull);
}

/** Adds a deployment, made by the app of a host; those that are added later are newer. */
export function addDeployment(state: GitHubState, seed: DeploymentSeed): StoredDeployment {
  const creator = { login: 'host[bot]', type: 'Bot' } as const;
  const defaults = { id: nextId(state), ref: seed.sha, creator, createdAt: timestamp() };
  const deployment = { ...defaults, ...seed, statuses: [...(seed.statuses ?? [])] };
  state.deployments.push(deployment);
  return deployment;
}

/** Adds a commit status, of the token's owner unless an author is given. */
export function addStatus(state: GitHubState, seed: StatusSeed): StoredStatus {
  const defaults = { description: '', targetUrl: '', author: actionsBot, createdAt: timestamp() };
  const status = { ...defaults, ...seed };
  state.statuses.push(status);
  return status;
}

/** The time now as GitHub writes it: ISO 8601 without fractions. */
function timestamp(): string {
  return new Date().toISOString().replace(/\.\d+Z$/, 'Z');
}

/** The commit at the tip of a branch. */
export function tipOf(branch: string): string {
  return createHash('sha1').update(`tip of ${branch}`).digest('hex');
}

/** Blob SHA of a file with this text. */
export function blobOf(text: string): string {
  return createHash('sha1')
    .update(`blob ${Buffer.byteLength(text)}\0${text}`)
    .digest('hex');
}
