/** What a token may do, as the `permissions` of a workflow grant it. */
import type { Answer } from '../loopback.ts';

const scopes = ['contents', 'deployments', 'issues', 'pull_requests', 'statuses'] as const;
type Scope = (typeof scopes)[number];
type Access = 'none' | 'read' | 'write';
export type Permissions = Readonly<Record<Scope, Access>>;

/** Any one of them is enough. Source: the REST reference, "fine-grained access tokens". */
export type Needs = Partial<Record<Scope, 'read' | 'write'>>;

export const allWrite: Permissions = {
  contents: 'write',
  deployments: 'write',
  issues: 'write',
  pull_requests: 'write',
  statuses: 'write',
};

/** The permissions that a file of another repository needs. */
export const readsContents: Permissions = {
  contents: 'read',
  deployments: 'none',
  issues: 'none',
  pull_requests: 'none',
  statuses: 'none',
};

const rank: Readonly<Record<Access, number>> = { none: 0, read: 1, write: 2 };

export interface Question {
  readonly needs: Needs;
  readonly permissions: Permissions;
  /** Everybody may read a public repository. */
  readonly isPrivate: boolean;
  /** Whether the issue or comment belongs to a pull request; `undefined` for a request about neither. */
  readonly isPull: boolean | undefined;
}

/** GitHub's refusal, or `undefined` if the token may. */
export function refuse({ needs, permissions, isPrivate, isPull }: Question): Answer | undefined {
  const named = scopes.flatMap((scope) => (needs[scope] === undefined ? [] : [`${scope}=${needs[scope]}`]));
  const mayPass = scopes.some((scope) => {
    const access = needs[scope];
    if (access === undefined) return false;
    if (access === 'read' && !isPrivate) return true;
    // To write to an issue that is no pull request, only `issues` will do.
    if (scope === 'pull_requests' && access === 'write' && isPull === false) return false;
    return rank[permissions[scope]] >= rank[access];
  });
  if (named.length === 0 || mayPass) return undefined;
  const documentation_url = 'https://docs.github.com/rest';
  return {
    status: 403,
    headers: { 'x-accepted-github-permissions': named.join('; ') },
    json: { message: 'Resource not accessible by integration', documentation_url, status: '403' },
  };
}
