import type { RequestFault } from '../core/problem.ts';
import { faultOfError, RequestError } from '../core/request-fault.ts';

/** What one request may cost. */
export interface Bounds {
  /** Given up when nothing arrives for this long, before the headers or within the body. */
  readonly silenceMs: number;
  /** Largest body taken, after decompression. */
  readonly maxBytes: number;
}

const maxRedirects = 3;
/** Enough of an error page to say what it is. */
const maxErrorBytes = 64 * 1024;

/**
 * Sends `request` and hands the body to `sink` piece by piece. Redirects are followed for GET within the origin only, so
 * that the API key never reaches another one.
 *
 * @returns the answer without a body where it is 200, with a short one where it is not
 * @throws RequestError when there is no complete answer within `bounds`
 */
export async function guardedFetch(
  request: Request,
  bounds: Bounds,
  sink: (chunk: Uint8Array) => void,
): Promise<Response> {
  const silent = new AbortController();
  const timer = setTimeout(() => silent.abort(), bounds.silenceMs);
  const signal = AbortSignal.any([request.signal, silent.signal]);
  try {
    const response = await follow(request, signal);
    const heard = () => timer.refresh();
    heard();
    const { status, headers } = response;
    if (response.ok) {
      await drain(response, { limitBytes: bounds.maxBytes, heard }, sink);
      return new Response(null, { status, headers });
    }
    const chunks: Uint8Array[] = [];
    await drainErrorBody(response, heard, chunks);
    return new Response(Buffer.concat(chunks), { status, headers: withoutEncoding(headers) });
  } catch (error) {
    if (silent.signal.aborted) throw new RequestError({ kind: 'timeout', afterMs: bounds.silenceMs });
    request.signal.throwIfAborted();
    throw error instanceof RequestError ? error : new RequestError(faultOfError(error), { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

async function follow(request: Request, signal: AbortSignal): Promise<Response> {
  let url = request.url;
  for (let hops = 0; ; hops += 1) {
    const asked = url === request.url ? request : new Request(url, request);
    const response = await fetch(asked, { redirect: 'manual', signal });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || location === null) return response;
    await response.body?.cancel();
    const next = URL.parse(location, url);
    const sameOrigin = next !== null && next.origin === new URL(request.url).origin;
    if (next === null || !sameOrigin || request.method !== 'GET' || hops === maxRedirects) {
      throw new RequestError({ kind: 'redirect', location: next?.origin ?? location });
    }
    url = next.href;
  }
}

interface Reading {
  readonly limitBytes: number;
  readonly heard: () => void;
}

async function drain(response: Response, reading: Reading, sink: (chunk: Uint8Array) => void): Promise<void> {
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    reading.heard();
    bytes += chunk.length;
    if (bytes > reading.limitBytes)
      throw new RequestError({ kind: 'too-large', limitBytes: reading.limitBytes });
    sink(chunk);
  }
}

/** The status is the fault already; a body that breaks or never ends adds nothing to it. */
async function drainErrorBody(response: Response, heard: () => void, chunks: Uint8Array[]): Promise<void> {
  try {
    await drain(response, { limitBytes: maxErrorBytes, heard }, (chunk) => chunks.push(chunk));
  } catch (error) {
    const fault: RequestFault = faultOfError(error);
    if (fault.kind === 'timeout') throw error;
  }
}

function withoutEncoding(headers: Headers): Headers {
  const kept = new Headers(headers);
  kept.delete('content-encoding');
  kept.delete('content-length');
  return kept;
}
