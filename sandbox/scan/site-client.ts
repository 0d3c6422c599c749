import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { TLSSocket } from 'node:tls';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { loopbackLookup } from './target.ts';
import { readTlsFacts, type TlsFacts } from './tls-facts.ts';

const MAX_BODY_BYTES = 1024 * 1024;
const MAX_REDIRECTS = 5;

export interface SiteResponse {
  url: string;
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
  remoteAddress: string;
  tls: TlsFacts | null;
}

export interface SiteRequest {
  method?: 'GET' | 'HEAD' | 'OPTIONS';
  headers?: Record<string, string>;
  /** Follow redirects that stay on the same host and port. Off by default. */
  follow?: boolean;
}

/** Asks one site, within a budget. Every method resolves to null where there is no answer to work with. */
export interface SiteClient {
  request(url: URL, options?: SiteRequest): Promise<SiteResponse | null>;
  /** Requests that were not sent because the budget or the time was used up. */
  readonly refused: number;
}

export interface SiteClientOptions {
  /** Only this host and port are ever asked; its user info is sent as basic authentication. */
  origin: URL;
  maxRequests: number;
  timeoutMs: number;
  signal: AbortSignal;
}

function decode(body: Buffer, encoding: string | undefined): Buffer {
  const limit = { maxOutputLength: MAX_BODY_BYTES };
  try {
    if (encoding === 'gzip') return gunzipSync(body, limit);
    if (encoding === 'br') return brotliDecompressSync(body, limit);
    if (encoding === 'deflate') return inflateSync(body, limit);
    return body;
  } catch {
    // Too large when unpacked, or broken: nothing a check could read.
    return Buffer.alloc(0);
  }
}

async function readBody(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message) {
    if (!Buffer.isBuffer(chunk)) continue;
    chunks.push(chunk.subarray(0, MAX_BODY_BYTES - bytes));
    bytes += chunk.length;
    // Leaving the loop destroys the message, so an endless body ends here.
    if (bytes >= MAX_BODY_BYTES) break;
  }
  return decode(Buffer.concat(chunks), message.headers['content-encoding']).toString('utf8');
}

function send(url: URL, options: SiteRequest & { auth: string; signal: AbortSignal }): Promise<SiteResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<SiteResponse>();
  const secure = url.protocol === 'https:';
  const request = (secure ? requestHttps : requestHttp)(url, {
    method: options.method ?? 'GET',
    headers: {
      'user-agent': 'scan-gate-sandbox',
      accept: '*/*',
      'accept-encoding': 'identity',
      ...options.headers,
    },
    ...(options.auth && { auth: options.auth }),
    agent: false,
    lookup: loopbackLookup,
    signal: options.signal,
    // A scanner has to look at bad certificates and old protocols; nothing secret is sent over them.
    ...(secure && { rejectUnauthorized: false, minVersion: 'TLSv1' as const, ciphers: 'DEFAULT@SECLEVEL=0' }),
  });
  request.on('error', reject);
  request.on('response', (message) => {
    const { socket } = message;
    const facts = {
      url: url.href,
      status: message.statusCode ?? 0,
      headers: message.headers,
      remoteAddress: socket.remoteAddress ?? '',
      tls: socket instanceof TLSSocket ? readTlsFacts(socket, url.hostname) : null,
    };
    readBody(message).then((body) => resolve({ ...facts, body }), reject);
  });
  request.end();
  return promise;
}

function userInfo(url: URL): string {
  if (!url.username && !url.password) return '';
  return `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
}

function withoutUserInfo(url: URL): URL {
  const clean = new URL(url);
  clean.username = '';
  clean.password = '';
  clean.hash = '';
  return clean;
}

/** A client that stays on `origin`'s host and port and stops for good once its budget is used up. */
export function createSiteClient(options: SiteClientOptions): SiteClient {
  const { origin, maxRequests, timeoutMs } = options;
  const auth = userInfo(origin);
  let sent = 0;
  let refused = 0;

  async function ask(url: URL, request: SiteRequest): Promise<SiteResponse | null> {
    if (url.host !== origin.host || !/^https?:$/.test(url.protocol)) return null;
    if (sent >= maxRequests || options.signal.aborted) {
      refused += 1;
      return null;
    }
    sent += 1;
    const signal = AbortSignal.any([options.signal, AbortSignal.timeout(timeoutMs)]);
    try {
      return await send(withoutUserInfo(url), { ...request, auth, signal });
    } catch {
      return null;
    }
  }

  return {
    get refused() {
      return refused;
    },
    async request(url, request = {}) {
      let response = await ask(url, request);
      for (let hop = 0; request.follow && hop < MAX_REDIRECTS; hop += 1) {
        const location = response?.headers.location;
        if (!response || !location || response.status < 300 || response.status > 399) break;
        const next = URL.parse(location, response.url);
        const followed = next && (await ask(next, request));
        if (!followed) break;
        response = followed;
      }
      return response;
    },
  };
}
