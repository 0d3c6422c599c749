/** What stands between the action and the service, and can fail where a server cannot: connection, certificate, name. */
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import {
  createServer as createHttpServer,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https';
import { join } from 'node:path';
import { createCertificate } from '../../support/certificates.ts';

/** Ways not to come through: nobody listens, nobody vouches for the certificate, nobody knows the name. */
export type Break = 'refused' | 'tls' | 'name';

export interface Front extends AsyncDisposable {
  /** The address to give to the action. */
  readonly url: string;
  /** What the action's process needs to get here. */
  readonly env: Readonly<Record<string, string>>;
  down(): Promise<void>;
  up(): Promise<void>;
}

export interface FrontOptions {
  readonly kind: Break;
  /** Where requests are passed on to. */
  readonly upstream: string;
  /** A folder of its own. */
  readonly folder: string;
  /** Told of every answer before it is passed on. */
  readonly onAnswer?: (path: string, body: string) => Promise<void>;
}

const host = 'scanner.localhost';

/** One set for all: making them takes longer than a run. */
const certificates = Promise.all([
  createCertificate({ names: ['127.0.0.1', 'shop.localhost'] }),
  createCertificate({ names: ['127.0.0.1', 'shop.localhost'] }),
]);

/** Every connection carries one request, so that a break is met by the next request. */
export async function startFront({ kind, upstream, folder, ...told }: FrontOptions): Promise<Front> {
  const [trusted, unknown] = await certificates;
  const pass = (incoming: IncomingMessage, response: ServerResponse) => {
    passOn({ incoming, response, upstream, ...told }).catch(() => response.destroy());
  };
  const server = kind === 'tls' ? createHttpsServer(trusted, pass) : createHttpServer(pass);
  server.maxRequestsPerSocket = 1;
  const listen = async (port: number): Promise<number> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the front has no port');
    return address.port;
  };
  const port = await listen(0);
  const [trustedFile, namesFile] = [join(folder, 'authority.pem'), join(folder, 'unknown-names')];
  writeFileSync(trustedFile, trusted.cert);
  const set = async (isUp: boolean): Promise<void> => {
    if (kind === 'name' && isUp) rmSync(namesFile, { force: true });
    else if (kind === 'name') writeFileSync(namesFile, host);
    else if (kind === 'tls') present(server, isUp ? trusted : unknown);
    else if (isUp && !server.listening) await listen(port);
    else if (!isUp) server.close();
  };
  return {
    url: `${kind === 'tls' ? 'https' : 'http'}://${kind === 'name' ? host : '127.0.0.1'}:${port}`,
    env: { NODE_EXTRA_CA_CERTS: trustedFile, UNKNOWN_NAMES_FILE: namesFile },
    down: () => set(false),
    up: () => set(true),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      if (server.listening) await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function present(server: object, certificate: { key: string; cert: string }): void {
  if (isTls(server)) server.setSecureContext(certificate);
}

function isTls(server: object): server is HttpsServer {
  return 'setSecureContext' in server;
}

interface Passing extends Pick<FrontOptions, 'upstream'>, Partial<Pick<FrontOptions, 'onAnswer'>> {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
}

/** Hands a request to `upstream` and its answer back, unchanged apart from what belongs to the connection. */
export async function passOn({ incoming, response, upstream, onAnswer }: Passing): Promise<void> {
  const { method = 'GET', url = '/', headers } = incoming;
  const outgoing = request(`${upstream}${url}`, { method, headers, agent: false });
  incoming.pipe(outgoing);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  outgoing.once('response', resolve);
  outgoing.once('error', reject);
  const answer = await promise;
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  await onAnswer?.(url, body.toString('latin1'));
  const {
    connection: _connection,
    'keep-alive': _keepAlive,
    'transfer-encoding': _encoding,
    ...kept
  } = answer.headers;
  response.writeHead(answer.statusCode ?? 500, kept);
  response.end(body);
}
