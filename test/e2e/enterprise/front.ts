import { type ListenOptions, listenOnLoopback } from '../../../sandbox/loopback-server.ts';
import { passOn } from '../pass-on.ts';

export interface Front extends AsyncDisposable {
  /** `http(s)://127.0.0.1:<port>`. */
  readonly url: string;
  /** Method and path of each request, as it came. */
  readonly requests: readonly string[];
}

export interface FrontOptions extends ListenOptions {
  /** Address of the server behind. */
  readonly before: string;
  /** The path at the server behind; `null` is answered 404. Default: the same. */
  readonly rewrite?: (path: string) => string | null;
}

/** Starts a server before a server: with TLS and a certificate of its own, or with other paths. */
export async function startFront({ before, rewrite, ...options }: FrontOptions): Promise<Front> {
  const requests: string[] = [];
  const server = await listenOnLoopback((incoming, response) => {
    const { method = 'GET', url = '/' } = incoming;
    requests.push(`${method} ${url}`);
    const path = rewrite === undefined ? url : rewrite(url);
    if (path === null) response.writeHead(404).end();
    else passOn({ incoming, response, path, upstream: before }).catch(() => response.destroy());
  }, options);
  return { ...server, requests };
}
