import type { RequestFault } from './problem.ts';

/** A request without a usable answer. Its message holds no URL and no header. */
export class RequestError extends Error {
  override name = 'RequestError';
  readonly fault: RequestFault;
  constructor(fault: RequestFault, options?: ErrorOptions) {
    super(`request failed: ${fault.kind}`, options);
    this.fault = fault;
  }
}

/** Codes that Node and OpenSSL give when a certificate or a handshake is refused. */
const tlsCodes =
  /^(?:ERR_(?:TLS|SSL)_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|EPROTO$|CRL_|INVALID_CA|PATH_LENGTH_)/;

/** Codes of a connection that never came to be: nothing can have been carried out at the other end. */
const noConnectionCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** What went wrong, from the error that `fetch` or a body read threw. */
export function faultOfError(error: unknown): RequestFault {
  if (error instanceof RequestError) return error.fault;
  if (error instanceof Error && error.name === 'TimeoutError') return { kind: 'timeout', afterMs: 0 };
  const code = codeOf(error, 0);
  return tlsCodes.test(code) ? { kind: 'tls', code } : { kind: 'network', code };
}

/** Codes of a TLS connection that broke after it stood: the request may be over there already. */
const brokenTlsCodes = /BAD_RECORD_MAC|DECRYPTION_FAILED|UNEXPECTED_EOF|^EPROTO$/;

/** True where the request cannot have been carried out: no connection, or the service said that it did not. */
export function cannotHaveBegun(fault: RequestFault): boolean {
  if (fault.kind === 'tls') return !brokenTlsCodes.test(fault.code);
  if (fault.kind === 'network') return noConnectionCodes.has(fault.code);
  return fault.kind === 'status' && (fault.status === 429 || fault.status === 503);
}

const retriedStatuses = new Set([408, 429, 500, 502, 503, 504]);

/** True where the same request may well be answered the next time. */
export function isTransient(fault: RequestFault): boolean {
  if (fault.kind === 'status') return retriedStatuses.has(fault.status) || fault.status >= 500;
  return fault.kind !== 'redirect' && fault.kind !== 'too-large';
}

/** The system's word for an error: of the error itself, of its cause, or of the first of several. */
function codeOf(error: unknown, depth: number): string {
  if (depth > 4 || typeof error !== 'object' || error === null) return 'unknown';
  if ('code' in error && typeof error.code === 'string' && /^[A-Z0-9_]{2,60}$/.test(error.code))
    return error.code;
  if ('cause' in error && error.cause !== undefined) return codeOf(error.cause, depth + 1);
  if ('errors' in error && Array.isArray(error.errors)) return codeOf(error.errors[0], depth + 1);
  return 'unknown';
}
