import type { LookupFunction } from 'node:net';

/** A target the sandbox will not scan; the message is meant for the caller. */
export class TargetError extends Error {
  override readonly name = 'TargetError';
}

/** Addresses to try, in this order, for one target text. */
export interface Target {
  candidates: readonly URL[];
}

/** `hostname` as in `URL.hostname`: lower case, IPv4 forms already normalised, IPv6 in brackets. */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '');
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '[::1]' ||
    /^127(?:\.\d{1,3}){3}$/.test(host)
  );
}

function parseUrl(text: string): URL {
  const url = URL.parse(text);
  if (!url) throw new TargetError('url is not a valid URL or domain.');
  if (!isLoopbackHost(url.hostname)) {
    throw new TargetError(
      `The sandbox scans loopback hosts only (127.0.0.0/8, ::1, localhost, *.localhost), not "${url.hostname}". ` +
        'It exists for demos and tests; use the real service for anything else.',
    );
  }
  return url;
}

/**
 * Reads what a caller gave as the target: a URL, or a bare host with an optional port and path.
 * A bare host is tried over TLS first, then in cleartext.
 *
 * @throws TargetError for anything that is no http(s) address of a loopback host.
 */
export function parseTarget(text: string): Target {
  const trimmed = text.trim();
  if (/^https?:\/\//i.test(trimmed)) return { candidates: [parseUrl(trimmed)] };
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed))
    throw new TargetError('url must be http, https or a bare host.');
  if (trimmed === '' || /[\s\\]/.test(trimmed)) throw new TargetError('url is not a valid URL or domain.');
  return { candidates: [parseUrl(`https://${trimmed}`), parseUrl(`http://${trimmed}`)] };
}

/**
 * Name resolution without the network: every allowed name is this machine. Asking a resolver would let a name
 * that ends in `.localhost` lead somewhere else.
 */
export const loopbackLookup: LookupFunction = (_hostname, options, callback) => {
  const addresses = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ];
  if (options.all) callback(null, addresses);
  else callback(null, '127.0.0.1', 4);
};
