import type { ListenOptions, LoopbackServer } from '../loopback-server.ts';
import {
  escapeHtml,
  htmlAnswer,
  pageAnswer,
  type SiteAnswer,
  securityHeaders,
  serveSite,
  textAnswer,
} from './site.ts';

/**
 * What can be fixed, one by one. `exposures` is what nobody should see, and everything of severity high and above that
 * a scan finds without the `sqli` preference.
 */
export const weakAreas = ['headers', 'versions', 'cookies', 'exposures', 'redirects', 'injection'] as const;
type WeakArea = (typeof weakAreas)[number];
type Fixed = ReadonlySet<WeakArea>;

export interface WeakSiteOptions extends ListenOptions {
  /** Areas without faults from the beginning. */
  readonly fixed?: readonly WeakArea[];
}

export interface WeakSite extends LoopbackServer {
  /** Fixes areas of the running site, as a deployment to the same address would. */
  fix(...areas: readonly WeakArea[]): void;
}

const products = ['Garden hose', 'Wheelbarrow', 'Pruning shears'];
/** Files that should not be reachable. Their contents are made up. */
const exposedFiles: Readonly<Record<string, SiteAnswer>> = {
  '/.env': textAnswer('APP_ENV=production\nDB_HOST=db.internal\nDB_PASSWORD=not-a-real-password\n'),
  '/.git/HEAD': textAnswer('ref: refs/heads/main\n'),
  '/backup.sql': textAnswer(
    "INSERT INTO customers VALUES (1, 'ana@green-thumb.example'), (2, 'rui@green-thumb.example');\n",
  ),
  '/uploads/': htmlAnswer(
    '<!doctype html><title>Index of /uploads/</title><a href="invoice-2025.pdf">invoice-2025.pdf</a>',
  ),
};

/** A small shop with the usual faults of sites. Its secrets are made up. It listens on 127.0.0.1 only. */
export async function startWeakSite(options: WeakSiteOptions = {}): Promise<WeakSite> {
  const fixed = new Set(options.fixed);
  const server = await serveSite(({ url }) => {
    const answer = route(url, fixed);
    return { ...answer, headers: { ...commonHeaders(fixed), ...answer.headers } };
  }, options);
  return {
    ...server,
    fix(...areas) {
      for (const area of areas) fixed.add(area);
    },
  };
}

function commonHeaders(fixed: Fixed) {
  const attributes = fixed.has('cookies') ? '; Secure; HttpOnly' : '';
  return {
    ...(fixed.has('headers') && securityHeaders),
    ...(!fixed.has('versions') && { server: 'nginx/1.18.0 (Ubuntu)', 'x-powered-by': 'PHP/7.4.3' }),
    'set-cookie': ['sessionid=s3ss10n', 'theme=light'].map((cookie) => `${cookie}; Path=/${attributes}`),
  };
}

function route(url: URL, fixed: Fixed): SiteAnswer {
  const next = url.searchParams.get('url');
  if (url.pathname === '/go' && next !== null) {
    const onSite = /^\/(?![/\\])/.test(next) ? next : '/';
    return { status: 302, headers: { location: fixed.has('redirects') ? onSite : next } };
  }
  const exposed = fixed.has('exposures') ? undefined : exposedFiles[url.pathname];
  return exposed ?? page(url, fixed);
}

function page({ pathname, searchParams }: URL, fixed: Fixed): SiteAnswer {
  switch (pathname) {
    case '/':
      return layout('Home', '<h1>Green Thumb</h1><p>Everything for the garden.</p>');
    case '/search': {
      const query = searchParams.get('q') ?? '';
      const shown = fixed.has('injection') ? escapeHtml(query) : query;
      return layout('Search', `<h1>Search</h1><p>Nothing found for ${shown}</p>`);
    }
    case '/products':
      return layout('Products', productContent(searchParams.get('id') ?? '', fixed));
    case '/contact': {
      const email = '<a href="mailto:owner@green-thumb.example">owner@green-thumb.example</a>';
      return layout(
        'Contact',
        `<h1>Contact</h1>${fixed.has('exposures') ? '' : `<p>Write to ${email}.</p>`}`,
      );
    }
    default:
      return { ...layout('Not found', '<h1>Not found</h1>'), status: 404 };
  }
}

function productContent(id: string, fixed: Fixed): string {
  if (!fixed.has('injection') && id.includes("'"))
    return '<h1>Products</h1><p>You have an error in your SQL syntax near "\'" at line 1</p>';
  const name = products[Number.parseInt(id, 10) - 1] ?? 'All products';
  return `<h1>${name}</h1><p>In stock.</p><p><a href="/products?id=2">Next product</a></p>`;
}

function layout(title: string, content: string): SiteAnswer {
  const links = ['/', '/products?id=1', '/search?q=hose', '/contact', '/go?url=/products'];
  const nav = links.map((link) => `<a href="${link}">${link}</a>`).join(' ');
  return pageAnswer(`${title} – Green Thumb`, `<nav>${nav}</nav>\n<main>${content}</main>`);
}
