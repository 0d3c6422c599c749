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

const headers = {
  ...securityHeaders,
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
};

const style = 'body { font-family: sans-serif; margin: 3rem auto; max-width: 40rem; }\n';
const script = "document.documentElement.dataset.ready = 'yes';\n";
/** RFC 9116, section 2.5.5, asks for a date in the future. */
const securityTxt = 'Contact: https://quiet-desk.example/report\nExpires: 2035-01-01T00:00:00.000Z\n';

/**
 * A small shop that does right what the weak site does wrong. Over plain HTTP, the only finding is the missing
 * encryption. It listens on 127.0.0.1 only.
 */
export function startHardenedSite(options: ListenOptions = {}): Promise<LoopbackServer> {
  return serveSite((visit) => {
    const answer = route(visit);
    return { ...answer, headers: { ...headers, ...answer.headers } };
  }, options);
}

function route({ method, url }: SiteVisit): SiteAnswer {
  if (method === 'OPTIONS') return { status: 204, headers: { allow: 'GET, HEAD, OPTIONS, POST' } };
  if (method === 'POST' && url.pathname === '/contact')
    return { status: 303, headers: { location: '/contact' } };
  if (!['GET', 'HEAD'].includes(method))
    return { status: 405, headers: { allow: 'GET, HEAD, OPTIONS, POST' } };
  switch (url.pathname) {
    case '/':
      return page('Home', '<h1>Quiet Desk</h1><p>Furniture for people who read.</p>');
    case '/about':
      return page('About', '<h1>About</h1><p>Made by two people in a workshop.</p>');
    case '/search': {
      const query = escapeHtml(url.searchParams.get('q') ?? '');
      return page(
        'Search',
        `<h1>Search</h1><form action="/search"><input name="q"></form><p>Nothing for ${query}</p>`,
      );
    }
    case '/contact':
      return page(
        'Contact',
        '<h1>Contact</h1><form method="post" action="/contact"><textarea name="message"></textarea><button>Send</button></form>',
      );
    case '/style.css':
      return textAnswer(style, 'text/css; charset=utf-8');
    case '/app.js':
      return textAnswer(script, 'text/javascript; charset=utf-8');
    case '/.well-known/security.txt':
      return textAnswer(securityTxt);
    default:
      return { ...page('Not found', '<h1>Not found</h1>'), status: 404 };
  }
}

function page(title: string, content: string): SiteAnswer {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title} – Quiet Desk</title>
<link rel="stylesheet" href="/style.css">
<script src="/app.js" defer></script>
</head>
<body>
<nav><a href="/">Home</a> <a href="/about">About</a> <a href="/search?q=lamp">Search</a> <a href="/contact">Contact</a></nav>
<main>${content}</main>
</body>
</html>
`;
  return htmlAnswer(html, {
    'set-cookie': ['__Host-session=s3ss10n; Path=/; Secure; HttpOnly; SameSite=Lax'],
  });
}
