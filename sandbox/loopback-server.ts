import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { isIPv4 } from 'node:net';

/** Key and certificate in PEM form. */
export interface TlsMaterial {
  key: string;
  cert: string;
}

export interface LoopbackServer extends AsyncDisposable {
  /** Origin without a trailing slash. */
  url: string;
  /** Ends open connections too: kept-alive or hanging ones would hold it open. */
  close(): Promise<void>;
}

export interface ListenOptions {
  /** 0 takes any free port. */
  port?: number;
  tls?: TlsMaterial;
}

const HOST = '127.0.0.1';

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string' || !isIPv4(address.address)) {
    throw new Error('The server is not listening on a loopback port.');
  }
  return address.port;
}

/** Listens on 127.0.0.1 only: what runs here must not be reachable from anywhere else. */
export async function listenOnLoopback(
  listener: RequestListener,
  options: ListenOptions = {},
): Promise<LoopbackServer> {
  const server = options.tls ? createHttpsServer(options.tls, listener) : createHttpServer(listener);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(options.port ?? 0, HOST, resolve);
  await promise;

  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closed ??= new Promise((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
    return closed;
  };
  return {
    url: `${options.tls ? 'https' : 'http'}://${HOST}:${portOf(server)}`,
    close,
    [Symbol.asyncDispose]: close,
  };
}
