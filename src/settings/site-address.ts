/** How the address of a site is read, compared and shown, and which of its parts may be secrets. */

import { userInfoSecrets } from '../core/address.ts';
import type { RunPorts } from '../core/ports.ts';

/** The address of a site: of the one to scan, or of a baseline. */
export interface SiteAddress {
  /** As given, for the service. May hold user info and query values, so it is never shown. */
  readonly givenAddress: string;
  /** A bare domain is read as `https`. */
  readonly url: URL;
  /** False for a bare domain. */
  readonly hasScheme: boolean;
  /**
   * For people to read: without user info, query and fragment. The log shows it only through `siteNameInLog`
   * (`settings/disclosure.ts`).
   */
  readonly shownAddress: string;
}

/** True for an `http` or `https` URL. */
export function isWebUrl(url: URL | null): url is URL {
  return url?.protocol === 'https:' || url?.protocol === 'http:';
}

const schemePattern = /^[a-z][a-z0-9+.-]*:\/\//i;

/** Reads a URL, or a domain with an optional port and path; `null` for anything else. */
export function parseSiteAddress(text: string): SiteAddress | null {
  const hasScheme = schemePattern.test(text);
  const url = /[\s\p{Cc}<>"\\^`{|}]/u.test(text) ? null : URL.parse(hasScheme ? text : `https://${text}`);
  if (!isWebUrl(url) || url.hostname === '') return null;
  const path = url.pathname === '/' ? '' : url.pathname;
  // Without user info, query and fragment, which may hold secrets.
  const shownAddress = `${hasScheme ? `${url.protocol}//` : ''}${url.host}${path}`;
  return { givenAddress: text, url, hasScheme, shownAddress };
}

/**
 * The form in which targets are compared (`docs/contract.md`, One scan): without scheme, user info, default port,
 * trailing slash and fragment, and with the host in lower case, in ASCII and without the dot at its end.
 *
 * This form decides whether a scan is of the target. Other questions about one site have rules of their own
 * (`src/README.md`, “The same site”).
 */
export function targetIdentity(text: string, { withQuery = true } = {}): string {
  const url = URL.parse(schemePattern.test(text) ? text : `https://${text}`);
  if (url === null) return text;
  const host = url.hostname.toLowerCase().replace(/\.$/, '');
  const port = url.port === '80' || url.port === '443' ? '' : url.port;
  const path = url.pathname.replace(/\/+$/, '');
  return `${host}:${port}${path}${withQuery ? url.search : ''}`;
}

/** Like {@link targetIdentity}, without path and query: the host, and its port unless that is the default one. */
export function hostIdentity(text: string): string {
  return targetIdentity(text).replace(/[/?].*$/s, '');
}

/** True for a host, with or without a port, that has neither a scheme nor a path. */
export function isBareHost(text: string): boolean {
  return !/[/?#]/.test(text.replace(/\/+$/, ''));
}

/** A shorter query value is no secret: it may be a word such as `true`. */
const minQuerySecretLength = 8;

/** The values of a target that may be secret: its user info, and long query values, as they are written and decoded. */
export function addressSecrets({ url }: SiteAddress): string[] {
  const { searchParams, search } = url;
  const written = search
    .slice(1)
    .split('&')
    .map((pair) => pair.replace(/^[^=]*=/, ''));
  const queryValues = [...searchParams.values(), ...written];
  // A part of the host is no secret: name servers know it, and without it no report could name the site.
  const isSecret = (value: string) => value.length >= minQuerySecretLength && !url.host.includes(value);
  return [...userInfoSecrets(url), ...queryValues.filter(isSecret)];
}

/** User info and query values of a target may be secrets (`docs/contract.md`, "Secrets"). */
export function registerAddressSecrets(
  target: SiteAddress | null,
  { redactor }: Pick<RunPorts, 'redactor'>,
): void {
  for (const secret of target === null ? [] : addressSecrets(target)) redactor.add(secret);
}

/**
 * `text` without anything that may be user info, a query or a fragment. A wrong URL may have them in any place, so
 * everything up to the last `@` is masked, and everything after a `?`, a `&` or a `#`.
 */
export function maskUrlSecrets(text: string): string {
  const [, scheme = '', rest = ''] = /^(https?:\/\/)?(.*)$/is.exec(text) ?? [];
  const [, userInfo = '', host = ''] = /^(.*(?:@|%40|\uff20))?(.*)$/is.exec(rest) ?? [];
  if (userInfo === '') return scheme + withoutQuery(rest);
  // After a `?`, the `@` may be in the query, and not at the end of the user info.
  return userInfo.includes('?') ? `${scheme}***` : `${scheme}***@${withoutQuery(host)}`;
}

function withoutQuery(text: string): string {
  // A `#` at the start stays: a colour begins with it.
  return text.replace(/([?&]|(?<=.)#).*/s, '$1***');
}
