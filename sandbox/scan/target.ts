import type { LookupFunction } from 'node:net';
import { ApiError } from '../api/answer.ts';

export interface Target {
  /** Addresses to try, in this order. */
  readonly candidates: readonly URL[];
}

/**
 * Reads a target as the caller gave it: a URL, or a bare host with an optional port and path. A bare host is tried over
 * TLS first, then over plain HTTP.
 *
 * @throws ApiError 400 for anything that is no http(s) address of a loopback host
 */
export function parseTarget(text: string): Target {
  const trimmed = text.trim();
  if (/^https?:\/\//i.test(trimmed)) return { candidates: [parseUrl(trimmed)] };
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed))
    throw new ApiError(400, 'url must be http, https or a bare host.');
  if (trimmed === '' || /[\s\\]/.test(trimmed)) throw new ApiError(400, 'url is not a valid URL or domain.');
  return { candidates: [parseUrl(`https://${trimmed}`), parseUrl(`http://${trimmed}`)] };
}

function parseUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null) throw new ApiError(400, 'url is not a valid URL or domain.');
  if (isLoopbackHost(url.hostname)) return url;
  throw new ApiError(
    400,
    `The sandbox scans loopback hosts only (127.0.0.0/8, ::1, localhost, *.localhost), not "${url.hostname}". ` +
      'It exists for demos and tests; use the real service for anything else.',
  );
}

/** @param hostname as in `URL.hostname`: lower case, IPv4 forms normalised, IPv6 in brackets */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '');
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '[::1]' ||
    /^127(?:\.\d{1,3}){3}$/.test(host)
  );
}

/** Resolves every name to this machine. A real resolver could lead a name that ends in `.localhost` somewhere else. */
export const loopbackLookup: LookupFunction = (_hostname, options, callback) => {
  if (!options.all) return callback(null, '127.0.0.1', 4);
  callback(null, [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ]);
};
