/** What every operation of the loopback GitHub gets and answers. */
import type { Answer } from '../loopback.ts';
import type { Needs } from './permissions.ts';
import type { GitHubState } from './state.ts';

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
  readonly needs: Needs;
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

export function ok(json: unknown): Answer {
  return { status: 200, json };
}

/** One page of `items`, with links to its neighbours: `per_page` is 30 by default, at most 100. */
export function page({ query, url }: OperationRequest, items: readonly unknown[]): Answer {
  const perPage = Math.min(100, Math.max(1, Number(query.get('per_page') ?? 30)));
  const current = Math.max(1, Number(query.get('page') ?? 1));
  const last = Math.max(1, Math.ceil(items.length / perPage));
  const link = (rel: string, number: number) => {
    const other = new URLSearchParams(query);
    other.set('page', String(number));
    return `<${url}?${other}>; rel="${rel}"`;
  };
  const links = [
    ...(current > 1 ? [link('prev', Math.min(current - 1, last))] : []),
    ...(current < last ? [link('next', current + 1), link('last', last)] : []),
    ...(current > 1 ? [link('first', 1)] : []),
  ].join(', ');
  const json = items.slice((current - 1) * perPage, current * perPage);
  return { status: 200, json, ...(links === '' ? {} : { headers: { link: links } }) };
}
