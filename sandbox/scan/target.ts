import { ApiError } from '../api/answer.ts';

/**
 * Reads a target as the caller gave it: a URL, or a bare host with an optional port and path.
 *
 * @returns the addresses to try, in this order: a bare host is tried over TLS first
 * @throws ApiError 400 for anything that is no http(s) address of this machine
 */
export function parseTarget(text: string): readonly URL[] {
  const trimmed = text.trim();
  if (/^https?:\/\//i.test(trimmed)) return [parseUrl(trimmed)];
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed))
    throw new ApiError(400, 'url must be http, https or a bare host.');
  if (trimmed === '' || /[\s\\]/.test(trimmed)) throw new ApiError(400, 'url is not a valid URL or domain.');
  return [parseUrl(`https://${trimmed}`), parseUrl(`http://${trimmed}`)];
}

function parseUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null) throw new ApiError(400, 'url is not a valid URL or domain.');
  if (isLoopbackHost(url.hostname)) return url;
  throw new ApiError(
    400,
    `The sandbox scans this machine only (127.0.0.0/8, ::1, localhost), not "${url.hostname}". ` +
      'It exists for demos and tests; use the real service for anything else.',
  );
}

/** @param hostname as in `URL.hostname`: lower case, IPv4 forms normalised, IPv6 in brackets */
function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
