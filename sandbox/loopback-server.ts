import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';

const host = '127.0.0.1';

/** Key and certificate in PEM form. */
export interface TlsMaterial {
  readonly key: string;
  readonly cert: string;
}

export interface LoopbackServer extends AsyncDisposable {
  /** Origin without a trailing slash. */
  readonly url: string;
  /** Also ends open connections, which would keep the server open. */
  close(): Promise<void>;
}

export interface ListenOptions {
  /** Default: any free port. */
  readonly port?: number;
  readonly tls?: TlsMaterial;
}

/** Listens on 127.0.0.1 only, so that no other machine can reach it. */
export async function listenOnLoopback(
  listener: RequestListener,
  { port = 0, tls }: ListenOptions = {},
): Promise<LoopbackServer> {
  const server = tls ? createHttpsServer(tls, listener) : createHttpServer(listener);
  // After the usual five seconds, a client on a busy machine may still be reading.
  server.keepAliveTimeout = 60_000;
  server.listen(port, host);
  await once(server, 'listening');

  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closed ??= new Promise((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
    return closed;
  };
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const url = `${tls ? 'https' : 'http'}://${host}:${address.port}`;
  return { url, close, [Symbol.asyncDispose]: close };
}
