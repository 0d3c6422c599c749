/** The limits that every request to the service and to GitHub has, and its line in the debug log. */

import { faultOfError, RequestError } from './fault.ts';
import type { Log } from './ports.ts';
import { realTimeLimit } from './time-limit.ts';

/** The `User-Agent` of the requests to the service, GitHub and the target. */
export const userAgent = 'scan-gate';

/** Enough of the body of an error to say what it is. */
const enoughErrorBytes = 64 * 1024;

/** A request within limits. */
export interface LimitedRequest {
  /** Longest wait for the complete headers, and longest silence within the body. */
  readonly silenceMs: number;
  /** Largest body, after decompression. */
  readonly maxBytes: number;
  /** Who is asked for what, without secrets. */
  readonly name: string;
  readonly signal: AbortSignal | null | undefined;
  /** Gets one line per request: the name, the status or what went wrong, milliseconds and size. */
  readonly log: Pick<Log, 'debug'>;
}

/**
 * Sends one request within limits. The body of an error is read for at most `silenceMs`, until there are 64 KiB. If the
 * body breaks off, nothing is thrown: the status is enough.
 *
 * @param send calls `fetch` with the signal that it gets
 * @param takeChunk gets the body chunk by chunk if the status is 2xx. The returned response then has no body
 * @returns the response with its body, which was read from the network and is no longer compressed
 * @throws RequestError of kind `timeout` or `too-large`
 * @throws the reason of `signal` when that aborts, else whatever `send` or `takeChunk` throws
 */
export async function limitedFetch(
  send: (signal: AbortSignal) => Promise<Response>,
  { name, silenceMs, maxBytes, signal, log }: LimitedRequest,
  takeChunk?: (chunk: Uint8Array) => void,
): Promise<Response> {
  const silenceFault = () => new RequestError({ kind: 'timeout', afterMs: silenceMs });
  using silence = realTimeLimit(signal, silenceMs, silenceFault);
  const limitedSignal = silence.signal;
  const startedMs = performance.now();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const logOutcome = (ending: string | number) => {
    const tookMs = Math.round(performance.now() - startedMs);
    log.debug(`${name} → ${ending}, ${tookMs} ms, ${bytes} bytes`);
  };
  try {
    const response = await send(limitedSignal);
    const { ok, body } = response;
    silence.refresh();
    try {
      for await (const chunk of body ?? []) {
        bytes += chunk.length;
        if (ok) silence.refresh();
        if (ok && bytes > maxBytes)
          throw new RequestError({ kind: 'too-large', limitMib: maxBytes / 1024 / 1024 });
        if (ok && takeChunk !== undefined) takeChunk(chunk);
        else chunks.push(chunk);
        if (!ok && bytes >= enoughErrorBytes) break;
      }
    } catch (error) {
      if (ok || signal?.aborted) throw error;
    }
    logOutcome(response.status);
    return withBody(response, chunks);
  } catch (error) {
    const reason: unknown = limitedSignal.aborted ? limitedSignal.reason : error;
    const isGivenUp = limitedSignal.aborted && !(reason instanceof RequestError);
    logOutcome(isGivenUp ? 'given up' : faultOfError(reason).kind);
    throw reason;
  }
}

function withBody({ status, statusText, headers }: Response, chunks: readonly Uint8Array[]): Response {
  const keptHeaders = new Headers(headers);
  keptHeaders.delete('content-encoding');
  keptHeaders.delete('content-length');
  const body = Buffer.concat(chunks);
  // A status such as 204 allows no body, not even an empty one.
  return new Response(body.length === 0 ? null : body, { status, statusText, headers: keptHeaders });
}
