/** What is between the action and the service, and can fail where a server cannot: connection, certificate, name. */
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createCertificate } from '../../support/certificates.ts';
import { listen, quietPort } from '../../support/loopback.ts';
import type { Network } from '../../support/network.ts';
import { type Passing, passOn } from '../pass-on.ts';

/** Ways not to get through: no server listens, the certificate is not trusted, the name is unknown. */
export type Break = 'refused' | 'tls' | 'name';

export interface Front extends AsyncDisposable {
  /** The address to give to the action. */
  readonly url: string;
  /** What a run needs to get here. */
  readonly network: Network;
  down(): Promise<void>;
  up(): Promise<void>;
}

export interface FrontOptions extends Pick<Passing, 'upstream' | 'onAnswer'> {
  readonly kind: Break;
}

const host = 'scanner.localhost';

/** One pair for all, since making them takes longer than a run. */
const certificates = Promise.all([
  createCertificate({ names: ['127.0.0.1', 'shop.localhost'] }),
  createCertificate({ names: ['127.0.0.1', 'shop.localhost'] }),
]);

/** Every connection carries one request, so that the next request meets a break. */
export async function startFront({ kind, ...passing }: FrontOptions): Promise<Front> {
  const [trusted, unknown] = await certificates;
  const pass: RequestListener = (incoming, response) => {
    passOn({ incoming, response, ...passing }).catch(() => response.destroy());
  };
  const tls = kind === 'tls' ? createHttpsServer(trusted, pass) : null;
  const server = tls ?? createHttpServer(pass);
  server.maxRequestsPerSocket = 1;
  const port = await listen(server, kind === 'refused' ? await quietPort() : 0);
  const unknownNames = new Set<string>();
  const set = async (isUp: boolean): Promise<void> => {
    if (kind === 'name' && isUp) unknownNames.delete(host);
    else if (kind === 'name') unknownNames.add(host);
    else if (tls !== null) tls.setSecureContext(isUp ? trusted : unknown);
    else if (isUp && !server.listening) await listen(server, port);
    else if (!isUp) server.close();
  };
  return {
    url: `${kind === 'tls' ? 'https' : 'http'}://${kind === 'name' ? host : '127.0.0.1'}:${port}`,
    network: { unknownNames, ...(tls === null ? {} : { authority: trusted.cert }) },
    down: () => set(false),
    up: () => set(true),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      if (server.listening) await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
