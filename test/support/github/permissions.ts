/** What a token may do, as the `permissions` of a workflow grant it. */
import type { Answer } from '../loopback.ts';

type Scope = 'actions' | 'contents' | 'deployments' | 'issues' | 'pull_requests';
type Access = 'none' | 'read' | 'write';
export type Permissions = Readonly<Record<Scope, Access>>;

/** Each alternative suffices; the scopes are those the REST reference names under "fine-grained access tokens". */
type Alternatives = Partial<Record<Scope, 'read' | 'write'>>;

const NEEDED: Readonly<Record<string, Alternatives>> = {
  'actions/get-workflow-run': { actions: 'read' },
  'issues/create': { issues: 'write' },
  'issues/create-comment': { issues: 'write', pull_requests: 'write' },
  'issues/create-label': { issues: 'write', pull_requests: 'write' },
  'issues/delete-comment': { issues: 'write', pull_requests: 'write' },
  'issues/get': { issues: 'read', pull_requests: 'read' },
  'issues/get-comment': { issues: 'read', pull_requests: 'read' },
  'issues/get-label': { issues: 'read', pull_requests: 'read' },
  'issues/list-comments': { issues: 'read', pull_requests: 'read' },
  'issues/list-for-repo': { issues: 'read' },
  'issues/update': { issues: 'write', pull_requests: 'write' },
  'issues/update-comment': { issues: 'write', pull_requests: 'write' },
  'pulls/get': { pull_requests: 'read' },
  'git/get-commit': { contents: 'read' },
  'repos/get-branch': { contents: 'read' },
  'repos/get-content': { contents: 'read' },
  'repos/list-deployment-statuses': { deployments: 'read' },
  'repos/list-deployments': { deployments: 'read' },
  'repos/list-pull-requests-associated-with-commit': { contents: 'read', pull_requests: 'read' },
};

const RANK: Readonly<Record<Access, number>> = { none: 0, read: 1, write: 2 };

export interface PermissionQuestion {
  readonly operationId: string;
  readonly permissions: Permissions;
  /** Anybody may read a public repository. */
  readonly isPrivate: boolean;
  /** Whether the issue or comment in question is a pull request's; `undefined` where it is about neither. */
  readonly isPull: boolean | undefined;
}

/** GitHub's refusal, or `undefined` where the token suffices. */
export function refuse(question: PermissionQuestion): Answer | undefined {
  const needed = NEEDED[question.operationId];
  if (needed === undefined) return undefined;
  const scopes: readonly Scope[] = ['actions', 'contents', 'deployments', 'issues', 'pull_requests'];
  const named: string[] = [];
  for (const scope of scopes) {
    const access = needed[scope];
    if (access === undefined) continue;
    named.push(`${scope}=${access}`);
    if (access === 'read' && !question.isPrivate) return undefined;
    // Writing to an issue that is no pull request takes `issues`, and nothing else.
    if (scope === 'pull_requests' && access === 'write' && question.isPull === false) continue;
    if (RANK[question.permissions[scope]] >= RANK[access]) return undefined;
  }
  return {
    status: 403,
    headers: { 'x-accepted-github-permissions': named.join('; ') },
    json: {
      message: 'Resource not accessible by integration',
      documentation_url: 'https://docs.github.com/rest',
      status: '403',
    },
  };
}
