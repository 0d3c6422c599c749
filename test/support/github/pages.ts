/** Pagination as GitHub does it: `per_page` (30, at most 100), `page` and a `Link` header. */
import type { Answer } from '../loopback.ts';

export interface PageRequest {
  /** Address of the list without its query, as the client reached it. */
  readonly url: string;
  readonly query: URLSearchParams;
}

/** One page of `items`, with links to its neighbours where there are any. */
export function page(items: readonly unknown[], request: PageRequest): Answer {
  const perPage = Math.min(100, Math.max(1, Number(request.query.get('per_page') ?? 30)));
  const current = Math.max(1, Number(request.query.get('page') ?? 1));
  const last = Math.max(1, Math.ceil(items.length / perPage));
  const to = (number: number, rel: string) => {
    const query = new URLSearchParams(request.query);
    query.set('page', String(number));
    return `<${request.url}?${query}>; rel="${rel}"`;
  };
  const links: string[] = [];
  if (current > 1) links.push(to(Math.min(current - 1, last), 'prev'));
  if (current < last) links.push(to(current + 1, 'next'), to(last, 'last'));
  if (current > 1) links.push(to(1, 'first'));
  const json = items.slice((current - 1) * perPage, current * perPage);
  return { status: 200, json, ...(links.length > 0 ? { headers: { link: links.join(', ') } } : {}) };
}
