/** A loopback server whose answers a test writes byte by byte, to misbehave below the level of HTTP. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type LoopbackServer, listenOnLoopback } from '../../sandbox/loopback-server.ts';

export interface RawServer extends LoopbackServer {
  readonly requests: readonly IncomingMessage[];
}

export async function startRawServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<RawServer> {
  const requests: IncomingMessage[] = [];
  const server = await listenOnLoopback((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  return { ...server, requests };
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
