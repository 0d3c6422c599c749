/** A real HTTP proxy on 127.0.0.1 that records what goes through: tunnels (`CONNECT`) and requests in absolute form. */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { createProxy } from 'proxy';

export interface ProxyServer extends AsyncDisposable {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  /** `host:port` of each request and tunnel, in order. */
  readonly through: readonly string[];
  /** The `Proxy-Authorization` headers that came, each once. */
  readonly credentials: ReadonlySet<string>;
}

/**
 * Starts a proxy. Every name leads to 127.0.0.1, so nothing leaves the machine.
 *
 * @param options `refuses`: every request gets 407
 */
export async function startProxy({ refuses = false } = {}): Promise<ProxyServer> {
  const through: string[] = [];
  const credentials = new Set<string>();
  const sockets = new Set<Socket>();
  const server = createProxy();
  // The one hook that sees every request before it is passed on.
  server.authenticate = (request) => {
    const { url = '', headers } = request;
    through.push(URL.parse(url)?.host || url);
    request.url = url.replace(/^(http:\/\/)?[^/:]+/, (_host, scheme = '') => `${scheme}127.0.0.1`);
    const given = headers['proxy-authorization'];
    if (given !== undefined) credentials.add(given);
    return !refuses;
  };
  // Node.js does not count tunnels among the connections that a server can close.
  server.on('connection', (socket) => sockets.add(socket));
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
