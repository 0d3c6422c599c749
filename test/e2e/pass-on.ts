import { once } from 'node:events';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

interface Passing {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  /** Origin of the server behind. */
  readonly upstream: string;
  /** Default: the text of the request. */
  readonly change?: (text: string) => string;
}

/** Hands a request to `upstream` and its answer back, unchanged except for what belongs to the connection. */
export async function passOn({ incoming, response, upstream, change = String }: Passing): Promise<void> {
  const { method = 'GET', url = '/' } = incoming;
  const { 'content-length': _length, ...headers } = incoming.headers;
  const outgoing = request(`${upstream}${url}`, { method, headers, agent: false });
  outgoing.end(change((await buffer(incoming)).toString('latin1')), 'latin1');
  const [answer]: IncomingMessage[] = await once(outgoing, 'response');
  if (answer === undefined) return;
  const body = await buffer(answer);
  const ofConnection = ['connection', 'keep-alive', 'transfer-encoding'];
  const kept = Object.entries(answer.headers).filter(([name]) => !ofConnection.includes(name));
  response.writeHead(answer.statusCode ?? 500, Object.fromEntries(kept));
  response.end(body);
}
