/** What the loopback GitHub knows. Tests seed it through the options of `startGitHub` and may look at it at any time. */

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
  /** A pull request is an issue as well; issue lists hold both. */
  readonly isPull: boolean;
  title: string;
  body: string;
  state: 'open' | 'closed';
  stateReason: string | null;
  labels: string[];
  locked: boolean;
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
  /** `owner/name`; another repository's for a fork. */
  readonly headRepository: string;
  readonly baseSha: string;
  readonly baseRef: string;
  readonly author: Author;
}

export interface StoredDeploymentStatus {
  readonly state: 'error' | 'failure' | 'inactive' | 'pending' | 'success' | 'queued' | 'in_progress';
  readonly environmentUrl?: string;
  readonly targetUrl?: string;
  /** ISO 8601. */
  readonly createdAt?: string;
}

export interface StoredDeployment {
  readonly id: number;
  readonly sha: string;
  readonly ref: string;
  readonly environment: string;
  readonly createdAt: string;
  /** Oldest first; the API lists the newest first. */
  readonly statuses: StoredDeploymentStatus[];
}

export interface StoredRun {
  readonly id: number;
  readonly attempt: number;
  readonly headSha: string;
  readonly headBranch: string;
  readonly event: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly pullNumbers: readonly number[];
}

export interface GitHubState {
  readonly owner: string;
  readonly name: string;
  isPrivate: boolean;
  readonly defaultBranch: string;
  /** Who owns the token. */
  readonly author: Author;
  /** Ref or SHA → path → text. */
  readonly contents: Map<string, Map<string, string>>;
  readonly protectedBranches: readonly string[];
  /** Hashes that no commit has; any other hash is that of a commit. */
  readonly missingCommits: readonly string[];
  readonly comments: Map<number, StoredComment>;
  readonly issues: Map<number, StoredIssue>;
  readonly labels: Map<string, StoredLabel>;
  readonly pulls: Map<number, StoredPull>;
  readonly deployments: StoredDeployment[];
  readonly runs: Map<number, StoredRun>;
  /** Where this server answers: `http://127.0.0.1:<port>`. */
  url: string;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** An id nothing else has. */
  readonly nextId: () => number;
}

/** The time now as GitHub writes it: ISO 8601 without fractions. */
export function timestamp(state: GitHubState): string {
  return new Date(state.now()).toISOString().replace(/\.\d+Z$/, 'Z');
}
