/** A server before a server: by TLS with a certificate of one's own authority, or below another path. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Certificate } from '../../support/certificates.ts';

export interface Front extends AsyncDisposable {
  /** `http(s)://127.0.0.1:<port>`. */
  readonly url: string;
  /** Method and path of each request, as it came. */
  readonly requests: readonly string[];
}

export interface FrontOptions {
  /** Address of the server behind. */
  readonly before: string;
  readonly certificate?: Certificate;
  /** The path at the server behind; `null` is answered 404. Default: the same. */
  readonly rewrite?: (path: string) => string | null;
}

/** Starts the front. */
export async function startFront({
  before,
  certificate,
  rewrite = (path) => path,
}: FrontOptions): Promise<Front> {
  const requests: string[] = [];
  const answer = (incoming: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url = '/' } = incoming;
    requests.push(`${method} ${url}`);
    const path = rewrite(url);
    if (path === null) response.writeHead(404).end();
    else forward({ incoming, response, path, before });
  };
  const server =
    certificate === undefined ? createServer(answer) : createTlsServer({ ...certificate }, answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the front has no port');
  const scheme = certificate === undefined ? 'http' : 'https';
  return {
    url: `${scheme}://127.0.0.1:${address.port}`,
    requests,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

interface Exchange {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly before: string;
}

function forward({ incoming, response, path, before }: Exchange): void {
  const { hostname, port, host } = new URL(before);
  const { method } = incoming;
  const headers = { ...incoming.headers, host };
  const onward = request({ hostname, port, path, method, headers, agent: false });
  onward.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  incoming.pipe(onward);
}
