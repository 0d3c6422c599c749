import { escapeHtml, type SiteAnswer, textAnswer } from './site.ts';

/** Which of the faults in the texts are mended. */
export interface PageFlags {
  mended: boolean;
  encodes: boolean;
  hidesKeys: boolean;
}

/** The documentation's own example key, in parts so that scanners of this repository do not take it for a real one. */
const EXAMPLE_KEY = ['AKIA', 'IOSFODNN7', 'EXAMPLE'].join('');

const CDN_INTEGRITY = 'sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC';

const PRODUCTS = ['Garden hose', 'Wheelbarrow', 'Pruning shears'];

function layout(title: string, content: string, { mended }: PageFlags): string {
  const integrity = mended ? ` integrity="${CDN_INTEGRITY}" crossorigin="anonymous"` : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title} – Green Thumb</title>
${mended ? '' : '<meta name="generator" content="WordPress 5.8.1">\n'}<script src="https://cdn.example/jquery-3.5.1.min.js"${integrity}></script>
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
`;
}

function search(url: URL, flags: PageFlags): string {
  const query = url.searchParams.get('q') ?? '';
  const shown = flags.encodes ? escapeHtml(query) : query;
  const form = '<form action="/search"><input name="q"><button>Search</button></form>';
  return `<h1>Search</h1>${form}<p>Nothing found for ${shown}</p>`;
}

function products(url: URL, flags: PageFlags): string {
  const id = url.searchParams.get('id') ?? '';
  if (!flags.encodes && id.includes("'")) {
    return '<h1>Products</h1><p>You have an error in your SQL syntax near "\'" at line 1</p>';
  }
  const name = PRODUCTS[Number.parseInt(id, 10) - 1] ?? 'All products';
  return `<h1>${name}</h1><p>In stock.</p><p><a href="/products?id=2">Next product</a></p>`;
}

/** The page at an address, or null where there is none. */
export function page(url: URL, flags: PageFlags): string | null {
  const contactAction = flags.mended ? '/contact' : 'http://forms.example/contact';
  switch (url.pathname) {
    case '/':
      return layout('Home', '<h1>Green Thumb</h1><p>Everything for the garden.</p>', flags);
    case '/search':
      return layout('Search', search(url, flags), flags);
    case '/products':
      return layout('Products', products(url, flags), flags);
    case '/login':
      return layout(
        'Log in',
        '<h1>Log in</h1><form method="post" action="/login"><input name="user"><input type="password" name="password"><button>Log in</button></form>',
        flags,
      );
    case '/contact':
      return layout(
        'Contact',
        `<h1>Contact</h1>${flags.mended ? '' : '<p>Write to <a href="mailto:owner@green-thumb.example">owner@green-thumb.example</a>.</p>'}
<form method="post" action="${contactAction}"><input name="name"><textarea name="message"></textarea><button>Send</button></form>`,
        flags,
      );
    default:
      return null;
  }
}

export function script({ hidesKeys }: PageFlags): SiteAnswer {
  const key = hidesKeys ? '' : `const uploadKey = '${EXAMPLE_KEY}';\n`;
  return textAnswer(
    `${key}document.documentElement.dataset.ready = 'yes';\n`,
    'text/javascript; charset=utf-8',
  );
}

export function notFound(url: URL, flags: PageFlags): SiteAnswer {
  const trace = `Traceback (most recent call last):\n  File "/srv/shop/app.py", line 41, in route\nKeyError: ${escapeHtml(url.pathname)}`;
  const detail = flags.mended ? '<p>There is nothing here.</p>' : `<pre>${trace}</pre>`;
  return {
    status: 404,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: layout('Not found', `<h1>Not found</h1>${detail}`, flags),
  };
}

/** Files that were left lying about. All contents are made up. */
export function exposedFile(path: string): SiteAnswer | null {
  switch (path) {
    case '/.env':
      return textAnswer(
        'APP_ENV=production\nDB_HOST=db.internal\nDB_USER=shop\nDB_PASSWORD=not-a-real-password\n',
      );
    case '/.git/HEAD':
      return textAnswer('ref: refs/heads/main\n');
    case '/backup.sql':
      return textAnswer(
        "INSERT INTO customers VALUES (1, 'ana@green-thumb.example'), (2, 'rui@green-thumb.example');\n",
      );
    case '/uploads/':
      return textAnswer(
        '<!doctype html><title>Index of /uploads/</title><h1>Index of /uploads/</h1><a href="invoice-2025.pdf">invoice-2025.pdf</a>',
        'text/html; charset=utf-8',
      );
    default:
      return null;
  }
}
