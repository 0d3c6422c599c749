const maxBodyBytes = 1024 * 1024;
const maxRedirects = 5;
const timeoutMs = 5_000;
const maxRequests = 64;

export interface SiteResponse {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** Requests one site by GET, within limits. The answer is `null` where there is no usable one. */
export interface SiteClient {
  request(url: URL): Promise<SiteResponse | null>;
  /** Follows redirects that stay on the same host and port. */
  follow(url: URL): Promise<SiteResponse | null>;
  /** Number of requests that were not sent because a limit was reached. */
  readonly refused: number;
}

/** A client that stays on the host and port of `origin`, and sends nothing more once a limit is reached. */
export function createSiteClient(origin: URL, closing: AbortSignal): SiteClient {
  let sent = 0;
  let refused = 0;

  async function request(url: URL): Promise<SiteResponse | null> {
    if (url.host !== origin.host || !/^https?:$/.test(url.protocol)) return null;
    if (sent >= maxRequests || closing.aborted) {
      refused += 1;
      return null;
    }
    sent += 1;
    // Without user info, which `fetch` refuses.
    const address = `${url.origin}${url.pathname}${url.search}`;
    return send(address, AbortSignal.any([closing, AbortSignal.timeout(timeoutMs)])).catch(() => null);
  }

  return {
    request,
    get refused() {
      return refused;
    },
    async follow(url) {
      let response = await request(url);
      for (let hop = 0; hop < maxRedirects; hop += 1) {
        const next = response && redirectOf(response);
        const followed = next && (await request(next));
        if (!followed) break;
        response = followed;
      }
      return response;
    },
  };
}

function redirectOf({ status, headers, url }: SiteResponse): URL | null {
  const location = headers.get('location');
  return location !== null && status >= 300 && status < 400 ? URL.parse(location, url) : null;
}

async function send(url: string, signal: AbortSignal): Promise<SiteResponse> {
  const headers = { 'user-agent': 'scan-gate-sandbox' };
  const response = await fetch(url, { headers, redirect: 'manual', signal });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk.subarray(0, maxBodyBytes - bytes));
    bytes += chunk.length;
    // Leaving the loop ends the connection, so an endless body ends here.
    if (bytes >= maxBodyBytes) break;
  }
  const body = Buffer.concat(chunks).toString('utf8');
  return { url, status: response.status, headers: response.headers, body };
}
