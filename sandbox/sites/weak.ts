import type { ListenOptions, LoopbackServer } from '../loopback-server.ts';
import {
  escapeHtml,
  htmlAnswer,
  type SiteAnswer,
  type SiteVisit,
  securityHeaders,
  serveSite,
  textAnswer,
} from './site.ts';

/**
 * What can be fixed, one by one. `headers` includes the cross-origin rules; `exposures` are the files, listings and
 * keys that nobody should see. Together these two hold everything of severity high and above that a scan finds without
 * the `sqli` preference.
 */
export const weakAreas = [
  'headers',
  'versions',
  'cookies',
  'exposures',
  'content',
  'redirects',
  'injection',
] as const;
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

const headers = {
  ...securityHeaders,
  'content-security-policy':
    "default-src 'self'; script-src 'self' https://cdn.example; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'",
};

const products = ['Garden hose', 'Wheelbarrow', 'Pruning shears'];
const cdnIntegrity = 'sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC';
/** The example key of AWS's documentation, in parts, so that scanners of this repository do not report it. */
const exampleKey = ['AKIA', 'IOSFODNN7', 'EXAMPLE'].join('');

/** Files that should not be reachable. Their contents are made up. */
const exposedFiles: Readonly<Record<string, SiteAnswer>> = {
  '/.env': textAnswer(
    'APP_ENV=production\nDB_HOST=db.internal\nDB_USER=shop\nDB_PASSWORD=not-a-real-password\n',
  ),
  '/.git/HEAD': textAnswer('ref: refs/heads/main\n'),
  '/backup.sql': textAnswer(
    "INSERT INTO customers VALUES (1, 'ana@green-thumb.example'), (2, 'rui@green-thumb.example');\n",
  ),
  '/uploads/': htmlAnswer(
    '<!doctype html><title>Index of /uploads/</title><h1>Index of /uploads/</h1><a href="invoice-2025.pdf">invoice-2025.pdf</a>',
  ),
};

/** A small shop with the usual faults of sites. Its secrets are made up. It listens on 127.0.0.1 only. */
export async function startWeakSite(options: WeakSiteOptions = {}): Promise<WeakSite> {
  const fixed = new Set(options.fixed);
  const server = await serveSite((visit) => {
    const answer = route(visit, fixed);
    return { ...answer, headers: { ...commonHeaders(visit, fixed), ...answer.headers } };
  }, options);
  return {
    ...server,
    fix(...areas) {
      for (const area of areas) fixed.add(area);
    },
  };
}

function commonHeaders({ headers: { origin } }: SiteVisit, fixed: Fixed) {
  return {
    ...(fixed.has('headers') && headers),
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

function route({ url, method }: SiteVisit, fixed: Fixed): SiteAnswer {
  if (method === 'OPTIONS') {
    const allow = fixed.has('headers') ? 'GET, HEAD, OPTIONS' : 'GET, HEAD, OPTIONS, TRACE';
    return { status: 204, headers: { allow } };
  }
  const next = url.searchParams.get('url');
  if (url.pathname === '/go' && next !== null) {
    const onSite = /^\/(?![/\\])/.test(next) ? next : '/';
    return { status: 302, headers: { location: fixed.has('redirects') ? onSite : next } };
  }
  if (url.pathname === '/app.js') return script(fixed);
  const exposed = fixed.has('exposures') ? undefined : exposedFiles[url.pathname];
  return exposed ?? page(url, fixed);
}

function script(fixed: Fixed): SiteAnswer {
  const key = fixed.has('exposures') ? '' : `const uploadKey = '${exampleKey}';\n`;
  return textAnswer(
    `${key}document.documentElement.dataset.ready = 'yes';\n`,
    'text/javascript; charset=utf-8',
  );
}

function page(url: URL, fixed: Fixed): SiteAnswer {
  switch (url.pathname) {
    case '/':
      return layout('Home', '<h1>Green Thumb</h1><p>Everything for the garden.</p>', fixed);
    case '/search':
      return layout('Search', searchContent(url, fixed), fixed);
    case '/products':
      return layout('Products', productContent(url, fixed), fixed);
    case '/login':
      return layout(
        'Log in',
        '<h1>Log in</h1><form method="post" action="/login"><input name="user"><input type="password" name="password"><button>Log in</button></form>',
        fixed,
      );
    case '/contact':
      return layout('Contact', contactContent(fixed), fixed);
    default:
      return { ...layout('Not found', missingContent(url, fixed), fixed), status: 404 };
  }
}

function layout(title: string, content: string, fixed: Fixed): SiteAnswer {
  const isFixed = fixed.has('content');
  const integrity = isFixed ? ` integrity="${cdnIntegrity}" crossorigin="anonymous"` : '';
  return htmlAnswer(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title} – Green Thumb</title>
${isFixed ? '' : '<meta name="generator" content="WordPress 5.8.1">\n'}<script src="https://cdn.example/jquery-3.5.1.min.js"${integrity}></script>
<script src="/app.js"></script>
</head>
<body>
<nav>
<a href="/">Home</a> <a href="/products?id=1">Products</a> <a href="/search?q=hose">Search</a>
<a href="/login">Log in</a> <a href="/contact">Contact</a> <a href="/go?url=/products">Offers</a>
<a href="https://elsewhere.example/">Partner</a>
</nav>
<main>
${content}
</main>
</body>
</html>
`);
}

function searchContent(url: URL, fixed: Fixed): string {
  const query = url.searchParams.get('q') ?? '';
  const shown = fixed.has('injection') ? escapeHtml(query) : query;
  const form = '<form action="/search"><input name="q"><button>Search</button></form>';
  return `<h1>Search</h1>${form}<p>Nothing found for ${shown}</p>`;
}

function productContent(url: URL, fixed: Fixed): string {
  const id = url.searchParams.get('id') ?? '';
  if (!fixed.has('injection') && id.includes("'"))
    return '<h1>Products</h1><p>You have an error in your SQL syntax near "\'" at line 1</p>';
  const name = products[Number.parseInt(id, 10) - 1] ?? 'All products';
  return `<h1>${name}</h1><p>In stock.</p><p><a href="/products?id=2">Next product</a></p>`;
}

function contactContent(fixed: Fixed): string {
  const isFixed = fixed.has('content');
  const email = '<a href="mailto:owner@green-thumb.example">owner@green-thumb.example</a>';
  return `<h1>Contact</h1>${isFixed ? '' : `<p>Write to ${email}.</p>`}
<form method="post" action="${isFixed ? '/contact' : 'http://forms.example/contact'}"><input name="name"><textarea name="message"></textarea><button>Send</button></form>`;
}

function missingContent(url: URL, fixed: Fixed): string {
  const trace = `Traceback (most recent call last):\n  File "/srv/shop/app.py", line 41, in route\nKeyError: ${escapeHtml(url.pathname)}`;
  return `<h1>Not found</h1>${fixed.has('content') ? '<p>There is nothing here.</p>' : `<pre>${trace}</pre>`}`;
}
