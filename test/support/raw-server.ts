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

/**
 * Where connections are refused. A port that a test server just gave back would not do: the system gives it to the
 * next server, which may be another test's.
 */
export const refusingUrl = 'http://127.0.0.1:2';
