import type { IncomingHttpHeaders } from 'node:http';
import { type ListenOptions, type LoopbackServer, listenOnLoopback } from '../loopback-server.ts';

type Headers = Readonly<Record<string, string | string[]>>;

export interface SiteAnswer {
  /** Default 200. */
  readonly status?: number;
  readonly headers?: Headers;
  readonly body?: string | Buffer;
}

export interface SiteVisit {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
}

/** What a well-kept site sends with every answer. */
export const securityHeaders = {
  'content-security-policy': "default-src 'self'; object-src 'none'; base-uri 'self'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
};

/** Serves a site on 127.0.0.1. `answer` is called for each request. */
export function serveSite(
  answer: (visit: SiteVisit) => SiteAnswer,
  options: ListenOptions = {},
): Promise<LoopbackServer> {
  return listenOnLoopback((request, response) => {
    request.resume();
    const { method = 'GET', headers: received } = request;
    const url = URL.parse(request.url ?? '/', `http://${received.host ?? 'localhost'}`);
    const answered: SiteAnswer = url ? answer({ method, url, headers: received }) : { status: 400 };
    const { status = 200, headers = {}, body = '' } = answered;
    response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
    response.end(method === 'HEAD' ? undefined : body);
  }, options);
}

/** A whole page. `title` and `main` are HTML. */
export function pageAnswer(title: string, main: string): SiteAnswer {
  return htmlAnswer(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title></head>
<body>
${main}
</body>
</html>
`);
}

export function htmlAnswer(body: string): SiteAnswer {
  return { headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

export function textAnswer(body: string): SiteAnswer {
  return { headers: { 'content-type': 'text/plain; charset=utf-8' }, body };
}

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

/** For text between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities.get(character) ?? character);
}
