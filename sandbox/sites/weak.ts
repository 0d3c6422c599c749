import type { ListenOptions, LoopbackServer } from '../loopback-server.ts';
import { htmlAnswer, type SiteAnswer, type SiteVisit, serveSite } from './site.ts';
import { exposedFile, notFound, page, script } from './weak-pages.ts';

/**
 * What can be mended, one by one. `headers` includes the cross-origin rules; `exposures` the files, listings and
 * keys that nobody should see. Those two hold everything of severity high and above that a scan finds without the
 * `sqli` preference.
 */
export const WEAK_AREAS = [
  'headers',
  'versions',
  'cookies',
  'exposures',
  'content',
  'redirects',
  'injection',
] as const;
type WeakArea = (typeof WEAK_AREAS)[number];

export interface WeakSiteOptions extends ListenOptions {
  /** Areas that are in order from the beginning. */
  fixed?: readonly WeakArea[];
}

export interface WeakSite extends LoopbackServer {
  /** Mends areas of the running site, as a deployment to the same address would. */
  mend(...areas: readonly WeakArea[]): void;
}

const GOOD_HEADERS = {
  'content-security-policy':
    "default-src 'self'; script-src 'self' https://cdn.example; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'",
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
};

type Fixed = ReadonlySet<WeakArea>;

function commonHeaders(visit: SiteVisit, fixed: Fixed): Record<string, string | string[]> {
  const origin = visit.headers.origin;
  return {
    ...(fixed.has('headers') && GOOD_HEADERS),
    ...(!fixed.has('headers') &&
      origin !== undefined && {
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
      }),
    ...(!fixed.has('versions') && { server: 'nginx/1.18.0 (Ubuntu)', 'x-powered-by': 'PHP/7.4.3' }),
    'set-cookie': fixed.has('cookies')
      ? [
          'sessionid=s3ss10n; Path=/; Secure; HttpOnly; SameSite=Lax',
          'theme=light; Path=/; Secure; SameSite=Lax',
        ]
      : ['sessionid=s3ss10n; Path=/', 'theme=light; Path=/; SameSite=Lax'],
  };
}

function route(visit: SiteVisit, fixed: Fixed): SiteAnswer {
  const { url, method } = visit;
  if (method === 'OPTIONS') {
    return {
      status: 204,
      headers: { allow: fixed.has('headers') ? 'GET, HEAD, OPTIONS' : 'GET, HEAD, OPTIONS, TRACE' },
    };
  }
  const next = url.searchParams.get('url');
  if (url.pathname === '/go' && next !== null) {
    const safe = /^\/(?![/\\])/.test(next) ? next : '/';
    return { status: 302, headers: { location: fixed.has('redirects') ? safe : next } };
  }
  const flags = {
    mended: fixed.has('content'),
    encodes: fixed.has('injection'),
    hidesKeys: fixed.has('exposures'),
  };
  if (url.pathname === '/app.js') return script(flags);
  const exposed = fixed.has('exposures') ? null : exposedFile(url.pathname);
  if (exposed) return exposed;
  const html = page(url, flags);
  return html === null ? notFound(url, flags) : htmlAnswer(html);
}

/**
 * A small shop that gets wrong what sites usually get wrong. Its secrets are made up and open nothing. It listens
 * on 127.0.0.1 only.
 */
export async function startWeakSite(options: WeakSiteOptions = {}): Promise<WeakSite> {
  const fixed = new Set(options.fixed ?? []);
  const server = await serveSite((visit) => {
    const answer = route(visit, fixed);
    return { ...answer, headers: { ...commonHeaders(visit, fixed), ...answer.headers } };
  }, options);
  return {
    ...server,
    mend(...areas) {
      for (const area of areas) fixed.add(area);
    },
  };
}
