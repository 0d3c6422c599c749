/** What is between the action and a server, and can fail where a server cannot: connection, certificate, name. */
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { Endpoint } from '../../sandbox/faults.ts';
import { createCertificate } from '../support/certificates.ts';
import { listen, quietPort } from '../support/loopback.ts';
import type { Network } from '../support/network.ts';
import { type Passing, passOn } from './pass-on.ts';

/** Ways not to get through: no server listens, the certificate is not trusted, the name is unknown. */
export type Break = 'refused' | 'tls' | 'name';

interface Way extends AsyncDisposable {
  /** The address to give to the action. */
  readonly url: string;
  /** What a run needs to get here. */
  readonly network: Network;
  down(): Promise<void>;
  up(): Promise<void>;
}

interface WayOptions extends Pick<Passing, 'upstream' | 'onAnswer'> {
  readonly kind: Break;
}

const host = 'scanner.localhost';

/** One pair for all, since making them takes longer than a run. */
const certificates = Promise.all([
  createCertificate({ names: ['127.0.0.1'] }),
  createCertificate({ names: ['127.0.0.1'] }),
]);

/** Every connection carries one request, so that the next request meets a break. */
export async function startWay({ kind, ...passing }: WayOptions): Promise<Way> {
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

export interface Breakage {
  readonly how: Break;
  /** It breaks before the first request to each of these. */
  readonly at: readonly Endpoint[];
  /** True: it is repaired as soon as the action has met it. */
  readonly repaired: boolean;
}

interface Breaking extends Breakage {
  readonly upstream: string;
  /** Called when the action has met the break. */
  readonly onMet: (endpoint: Endpoint) => void;
}

/** Starts a way to the service that breaks. `onLine` has to get the debug log of the action. */
export async function breakWay({ how, at, repaired, upstream, onMet }: Breaking) {
  const way = await startWay({
    kind: how,
    upstream,
    onAnswer: async (path, body) => {
      const next = nextEndpoint(path, body);
      if (at.some((endpoint) => endpoint === next)) await way.down();
    },
  });
  if (at.includes('list') || at[0] === 'start') await way.down();
  const onLine = (line: string): void => {
    const met = at.find((each) => /(?:network|tls) in try/.test(line) && line.includes(`::${each}: `));
    if (met === undefined) return;
    onMet(met);
    if (repaired) void way.up();
  };
  return { ...way, onLine };
}

/** What the action asks next, if it is another operation. */
function nextEndpoint(path: string, body: string): Endpoint | null {
  if (path.endsWith('/list_scans')) return 'start';
  if (path.endsWith('/v1/api/scan')) return 'fetch';
  return /"percentage":"100\.00"/.test(body) && !/"endDate":null/.test(body) ? 'report' : null;
}
