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

/** What a well-kept site sends with every answer, beside a Content-Security-Policy of its own. */
export const securityHeaders = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'cross-origin-opener-policy': 'same-origin',
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
    const {
      status = 200,
      headers = {},
      body = '',
    } = url ? answer({ method, url, headers: received }) : { status: 400 };
    response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
    response.end(method === 'HEAD' ? undefined : body);
  }, options);
}

export function htmlAnswer(body: string, headers: Headers = {}): SiteAnswer {
  return { headers: { 'content-type': 'text/html; charset=utf-8', ...headers }, body };
}

export function textAnswer(body: string, contentType = 'text/plain; charset=utf-8'): SiteAnswer {
  return { headers: { 'content-type': contentType }, body };
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
