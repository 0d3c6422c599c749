import type { IncomingHttpHeaders } from 'node:http';
import { type ListenOptions, type LoopbackServer, listenOnLoopback } from '../loopback-server.ts';

export interface SiteAnswer {
  status?: number;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
}

export interface SiteVisit {
  method: string;
  url: URL;
  headers: IncomingHttpHeaders;
}

/** Escapes text for use between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

export function htmlAnswer(body: string, headers: Record<string, string | string[]> = {}): SiteAnswer {
  return { headers: { 'content-type': 'text/html; charset=utf-8', ...headers }, body };
}

export function textAnswer(body: string, contentType = 'text/plain; charset=utf-8'): SiteAnswer {
  return { headers: { 'content-type': contentType }, body };
}

/** Serves what `answer` says for each request, on 127.0.0.1. */
export function serveSite(
  answer: (visit: SiteVisit) => SiteAnswer,
  options: ListenOptions = {},
): Promise<LoopbackServer> {
  return listenOnLoopback((request, response) => {
    request.resume();
    const url = URL.parse(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`);
    const {
      status = 200,
      headers = {},
      body = '',
    } = url ? answer({ method: request.method ?? 'GET', url, headers: request.headers }) : { status: 400 };
    response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
    response.end(request.method === 'HEAD' ? undefined : body);
  }, options);
}
