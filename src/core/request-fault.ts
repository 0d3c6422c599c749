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

/** Codes of Node.js and OpenSSL for a certificate or a handshake that was refused. */
const tlsCodes =
  /^(?:ERR_(?:TLS|SSL)_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|EPROTO$|CRL_|INVALID_CA|PATH_LENGTH_)/;

/** Codes for a connection that was never made, so that the other side cannot have done anything. */
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

/** The fault behind an error that `fetch` or the reading of a body threw. */
export function faultOfError(error: unknown): RequestFault {
  if (error instanceof RequestError) return error.fault;
  if (error instanceof Error && error.name === 'TimeoutError') return { kind: 'timeout', afterMs: 0 };
  const code = codeOf(error, 0);
  return tlsCodes.test(code) ? { kind: 'tls', code } : { kind: 'network', code };
}

/** Codes for a TLS connection that broke after the handshake: the request may have arrived. */
const brokenTlsCodes = /BAD_RECORD_MAC|DECRYPTION_FAILED|UNEXPECTED_EOF|^EPROTO$/;

/** True where the request cannot have been carried out: there was no connection, or the service said so. */
export function cannotHaveBegun(fault: RequestFault): boolean {
  if (fault.kind === 'tls') return !brokenTlsCodes.test(fault.code);
  if (fault.kind === 'network') return noConnectionCodes.has(fault.code);
  return fault.kind === 'status' && (fault.status === 429 || fault.status === 503);
}

/**
 * Statuses after which the same request may succeed: 408, 429 and every 5xx, those of proxies such as 520 included. Not 501
 * and 505, which say that the server cannot do it at all.
 */
export const transientStatuses: readonly number[] = [
  408,
  429,
  ...Array.from({ length: 100 }, (_, index) => 500 + index).filter((code) => code !== 501 && code !== 505),
];

/** True where the same request may succeed the next time. */
export function isTransient(fault: RequestFault): boolean {
  switch (fault.kind) {
    case 'status':
      return transientStatuses.includes(fault.status);
    case 'redirect':
    case 'too-slow':
    case 'too-large':
    case 'too-many-values':
    case 'holds-secret':
      return false;
    case 'network':
    case 'tls':
    case 'timeout':
    case 'not-json':
    case 'wrong-shape':
    case 'not-pdf':
      return true;
  }
}

/** The fault in a few words, or by its code. */
export function briefFault(fault: RequestFault): string {
  switch (fault.kind) {
    case 'status':
      return `HTTP ${fault.status}`;
    case 'network':
    case 'tls':
      return fault.code;
    case 'timeout':
      return 'no answer in time';
    case 'too-slow':
      return 'no complete answer in time';
    case 'redirect':
      return 'a redirect';
    case 'too-large':
    case 'too-many-values':
    case 'not-json':
    case 'wrong-shape':
    case 'not-pdf':
    case 'holds-secret':
      return 'an answer that is not understood';
  }
}

/** The system's code for an error: its own, that of its cause, or that of the first of several errors. */
function codeOf(error: unknown, depth: number): string {
  if (depth > 4 || typeof error !== 'object' || error === null) return 'unknown';
  if ('code' in error && typeof error.code === 'string' && /^[A-Z0-9_]{2,60}$/.test(error.code))
    return error.code;
  if ('cause' in error && error.cause !== undefined) return codeOf(error.cause, depth + 1);
  if ('errors' in error && Array.isArray(error.errors)) return codeOf(error.errors[0], depth + 1);
  return 'unknown';
}
