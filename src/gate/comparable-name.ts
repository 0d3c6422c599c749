/** The name of a finding without what differs between two scans of the same site. */

import { hash } from 'node:crypto';
import { domainToUnicode } from 'node:url';
import { pathPatternOf, plainHost } from './places.ts';

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

/**
 * What may be the site's: an IPv6 address; a word that may be a host, with a scheme before it, and a port and a path
 * after it; or a path alone. Each character is read once, because a site may choose the names of its findings.
 */
const wordInName =
  /(?<![\p{L}\p{N}:])(?<ipv6>(?:[0-9a-f]{0,4}:){2,7}[0-9a-f:.]*)|(?:https?:\/\/)?(?<host>\[[0-9a-f:.]+\]|[\p{L}\p{N}_.-]+)(?<port>:\d{1,5}(?!\d))?(?<path>\/[^\s"'`<>()[\]]*)?|(?<=^|[\s"'`(<[=:])(?<pathAlone>\/(?!\/)[^\s"'`<>()[\]]*)/gu;

/** What {@link wordInName} finds of a word. */
type WordParts = { readonly [Part in 'ipv6' | 'host' | 'port' | 'path' | 'pathAlone']?: string };

/**
 * Returns a function that normalizes a name, without the hosts and addresses of the site. A path in it is read as a
 * place is. Other hosts, ports and numbers stay: they tell weaknesses apart.
 */
export function comparableNameReader({ siteHost, ips }: Site): (name: string) => string {
  const site = siteHost === null ? null : URL.parse(`https://${siteHost}`);
  const restOfHost = hostReader(site, ips);
  const ownPorts = ['', ':80', ':443', `:${site?.port}`];
  const readWord = (word: string, { ipv6, host = ipv6, port = '', path = '', pathAlone }: WordParts) => {
    if (pathAlone !== undefined) return readPath(pathAlone);
    const rest = host === undefined ? null : restOfHost(host);
    if (rest === null) return word;
    const shownPort = ownPorts.includes(port) ? '' : port;
    return `${rest}${shownPort}${readPath(path).replace(/^\/$/, '')}`;
  };
  return (name) =>
    normalized(normalized(name).replace(wordInName, (word, ...args) => readWord(word, args.at(-1))));
}

/**
 * Returns a function that gives what is left of a host: `''` of the site's own host, of its parent domains and of its
 * addresses, `api.` of a subdomain, and `null` of any other host.
 */
function hostReader(site: URL | null, ips: readonly string[]): (host: string) => string | null {
  const siteName = site === null ? '' : plainHost(site);
  const addresses = new Set([...ips, siteName].map(addressOf));
  const ownNames = addressOf(siteName) === null ? ownNamesOf(siteName) : [];
  return (host) => {
    const address = addressOf(host);
    if (address !== null) return addresses.has(address) ? '' : null;
    const name = host.replace(/\.$/, '').replace(/^www\.(?=.)/, '');
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
