/** A real HTTP server on 127.0.0.1 that records what it gets and can misbehave. */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type LoopbackServer, listenOnLoopback } from '../../sandbox/loopback-server.ts';
import { systemClock } from '../../src/core/time-limit.ts';
import type { Effect, Faults } from './faults.ts';

export interface ReceivedRequest {
  readonly method: string;
  /** As sent, still percent-encoded, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names in lower case; repeated headers are joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
  /** Parsed JSON, or the text of anything else; `undefined` without a body. */
  readonly body: unknown;
  /** When it came, in milliseconds since the Unix epoch. */
  readonly at: number;
}

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is, if there is no `json`. */
  readonly text?: string;
}

export interface Loopback extends LoopbackServer {
  readonly requests: ReceivedRequest[];
}

export interface LoopbackOptions {
  readonly faults: Faults;
  /** `effect` is the fault of this request, if any. Faults of the connection are already handled. */
  readonly respond: (request: ReceivedRequest, effect: Effect | undefined) => Answer | Promise<Answer>;
}

/** Listens on any free port of 127.0.0.1. @returns the port */
export async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

/** Starts a server on a free port of 127.0.0.1. */
export async function startLoopback(options: LoopbackOptions): Promise<Loopback> {
  const requests: ReceivedRequest[] = [];
  const server = await listenOnLoopback(async (incoming, response) => {
    try {
      const request = await receive(incoming);
      requests.push(request);
      await serve({ request, incoming, response }, options);
    } catch (error) {
      // A client that went away gets no answer.
      if (response.writableEnded || response.destroyed) return;
      send(response, { status: 500, json: { message: String(error) } });
    }
  });
  return { ...server, requests };
}

interface Exchange {
  readonly request: ReceivedRequest;
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
}

async function serve(exchange: Exchange, { faults, respond }: LoopbackOptions): Promise<void> {
  const { request, incoming, response } = exchange;
  const query = request.query.toString();
  const effect = faults.take(request.method, query === '' ? request.path : `${request.path}?${query}`);
  if (effect?.kind === 'hang') return;
  if (effect?.kind === 'status') return send(response, effect);
  if (effect?.kind === 'delay') await systemClock.sleep(effect.delayMs);
  const answer = effect?.kind === 'reset' ? null : await respond(request, effect);
  if (answer === null || effect?.kind === 'lose-answer') incoming.socket.resetAndDestroy();
  else send(response, answer);
}

async function receive(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const at = Date.now();
  const bytes = await buffer(incoming);
  const [path = '/', query = ''] = (incoming.url ?? '/').split('?', 2);
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]),
  );
  const { method = 'GET' } = incoming;
  const body = parseBody(bytes, headers['content-type'] ?? '');
  return { method, path, query: new URLSearchParams(query), headers, bytes, body, at };
}

function parseBody(bytes: Buffer, contentType: string): unknown {
  if (bytes.length === 0) return undefined;
  const text = bytes.toString('utf8');
  try {
    return contentType.includes('json') ? JSON.parse(text) : text;
  } catch {
    return text;
  }
}

function send(response: ServerResponse, { status, headers, json, text = '' }: Answer): void {
  const type = json === undefined ? 'text/plain' : 'application/json';
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, ...headers });
  response.end(json === undefined ? text : JSON.stringify(json));
}
