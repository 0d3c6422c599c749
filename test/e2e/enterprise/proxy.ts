/** A real HTTP proxy on 127.0.0.1 that records what goes through: tunnels (`CONNECT`) and requests in absolute form. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

export interface ProxyServer extends AsyncDisposable {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  /** `host:port` of each request and tunnel, in order. */
  readonly through: readonly string[];
  /** The `Proxy-Authorization` headers that came, each once. */
  readonly credentials: ReadonlySet<string>;
}

export interface ProxyOptions {
  /** Every request is refused with this status, as by a proxy that wants a password. */
  readonly refuseWith?: number;
}

/** Starts a proxy. Every name leads to 127.0.0.1, so that nothing leaves the machine whatever is asked for. */
export async function startProxy({ refuseWith }: ProxyOptions = {}): Promise<ProxyServer> {
  const through: string[] = [];
  const credentials = new Set<string>();
  const sockets = new Set<Duplex>();
  const note = (place: string, { headers }: IncomingMessage) => {
    through.push(place);
    const given = headers['proxy-authorization'];
    if (given !== undefined) credentials.add(given);
  };
  const server = createServer((incoming, response) => {
    const target = URL.parse(incoming.url ?? '');
    note(target?.host ?? 'none', incoming);
    if (refuseWith !== undefined || target === null) response.writeHead(refuseWith ?? 400).end();
    else forward({ incoming, response, target });
  });
  server.on('connect', (incoming: IncomingMessage, socket: Duplex) => {
    note(incoming.url ?? 'none', incoming);
    sockets.add(socket);
    if (refuseWith === undefined) tunnel(socket, Number((incoming.url ?? '').split(':').at(-1)));
    else socket.end(`HTTP/1.1 ${refuseWith} Refused\r\nContent-Length: 0\r\n\r\n`);
  });
  server.on('connection', (socket: Socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    through,
    credentials,
    [Symbol.asyncDispose]: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

interface Exchange {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  readonly target: URL;
}

function forward({ incoming, response, target }: Exchange): void {
  const { method, headers } = incoming;
  const path = target.pathname + target.search;
  const onward = request({ host: '127.0.0.1', port: target.port, path, method, headers, agent: false });
  onward.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  incoming.pipe(onward);
}

function tunnel(socket: Duplex, port: number): void {
  const onward = connect(port, '127.0.0.1', () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    onward.pipe(socket);
    socket.pipe(onward);
  });
  onward.on('error', () => socket.destroy());
  socket.on('error', () => onward.destroy());
  socket.on('close', () => onward.destroy());
}
