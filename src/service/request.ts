/** One request to the scanning service, with its retries. The operations are in `client.ts`. */

import ky, { isHTTPError, type KyInstance, type Options } from 'ky';
import {
  type Fault,
  faultOfError,
  mayHaveBeenCarriedOut,
  mayTryAgain,
  RequestError,
  type ServiceOperation,
} from '../core/fault.ts';
import { type LimitedRequest, limitedFetch, userAgent } from '../core/limited-fetch.ts';
import type { Log, RunPorts } from '../core/ports.ts';
import { ProblemError } from '../core/problem.ts';
import { readHttpDate, readRetryAfter } from '../core/time.ts';
import { realTimeLimit } from '../core/time-limit.ts';
import { errorTextOf } from './answers.ts';

/** One operation of the service. */
export interface Operation extends Pick<LimitedRequest, 'silenceMs' | 'maxBytes'> {
  readonly name: ServiceOperation;
  /** Relative to the base URL, identifiers encoded. */
  readonly path: string;
  readonly request: Pick<Options, 'method' | 'headers' | 'searchParams' | 'json'>;
  /** Longest time for the whole operation, with its retries and their pauses. */
  readonly totalMs: number;
  /** Ends the request and its retries, with the reason of the signal. */
  readonly signal: AbortSignal;
}

/**
 * Reads the body of a success.
 *
 * @param servedAt the `Date` header in milliseconds since the Unix epoch; `null` without a readable one
 * @throws RequestError for a body that is refused
 */
export type BodyReader<T> = (body: ArrayBuffer, servedAt: number | null) => T;

/** Carries out an operation. @returns what `read` made of the body */
export type SendOperation = <T>(operation: Operation, read: BodyReader<T>) => Promise<T>;

/** The pauses between four tries. `Retry-After` replaces a pause, up to {@link longestPauseMs}. */
const pausesMs = [1_000, 2_000, 4_000];
const longestPauseMs = 60_000;

/**
 * Talks to the service. GETs change nothing, so they are retried after temporary faults. A report that may have been
 * written is retried only after the first try. A start is sent once. The key is sent to the origin of `baseUrl` only.
 *
 * @returns a function that throws a {@link ProblemError} of kind `service` when there is no usable answer
 */
export function operationSender(
  { baseUrl, apiKey }: { readonly baseUrl: URL; readonly apiKey: string },
  { log, clock }: Pick<RunPorts, 'log' | 'clock'>,
): SendOperation {
  const client = ky.create({
    prefix: baseUrl.href,
    headers: { accept: 'application/json', authorization: `Bearer ${apiKey}`, 'user-agent': userAgent },
    timeout: false,
    // The loop below retries: it knows what may be sent again, and uses our clock.
    retry: 0,
  });
  return async (operation, read) => {
    const { name, signal, totalMs } = operation;
    const tooSlow = () => new RequestError({ kind: 'timeout', afterMs: totalMs });
    using limit = realTimeLimit(signal, totalMs, tooSlow);
    const limitedOperation = { ...operation, signal: limit.signal };
    let tries = 0;
    let pauseMs: number | null = 0;
    for (;;) {
      try {
        // Within the `try`: the time for the whole operation may be over in a pause.
        if (tries > 0) await clock.sleep(pauseMs, limit.signal);
        tries += 1;
        return await sendOnce(client, limitedOperation, { read, log });
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof ProblemError) throw error;
        const fault = serviceFaultOf(error, clock.now());
        pauseMs = limit.signal.aborted ? null : pauseAfterFault(fault, name, tries);
        log.debug(`${name}: ${fault.kind} in try ${tries}${pauseMs === null ? '' : ', trying again'}`);
        if (pauseMs === null)
          throw new ProblemError({ kind: 'service', operation: name, fault, tries }, { cause: error });
      }
    }
  };
}

/** One try of `operation`. @throws ProblemError of kind `internal` if a reader fails by itself; else a fault */
async function sendOnce<T>(
  client: KyInstance,
  operation: Operation,
  { read, log }: { readonly read: BodyReader<T>; readonly log: Log },
): Promise<T> {
  const { path, request, silenceMs, maxBytes, signal } = operation;
  // One buffer that grows: a list of many small chunks would take much more memory than their bytes.
  const body = new ArrayBuffer(0, { maxByteLength: maxBytes });
  const takeChunk = (chunk: Uint8Array) => {
    const start = body.byteLength;
    body.resize(start + chunk.length);
    new Uint8Array(body).set(chunk, start);
  };
  const response = await client(path, {
    ...request,
    signal,
    fetch: (input) => {
      const sent = new Request(input);
      const limits = { name: `Service: ${sent.method} /${path}`, silenceMs, maxBytes, signal, log };
      // Not the signal of `sent`: a copied `Request` may lose it (https://github.com/nodejs/undici/issues/4068).
      return limitedFetch((limited) => fetchWithoutRedirect(sent, limited), limits, takeChunk);
    },
  });
  const servedAt = readHttpDate(response.headers.get('date'));
  try {
    // The copy of a fixed length is read faster.
    return read(body.transferToFixedLength(), servedAt);
  } catch (error) {
    if (error instanceof RequestError) throw error;
    // Not a fault of the service or the network.
    throw new ProblemError({ kind: 'internal', detail: String(error) }, { cause: error });
  }
}

/**
 * The pause before another try, in milliseconds; `null` if another try would not help, or could do harm.
 *
 * @param tries how many tries there were
 */
function pauseAfterFault(fault: Fault, operation: ServiceOperation, tries: number): number | null {
  // `scan/start.ts` decides if a start is sent again.
  if (operation === 'start' || !mayTryAgain(fault)) return null;
  // Each try makes the service write another report.
  const mayRepeat = operation !== 'report' || !mayHaveBeenCarriedOut(fault) || tries === 1;
  const pauseMs = pausesMs[tries - 1];
  if (!mayRepeat || pauseMs === undefined) return null;
  const retryAfterMs = fault.kind === 'status' ? fault.retryAfterMs : null;
  return Math.min(retryAfterMs ?? pauseMs, longestPauseMs);
}

/** Follows no redirect, so that the API key never goes anywhere else. */
async function fetchWithoutRedirect(request: Request, signal: AbortSignal): Promise<Response> {
  const response = await fetch(request, { redirect: 'manual', signal });
  const location = response.headers.get('location');
  if (response.status < 300 || response.status >= 400 || location === null) return response;
  await response.body?.cancel();
  // Without the query, which may hold secrets.
  const { origin, pathname } = URL.parse(location, request.url) ?? { origin: '', pathname: location };
  throw new RequestError({ kind: 'redirect', location: origin + pathname });
}

function serviceFaultOf(error: unknown, now: number): Fault {
  if (!isHTTPError(error)) return faultOfError(error);
  const { status, headers } = error.response;
  const detail = errorTextOf(error.data) ?? '';
  return { kind: 'status', status, detail, retryAfterMs: readRetryAfter(headers.get('retry-after'), now) };
}
