/** How long GitHub may be silent, before the headers or within the body (`contract.md`, promise 7). */
const silenceMs = 30_000;
/** A page of 100 comments of 65,536 characters each is about 26 MB. */
const maxBytes = 64 * 1024 * 1024;

/**
 * `fetch` for octokit, which has no bound of its own: it gives up an answer that stays silent or never ends.
 *
 * @param tell hears of each request: method, path without query, status, milliseconds and size
 * @returns the answer with its whole body read
 * @throws Error that names the silence or the size; else what `fetch` throws
 */
export async function githubFetch(
  url: string,
  init: RequestInit,
  tell: (line: string) => void,
): Promise<Response> {
  const startedMs = performance.now();
  let bytes = 0;
  const told = (outcome: string | number) => {
    const tookMs = Math.round(performance.now() - startedMs);
    const path = URL.parse(url)?.pathname ?? '';
    tell(`GitHub: ${init.method ?? 'GET'} ${path} → ${outcome}, ${tookMs} ms, ${bytes} bytes`);
  };
  const given = new AbortController();
  const timer = setTimeout(
    () => given.abort(new Error(`GitHub was silent for ${silenceMs / 1000} s`)),
    silenceMs,
  );
  const signal = init.signal ? AbortSignal.any([init.signal, given.signal]) : given.signal;
  try {
    const response = await fetch(url, { ...init, signal });
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body ?? []) {
      timer.refresh();
      bytes += chunk.length;
      if (bytes > maxBytes) throw new Error(`GitHub's answer is larger than ${maxBytes / 1024 / 1024} MiB`);
      chunks.push(chunk);
    }
    told(response.status);
    return rebuilt(response, Buffer.concat(chunks));
  } catch (error) {
    told('no answer');
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** The same answer around a body that is here already, and no longer compressed. */
function rebuilt({ status, statusText, headers }: Response, body: Buffer<ArrayBuffer>): Response {
  const kept = new Headers(headers);
  kept.delete('content-encoding');
  kept.delete('content-length');
  return new Response(body.length === 0 ? null : body, { status, statusText, headers: kept });
}
