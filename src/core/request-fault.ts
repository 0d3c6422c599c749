/** What went wrong with a request, whether to try it again, and whether a start may have been carried out. */

import { classified } from './classified-text.ts';
import type { RequestFault } from './problem.ts';

/** A request without a usable answer. Its message is the fault in a few words, without URL and header. */
export class RequestError extends Error {
  override name = 'RequestError';
  readonly fault: RequestFault;
  constructor(fault: RequestFault, options?: ErrorOptions) {
    super(faultFacts(fault).brief, options);
    this.fault = fault;
  }
}

/** Codes of Node.js and OpenSSL for a certificate or a handshake that was refused. */
const tlsCodes =
  /^(?:ERR_(?:TLS|SSL)_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|EPROTO$|CRL_|INVALID_CA|PATH_LENGTH_)/;

/** Codes for a TLS connection that broke after the handshake: the request may have arrived. */
const brokenTlsCodes = /BAD_RECORD_MAC|DECRYPTION_FAILED|UNEXPECTED_EOF|^EPROTO$/;

/** Codes for a connection that was never made, so that the other side cannot have done anything. */
const noConnectionCodes =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|UND_ERR_CONNECT_TIMEOUT)$/;

/** The fault behind an error that `fetch` or the reading of a body threw. */
export function faultOfError(error: unknown): RequestFault {
  if (error instanceof RequestError) return error.fault;
  const code = codeOf(error, 0);
  return { kind: tlsCodes.test(code) ? 'tls' : 'network', code: classified('public', code) };
}

/** What a fault means for its request. */
interface FaultFacts {
  /** True if the same request may succeed the next time. */
  readonly isTransient: boolean;
  /** True if a start may have been carried out. Then it must not be sent again, and its scan is looked for. */
  readonly mayHaveTakenEffect: boolean;
  /** The fault in a few words, or by its code. */
  readonly brief: string;
}

const notUnderstood = 'an answer that is not understood';

/** What each kind of fault means. A kind that is not named here does not compile. */
export function faultFacts(fault: RequestFault): FaultFacts {
  switch (fault.kind) {
    case 'status': {
      const { status } = fault;
      // Also a status of proxies, such as 520. 501 and 505 say that the server cannot do it at all.
      const isTransient = [408, 429].includes(status) || (status >= 500 && ![501, 505].includes(status));
      const mayHaveTakenEffect = status === 408 || (status >= 500 && status !== 503);
      return { isTransient, mayHaveTakenEffect, brief: `HTTP ${status}` };
    }
    case 'network':
    case 'tls': {
      const { text: code } = fault.code;
      const mayHaveTakenEffect =
        fault.kind === 'tls' ? brokenTlsCodes.test(code) : !noConnectionCodes.test(code);
      return { isTransient: true, mayHaveTakenEffect, brief: code };
    }
    case 'timeout':
      return { isTransient: true, mayHaveTakenEffect: true, brief: 'no answer in time' };
    case 'too-slow':
      return { isTransient: false, mayHaveTakenEffect: true, brief: 'no complete answer in time' };
    case 'redirect':
      return { isTransient: false, mayHaveTakenEffect: false, brief: 'a redirect' };
    case 'too-large':
      return { isTransient: false, mayHaveTakenEffect: true, brief: 'an answer that is too large' };
    case 'too-many-values':
    case 'holds-secret':
      return { isTransient: false, mayHaveTakenEffect: true, brief: notUnderstood };
    case 'not-json':
    case 'wrong-shape':
    case 'not-pdf':
      return { isTransient: true, mayHaveTakenEffect: true, brief: notUnderstood };
  }
}

/** The system's code for an error: the code of the error itself, of its cause, or of the first of several errors. */
function codeOf(error: unknown, depth: number): string {
  if (depth > 4 || typeof error !== 'object' || error === null) return 'unknown';
  if ('code' in error && typeof error.code === 'string' && /^[A-Z0-9_]{2,60}$/.test(error.code))
    return error.code;
  if ('cause' in error && error.cause !== undefined) return codeOf(error.cause, depth + 1);
  if ('errors' in error && Array.isArray(error.errors)) return codeOf(error.errors[0], depth + 1);
  return 'unknown';
}
