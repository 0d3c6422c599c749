/** The name of a finding without what differs between two scans of the same site. */

import { hash } from 'node:crypto';
import { domainToUnicode } from 'node:url';
import { plainHost } from '../core/address.ts';
import { pathPatternOf } from './places.ts';

/** The site of a scan, whose names and addresses make no difference. */
export interface Site {
  /** Host with its port; `null` if unknown. */
  readonly siteHost: string | null;
  /** `information.ips` of the scan. */
  readonly ips: readonly string[];
}

/** A longer text is hashed: nobody reads such a name, and its Unicode form could take minutes to find. */
export const maxNameLength = 1000;

/** `text` without differences in Unicode form, letter case and white space. */
export function normalized(text: string): string {
  if (text.length > maxNameLength) return `${text.length} ${hash('sha256', text)}`;
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

const restOfPath = String.raw`[^\s"'\x60<>()[\]]*`;
/**
 * What may be the site's. Each character is read once, because a site may choose the names of its findings:
 *
 * - an IPv6 address
 * - a word that may be a host, with a scheme before it, and a port and a path after it
 * - a path alone
 */
const wordInName = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}:])(?<ipv6>(?:[0-9a-f]{0,4}:){2,7}[0-9a-f:.]*)`,
    String.raw`(?:https?:\/\/)?(?<host>\[[0-9a-f:.]+\]|[\p{L}\p{N}_.-]+)(?<port>:\d{1,5}(?!\d))?(?<path>\/${restOfPath})?`,
    String.raw`(?<=^|[\s"'\x60(<[=:])(?<pathAlone>\/(?!\/)${restOfPath})`,
  ].join('|'),
  'gu',
);

/** What {@link wordInName} finds of a word. */
type WordParts = { readonly [Part in 'ipv6' | 'host' | 'port' | 'path' | 'pathAlone']?: string };

/**
 * Returns a function that normalizes a name, without the hosts and addresses of the site. A path in it is read as a
 * place is. Other hosts, ports and numbers stay: they tell weaknesses apart.
 *
 * On `shop.example`, `SQL injection in https://shop.example/users/7` is `sql injection in /users/{number}`, and `Old
 * nginx on api.shop.example:8443` is `old nginx on api.:8443`.
 */
export function comparableNameReader({ siteHost, ips }: Site): (name: string) => string {
  const site = siteHost === null ? null : URL.parse(`https://${siteHost}`);
  const readSubdomain = subdomainReader(site, ips);
  const ownPorts = ['', ':80', ':443', `:${site?.port}`];
  const readWord = (word: string, { ipv6, host = ipv6, port = '', path = '', pathAlone }: WordParts) => {
    if (pathAlone !== undefined) return readPath(pathAlone);
    const subdomain = host === undefined ? null : readSubdomain(host);
    if (subdomain === null) return word;
    const shownPort = ownPorts.includes(port) ? '' : port;
    return `${subdomain}${shownPort}${readPath(path).replace(/^\/$/, '')}`;
  };
  // Many findings have the same name.
  const read = new Map<string, string>();
  return (name) => {
    const comparable =
      read.get(name) ??
      normalized(normalized(name).replace(wordInName, (word, ...args) => readWord(word, args.at(-1))));
    read.set(name, comparable);
    return comparable;
  };
}

/**
 * Returns a function that reads a host: the subdomain in front of the site's own host or of a parent domain, such as
 * `api.`, or `''` if there is none or it is an address of the site; `null` for a host of somebody else.
 */
function subdomainReader(site: URL | null, ips: readonly string[]): (host: string) => string | null {
  const siteName = site === null ? '' : plainHost(site.hostname);
  const addresses = new Set([...ips, siteName].map(addressOf));
  const ownNames = addressOf(siteName) === null ? ownNamesOf(siteName) : [];
  return (host) => {
    const address = addressOf(host);
    if (address !== null) return addresses.has(address) ? '' : null;
    const name = plainHost(host);
    const own = ownNames.find((ownName) => name === ownName || name.endsWith(`.${ownName}`));
    return own === undefined ? null : name.slice(0, -own.length);
  };
}

/** A host and its parent domains down to two labels, the longest first, each in both spellings; none for one label. */
function ownNamesOf(host: string): readonly string[] {
  const labels = host.split('.');
  return labels.slice(0, -1).flatMap((_, index) => {
    const name = labels.slice(index).join('.');
    return [name, domainToUnicode(name)].filter((spelling) => spelling !== '');
  });
}

/** An IP address in its one spelling, with or without brackets; `null` for anything else. */
function addressOf(host: string): string | null {
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(host)) return host;
  const address = host.replace(/^\[|\]$/g, '');
  return address.includes(':') ? (URL.parse(`http://[${address}]`)?.hostname ?? null) : null;
}

/** A path in a name, read as a place is, without query, fragment and the punctuation of the sentence. */
function readPath(text: string): string {
  const path = text.replace(/[?#].*$/s, '').replace(/(?<![.,;:!?])[.,;:!?]+$/, '');
  return path === '' ? '' : pathPatternOf(new URL(`https://own-host.invalid${path}`).pathname);
}
