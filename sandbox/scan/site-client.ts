import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { TLSSocket } from 'node:tls';
import { loopbackLookup } from './target.ts';
import { insecureTls, readTlsFacts, type TlsFacts } from './tls-facts.ts';

const maxBodyBytes = 1024 * 1024;
const maxRedirects = 5;

export interface SiteResponse {
  readonly url: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly remoteAddress: string;
  readonly tls: TlsFacts | null;
}

export interface SiteRequest {
  readonly method?: 'GET' | 'HEAD' | 'OPTIONS';
  readonly headers?: Readonly<Record<string, string>>;
  /** Follow redirects that stay on the same host and port. Off by default. */
  readonly follow?: boolean;
}

/** Requests one site, within limits. */
export interface SiteClient {
  /** `null` where there is no usable answer. */
  request(url: URL, options?: SiteRequest): Promise<SiteResponse | null>;
  /** Number of requests that were not sent because a limit was reached. */
  readonly refused: number;
}

export interface SiteClientOptions {
  /** No other host and port are requested. Its user info is sent as basic authentication. */
  readonly origin: URL;
  readonly maxRequests: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** A client that stays on the host and port of `origin`, and sends nothing more once a limit is reached. */
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
      for (let hop = 0; request.follow && hop < maxRedirects; hop += 1) {
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

/** A header as one text; empty where it is missing. Repeated headers are joined as HTTP defines. */
export function headerText({ headers }: SiteResponse, name: string): string {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : (value ?? '');
}

type Sending = SiteRequest & { readonly auth: string; readonly signal: AbortSignal };

function send(url: URL, { method = 'GET', headers, auth, signal }: Sending): Promise<SiteResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<SiteResponse>();
  const isTls = url.protocol === 'https:';
  const request = (isTls ? requestHttps : requestHttp)(url, {
    method,
    headers: { 'user-agent': 'scan-gate-sandbox', accept: '*/*', 'accept-encoding': 'identity', ...headers },
    ...(auth && { auth }),
    lookup: loopbackLookup,
    signal,
    ...(isTls && insecureTls),
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

async function readBody(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message) {
    if (!Buffer.isBuffer(chunk)) continue;
    chunks.push(chunk.subarray(0, maxBodyBytes - bytes));
    bytes += chunk.length;
    // Leaving the loop destroys the message, so an endless body ends here.
    if (bytes >= maxBodyBytes) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}

function userInfo({ username, password }: URL): string {
  if (username === '' && password === '') return '';
  return `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
}

function withoutUserInfo(url: URL): URL {
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  bare.hash = '';
  return bare;
}
