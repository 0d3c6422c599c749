import type { ListenOptions, LoopbackServer } from '../loopback-server.ts';
import {
  escapeHtml,
  pageAnswer,
  type SiteAnswer,
  type SiteVisit,
  securityHeaders,
  serveSite,
} from './site.ts';

const headers = {
  ...securityHeaders,
  'set-cookie': ['__Host-session=s3ss10n; Path=/; Secure; HttpOnly; SameSite=Lax'],
};

/**
 * A small shop that does right what the weak site does wrong, so that a scan finds nothing. It listens on 127.0.0.1
 * only.
 */
export function startHardenedSite(options: ListenOptions = {}): Promise<LoopbackServer> {
  return serveSite((visit) => {
    const answer = route(visit);
    return { ...answer, headers: { ...headers, ...answer.headers } };
  }, options);
}

function route({ method, url }: SiteVisit): SiteAnswer {
  if (!['GET', 'HEAD'].includes(method)) return { status: 405, headers: { allow: 'GET, HEAD' } };
  switch (url.pathname) {
    case '/':
      return page('Home', '<h1>Quiet Desk</h1><p>Furniture for people who read.</p>');
    case '/search': {
      const query = escapeHtml(url.searchParams.get('q') ?? '');
      return page('Search', `<h1>Search</h1><form><input name="q"></form><p>Nothing for ${query}</p>`);
    }
    default:
      return { ...page('Not found', '<h1>Not found</h1>'), status: 404 };
  }
}

function page(title: string, content: string): SiteAnswer {
  const links = '<nav><a href="/">Home</a> <a href="/search?q=lamp">Search</a></nav>';
  return pageAnswer(`${title} – Quiet Desk`, `${links}\n<main>${content}</main>`);
}
