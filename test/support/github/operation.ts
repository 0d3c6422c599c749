/** What every operation of the loopback GitHub gets and answers, and what a token needs for it. */
import type { Answer } from '../loopback.ts';
import type { GitHubState } from './state.ts';

const scopes = ['contents', 'deployments', 'issues', 'pull_requests', 'statuses'] as const;
type Scope = (typeof scopes)[number];

/** As the `permissions` of a workflow grant them. */
export type Permissions = Readonly<Partial<Record<Scope, 'none' | 'read' | 'write'>>>;

/** A request that follows the description. */
export interface OperationRequest {
  readonly state: GitHubState;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** Address of the resource, without its query. */
  readonly url: string;
}

export interface Operation {
  /** Any one of them is enough. Source: the REST reference, "fine-grained access tokens". */
  readonly needs: Partial<Record<Scope, 'read' | 'write'>>;
  /** `json` holds what the state says; the description completes it. */
  readonly answer: (request: OperationRequest) => Answer;
}

export function failure(status: number, message: string, more: object = {}): Answer {
  const documentation_url = 'https://docs.github.com/rest';
  return { status, json: { message, ...more, documentation_url, status: String(status) } };
}

/** The answer about `item`; 404 if there is none. */
export function found<Item>(item: Item | undefined, answer: (item: Item) => Answer): Answer {
  return item === undefined ? failure(404, 'Not Found') : answer(item);
}

/** One page of `items`, with a link to the next: `per_page` is 30 by default, at most 100. */
export function page<Item>(
  { query, url }: OperationRequest,
  items: readonly Item[],
  view: (item: Item) => unknown,
): Answer {
  const perPage = Math.min(100, Number(query.get('per_page') ?? 30));
  const current = Number(query.get('page') ?? 1);
  const json = items.slice((current - 1) * perPage, current * perPage).map(view);
  if (items.length <= current * perPage) return { status: 200, json };
  const next = new URLSearchParams(query);
  next.set('page', String(current + 1));
  return { status: 200, json, headers: { link: `<${url}?${next}>; rel="next"` } };
}

interface Question {
  readonly needs: Operation['needs'];
  readonly permissions: Permissions;
  /** Everybody may read a public repository. */
  readonly isPrivate: boolean;
  /** The request is about an issue that is no pull request. */
  readonly isIssue: boolean;
}

/** GitHub's refusal, or `undefined` if the token may. */
export function refuse({ needs, permissions, isPrivate, isIssue }: Question): Answer | undefined {
  const rank = { none: 0, read: 1, write: 2 };
  const named = scopes.flatMap((scope) => (needs[scope] === undefined ? [] : [`${scope}=${needs[scope]}`]));
  const mayPass = scopes.some((scope) => {
    const access = needs[scope];
    if (access === undefined) return false;
    if (access === 'read' && !isPrivate) return true;
    // To write to an issue that is no pull request, only `issues` will do.
    if (scope === 'pull_requests' && access === 'write' && isIssue) return false;
    return rank[permissions[scope] ?? 'none'] >= rank[access];
  });
  if (named.length === 0 || mayPass) return undefined;
  const headers = { 'x-accepted-github-permissions': named.join('; ') };
  return { ...failure(403, 'Resource not accessible by integration'), headers };
}
