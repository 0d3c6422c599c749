/** A real HTTP server on 127.0.0.1 that records what it gets and can be told to misbehave. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Effect, Faults } from './faults.ts';

export interface ReceivedRequest {
  readonly method: string;
  /** As sent, still percent-encoded, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names in lower case; repeated headers are joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
  /** Parsed where it is JSON, else the text; `undefined` when there was no body. */
  readonly body: unknown;
  /** Arrival in milliseconds since the Unix epoch. */
  readonly at: number;
}

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is; used where `json` is absent. */
  readonly text?: string;
}

export interface Loopback extends AsyncDisposable {
  /** `http://127.0.0.1:<port>`, no slash at the end. */
  readonly url: string;
  readonly requests: ReceivedRequest[];
  close(): Promise<void>;
}

export interface LoopbackOptions {
  readonly faults: Faults;
  /** `effect` is the fault that applies to this request, if any; those about the connection are already taken care of. */
  readonly respond: (request: ReceivedRequest, effect: Effect | undefined) => Answer | Promise<Answer>;
}

/** Starts a server on a free port of 127.0.0.1. */
export async function startLoopback(options: LoopbackOptions): Promise<Loopback> {
  const requests: ReceivedRequest[] = [];
  const server = createServer((incoming, response) => {
    serve({ incoming, response, requests, options }).catch((error: unknown) => {
      // A client that went away in the middle of its request is nothing to answer.
      if (response.writableEnded || response.destroyed) return;
      send(response, { status: 500, json: { message: String(error) } });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const close = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return { url: `http://127.0.0.1:${address.port}`, requests, close, [Symbol.asyncDispose]: close };
}

interface Exchange {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  readonly requests: ReceivedRequest[];
  readonly options: LoopbackOptions;
}

async function serve({ incoming, response, requests, options }: Exchange): Promise<void> {
  const request = await receive(incoming);
  requests.push(request);
  const effect = options.faults.take(request.method, pathAndQuery(request));
  switch (effect?.kind) {
    case 'reset':
      incoming.socket.resetAndDestroy();
      return;
    case 'hang':
      return;
    case 'status':
      send(response, effect);
      return;
    case 'lose-answer':
      await options.respond(request, effect);
      incoming.socket.resetAndDestroy();
      return;
    case 'delay':
      await new Promise((resolve) => setTimeout(resolve, effect.delayMs));
      break;
    default:
  }
  send(response, await options.respond(request, effect));
}

function pathAndQuery(request: ReceivedRequest): string {
  const query = request.query.toString();
  return query === '' ? request.path : `${request.path}?${query}`;
}

async function receive(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const at = Date.now();
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const [path = '/', query = ''] = (incoming.url ?? '/').split('?', 2);
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(incoming.headers)) {
    headers[name] = Array.isArray(value) ? value.join(', ') : (value ?? '');
  }
  return {
    method: incoming.method ?? 'GET',
    path,
    query: new URLSearchParams(query),
    headers,
    bytes,
    body: parseBody(bytes, headers['content-type'] ?? ''),
    at,
  };
}

function parseBody(bytes: Buffer, contentType: string): unknown {
  if (bytes.length === 0) return undefined;
  const text = bytes.toString('utf8');
  if (!contentType.includes('json')) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function send(response: ServerResponse, answer: Answer): void {
  const isJson = answer.json !== undefined;
  const headers: Record<string, string> = {
    'content-type': isJson ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8',
    ...answer.headers,
  };
  response.writeHead(answer.status, headers);
  response.end(isJson ? JSON.stringify(answer.json) : (answer.text ?? ''));
}
