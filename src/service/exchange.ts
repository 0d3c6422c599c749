import ky, { isHTTPError, type KyInstance, type Options } from 'ky';
import type { Log } from '../core/ports.ts';
import { type Endpoint, ProblemError, type RequestFault } from '../core/problem.ts';
import { cannotHaveBegun, faultOfError, isTransient, RequestError } from '../core/request-fault.ts';
import { type Bounds, guardedFetch } from './guarded-fetch.ts';
import { redactJson } from './redact-json.ts';

export interface ServiceAddress {
  readonly baseUrl: URL;
  /** Sent as `Authorization: Bearer`, to the origin of `baseUrl` only. */
  readonly apiKey: string;
  /** What is taken out of every text that comes back, before anything is made of it. */
  readonly secrets: Secrets;
}

/** What must not be in a text that comes back (`redactor.ts`). */
export interface Secrets {
  /** Every form of every secret. */
  forms(): readonly string[];
  redact(text: string): string;
}

/** One operation of the service. */
export interface Operation extends Bounds {
  readonly endpoint: Endpoint;
  readonly method: 'get' | 'post';
  /** Relative to the base URL, identifiers encoded. */
  readonly path: string;
  readonly searchParams?: Record<string, string>;
  readonly headers?: Record<string, string>;
  readonly json?: unknown;
  readonly accept: string;
  /** Aborts the request and its repetitions, with the reason of the signal. */
  readonly signal: AbortSignal;
}

/** What a body begins with. */
export interface BodyStart {
  /** No more will come. */
  readonly maxBytes: number;
  readonly secrets: Secrets;
}

/** What takes the body: `write` piece by piece, then `end`, which refuses a body it cannot use by a {@link RequestError}. */
export interface BodyReader {
  /** Called before each attempt. */
  start(given: BodyStart): void;
  write(chunk: Uint8Array): void;
  end(): void | Promise<void>;
}

export type Exchange = (operation: Operation, body: BodyReader) => Promise<void>;

/** Four attempts within about seven seconds, or as the service asks by `Retry-After`, each pause at most a minute. */
const retryLimit = 3;
const maxRetryAfterMs = 60_000;
const retryAfterStatuses = [408, 429, 500, 502, 503, 504];
const maxDetailLength = 300;

/**
 * Talks to the service. GETs and reports, which change nothing, are repeated where the fault may pass; a start is
 * repeated only where the first one cannot have begun (`contract.md`, promise 3).
 *
 * @returns a function that throws a {@link ProblemError} of kind `service` when there is no usable answer
 */
export function serviceExchange(address: ServiceAddress, log: Log): Exchange {
  const client = ky.create({
    prefix: address.baseUrl.href,
    headers: { authorization: `Bearer ${address.apiKey}`, 'user-agent': 'scan-gate' },
    timeout: false,
  });
  return (operation, body) => send(client, operation, { body, log, secrets: address.secrets });
}

interface SendContext {
  readonly body: BodyReader;
  readonly log: Log;
  readonly secrets: Secrets;
}

async function send(client: KyInstance, operation: Operation, context: SendContext): Promise<void> {
  const { body, log, secrets } = context;
  const { redact } = secrets;
  let attempts = 0;
  const attempt = async (request: Request): Promise<Response> => {
    attempts += 1;
    const startedMs = performance.now();
    body.start({ maxBytes: operation.maxBytes, secrets });
    let bytes = 0;
    const told = (outcome: string | number) => {
      const tookMs = Math.round(performance.now() - startedMs);
      const { method, path } = operation;
      log.debug(`Service: ${method.toUpperCase()} /${path} → ${outcome}, ${tookMs} ms, ${bytes} bytes`);
    };
    const taken = guardedFetch(request, operation, (chunk) => {
      bytes += chunk.length;
      body.write(chunk);
    });
    const response = await taken.catch((error: unknown) => {
      told(operation.signal.aborted ? 'given up' : faultOf(error, redact).kind);
      throw error;
    });
    told(response.status);
    if (response.ok) await body.end();
    return response;
  };
  try {
    await client(operation.path, {
      ...kyOptions(operation),
      fetch: async (input) => attempt(input instanceof Request ? input : new Request(input)),
      retry: retry(),
    });
  } catch (error) {
    operation.signal.throwIfAborted();
    throw new ProblemError(
      { kind: 'service', endpoint: operation.endpoint, fault: faultOf(error, redact), attempts },
      { cause: error },
    );
  }

  function retry(): NonNullable<Options['retry']> {
    return {
      limit: retryLimit,
      methods: ['get', 'post'],
      statusCodes: retryAfterStatuses,
      afterStatusCodes: retryAfterStatuses,
      maxRetryAfter: maxRetryAfterMs,
      backoffLimit: maxRetryAfterMs,
      delay: (count: number) => 1000 * 2 ** (count - 1),
      // `undefined` leaves an HTTP status to ky, which honours `Retry-After`.
      shouldRetry: ({ error }) => {
        const fault = faultOf(error, redact);
        const again = operation.endpoint === 'start' ? cannotHaveBegun(fault) : isTransient(fault);
        log.debug(
          `${operation.endpoint}: ${fault.kind} in attempt ${attempts}${again ? ', trying again' : ''}`,
        );
        return again && isHTTPError(error) ? undefined : again;
      },
    };
  }
}

function kyOptions(operation: Operation): Options {
  const { method, searchParams, json, signal } = operation;
  return {
    method,
    signal,
    headers: { ...operation.headers, accept: operation.accept },
    ...(searchParams === undefined ? {} : { searchParams }),
    ...(json === undefined ? {} : { json }),
  };
}

function faultOf(error: unknown, redact: Secrets['redact']): RequestFault {
  if (!isHTTPError(error)) {
    const fault = faultOfError(error);
    return fault.kind === 'redirect' ? { ...fault, location: redact(fault.location) } : fault;
  }
  const { status, headers } = error.response;
  return {
    kind: 'status',
    status,
    detail: detailOf(error.data, redact),
    retryAfterMs: readRetryAfter(headers.get('retry-after')),
  };
}

/** `Retry-After` in milliseconds from now; it holds seconds or a date (RFC 9110, section 10.2.3). */
function readRetryAfter(text: string | null): number | null {
  if (text === null || text.trim() === '') return null;
  const afterMs = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isFinite(afterMs) ? Math.max(0, afterMs) : null;
}

/**
 * What an error body says, in the shapes that are usual; the interface shows none (section 7). Secrets are taken out
 * before it is cut: half a secret is found no more.
 */
function detailOf(data: unknown, redact: Secrets['redact']): string {
  try {
    return shownDetail(redactJson(data, redact)).slice(0, maxDetailLength);
  } catch {
    return '';
  }
}

function shownDetail(data: unknown): string {
  if (typeof data === 'string') return /^\s*</.test(data) ? '' : data;
  if (typeof data !== 'object' || data === null) return '';
  const fields = new Map(Object.entries(data));
  for (const name of ['detail', 'message', 'error']) {
    const value = fields.get(name);
    if (typeof value === 'string') return value;
    if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  }
  return '';
}
