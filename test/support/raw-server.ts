/** A loopback server whose answers a test writes byte by byte, to misbehave below the level of HTTP. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface RawServer extends AsyncDisposable {
  /** `http://127.0.0.1:<port>`, no slash at the end. */
  readonly url: string;
  readonly requests: readonly IncomingMessage[];
}

export async function startRawServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<RawServer> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** A server whose answers begin with `start` and never end. */
export function startEndlessServer(start = ''): Promise<RawServer> {
  const mebibyte = Buffer.alloc(1_048_576);
  return startRawServer((_request, response) => {
    const more = (): void => {
      while (!response.destroyed && response.write(mebibyte));
    };
    response.write(start);
    response.on('drain', more);
    more();
  });
}

/** An address where no server listens any more. */
export async function abandonedUrl(): Promise<string> {
  await using server = await startRawServer(() => {});
  return server.url;
}
