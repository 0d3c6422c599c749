/** What is between the action and the service, and can fail where a server cannot: connection, certificate, name. */
import { rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { join } from 'node:path';
import { createCertificate } from '../../support/certificates.ts';
import { listen, quietPort } from '../../support/loopback.ts';
import { type Passing, passOn } from '../pass-on.ts';

/** Ways not to get through: no server listens, the certificate is not trusted, the name is unknown. */
export type Break = 'refused' | 'tls' | 'name';

export interface Front extends AsyncDisposable {
  /** The address to give to the action. */
  readonly url: string;
  /** What the action's process needs to get here. */
  readonly env: Readonly<Record<string, string>>;
  down(): Promise<void>;
  up(): Promise<void>;
}

export interface FrontOptions extends Pick<Passing, 'upstream' | 'onAnswer'> {
  readonly kind: Break;
  /** A folder of its own. */
  readonly folder: string;
}

const host = 'scanner.localhost';

/** One pair for all, since making them takes longer than a run. */
const certificates = Promise.all([
  createCertificate({ names: ['127.0.0.1', 'shop.localhost'] }),
  createCertificate({ names: ['127.0.0.1', 'shop.localhost'] }),
]);

/** Every connection carries one request, so that the next request meets a break. */
export async function startFront({ kind, folder, ...passing }: FrontOptions): Promise<Front> {
  const [trusted, unknown] = await certificates;
  const pass: RequestListener = (incoming, response) => {
    passOn({ incoming, response, ...passing }).catch(() => response.destroy());
  };
  const tls = kind === 'tls' ? createHttpsServer(trusted, pass) : null;
  const server = tls ?? createHttpServer(pass);
  server.maxRequestsPerSocket = 1;
  const port = await listen(server, kind === 'refused' ? await quietPort() : 0);
  const [trustedFile, namesFile] = [join(folder, 'authority.pem'), join(folder, 'unknown-names')];
  writeFileSync(trustedFile, trusted.cert);
  const set = async (isUp: boolean): Promise<void> => {
    if (kind === 'name' && isUp) rmSync(namesFile, { force: true });
    else if (kind === 'name') writeFileSync(namesFile, host);
    else if (tls !== null) tls.setSecureContext(isUp ? trusted : unknown);
    else if (isUp && !server.listening) await listen(server, port);
    else if (!isUp) server.close();
  };
  return {
    url: `${kind === 'tls' ? 'https' : 'http'}://${kind === 'name' ? host : '127.0.0.1'}:${port}`,
    env: { UNKNOWN_NAMES_FILE: namesFile, ...(tls === null ? {} : { NODE_EXTRA_CA_CERTS: trustedFile }) },
    down: () => set(false),
    up: () => set(true),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      if (server.listening) await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
