/** Where a finding is: the places on the site that its raw data names. */

import { plainHost } from '../core/address.ts';
import { isMapping } from '../core/values.ts';

/** The keys whose values are addresses. Only if none of them names a place, other texts are read. */
const addressKey = /^(?:(?:url|uri|path|endpoint|location|request)s?$|matched)/i;
const writingMethod = /^(?:POST|PUT|PATCH|DELETE)$/i;
/** The start of a request. What follows it are headers and a body. */
const requestLine =
  /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|TRACE) (\S+)(?: HTTP\/\d(?:\.\d)?)?(?:\r?\n|$)/i;
const hostAndPath = /^(?:\[[0-9a-f:.]+\]|[\p{L}\p{N}_.-]+)(?::\d+)?(?:[/?#]|$)/iu;

/**
 * Returns a function that finds the places in the `raw` of a finding: sorted, each once, such as `/search`, `POST
 * /users/{number}`, or `api.{site}/login` on the subdomain `api`. The interface does not document `raw`
 * (`docs/internals/service-interface.md`, section 2.3). A text in it is a place if all of it is a path, a request line,
 * or an address on the site or a subdomain, with its own or the default port. Nothing else is. Places are hostile: only
 * known to be printable ASCII.
 *
 * @param siteHost the host of the target with its port. If it is `null`, an address on any host is a place, and names
 *   its host
 */
export function placeReader(siteHost: string | null): (raw: unknown) => readonly string[] {
  const site = siteHost === null ? null : URL.parse(`https://${siteHost}`);
  return (raw) => {
    const texts = textsIn(raw);
    const addresses = texts.filter(({ key }) => addressKey.test(key));
    const places = placesIn(addresses, site);
    return [...(places.size > 0 ? places : placesIn(texts, site))].sort();
  };
}

function placesIn(texts: readonly FoundText[], site: URL | null): ReadonlySet<string> {
  return new Set(texts.map((text) => placeOf(text, site)).filter((place) => place !== null));
}

/** A text, with the nearest key above it, and the method that the nearest object with one names; `''` for none. */
type FoundText = Readonly<Record<'key' | 'method' | 'text', string>>;

/**
 * All texts, numbers and keys in `value`, without recursion, because it may be nested to any depth. The text of a key
 * above a list or an object is `''`.
 */
export function textsIn(value: unknown): readonly FoundText[] {
  const texts: FoundText[] = [];
  const pending: { key: string; method: string; value: unknown }[] = [{ key: '', method: '', value }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { key, method, value: current } = next;
    const isNested = typeof current === 'object' && current !== null;
    if (current !== null && current !== undefined)
      texts.push({ key, method, text: isNested ? '' : String(current) });
    if (Array.isArray(current)) for (const entry of current) pending.push({ key, method, value: entry });
    else if (isMapping(current)) {
      const entries = Object.entries(current);
      const ownMethod = methodIn(entries) ?? method;
      for (const [name, entry] of entries) pending.push({ key: name, method: ownMethod, value: entry });
    }
  }
  return texts;
}

/** The method that an object names, a writing one first, whatever the order of its keys; `null` for none. */
function methodIn(entries: readonly (readonly [key: string, value: unknown])[]): string | null {
  const methods = entries.flatMap(([key, value]) =>
    /^method$/i.test(key) && typeof value === 'string' ? [value.trim().toUpperCase()] : [],
  );
  return methods.sort().find((method) => writingMethod.test(method)) ?? methods[0] ?? null;
}

/** No server takes a longer address, and a pattern could overflow the stack on one of megabytes. */
const maxAddressLength = 8_000;

function placeOf({ text, ...inherited }: FoundText, site: URL | null): string | null {
  const [, method = inherited.method, address = text.trim()] = requestLine.exec(text) ?? [];
  const isAddress = address.length <= maxAddressLength && !/[\s\p{Cc}]/u.test(address);
  const url = isAddress ? parseAddress(address, site) : null;
  const subdomain = url === null ? null : subdomainOf(url, site);
  if (url === null || subdomain === null) return null;
  const verb = writingMethod.test(method) ? `${method.toUpperCase()} ` : '';
  return `${verb}${subdomain}${pathPatternOf(url.pathname)}`;
}

/** The host of a path on a site that is not known. */
const ownHost = new URL('https://own-host.invalid');

function parseAddress(address: string, site: URL | null): URL | null {
  if (/^https?:\/\//i.test(address)) return URL.parse(address);
  if (address.startsWith('/')) return URL.parse(address, (site ?? ownHost).href);
  return site !== null && hostAndPath.test(address) ? URL.parse(`https://${address}`) : null;
}

/** `''` on the site itself, `api.{site}` on its subdomain `api`, the whole host if no site is known; else `null`. */
function subdomainOf(url: URL, site: URL | null): string | null {
  const host = plainHost(url.hostname);
  if (site === null) return url.host === ownHost.host ? '' : url.host;
  if (!['', '80', '443', site.port].includes(url.port)) return null;
  const siteName = plainHost(site.hostname);
  if (host === siteName) return '';
  return host.endsWith(`.${siteName}`) ? `${host.slice(0, -siteName.length)}{site}` : null;
}

const hexDigits = '[0-9a-f]{8,}';
/** The kinds of segments that stand for one of many. Braces are never in the path of a URL. */
const segmentKinds = [
  ['{number}', /^\d+$/],
  ['{uuid}', /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i],
  ['{hex}', new RegExp(`^${hexDigits}$`, 'i')],
  // A digit before a letter: `quarterlyreport2024` is a name.
  ['{token}', /^(?=.*\d[a-z])[a-z\d]{16,}$/i],
] as const;
/** At least one letter: `20240131` is a date. */
const hashInFileName = new RegExp(`(?<=[.-])(?=\\d*[a-f])${hexDigits}(?=[.-])`, 'gi');

/** `path` of a URL, with the kind of each segment that differs between equal pages: `/users/{number}`. */
export function pathPatternOf(path: string): string {
  const segments = path.split('/');
  return segments
    .map((segment, index) => {
      const [kind] = segmentKinds.find(([, pattern]) => pattern.test(segment)) ?? [];
      const isVersion = kind === '{number}' && /^api$/i.test(segments[index - 1] ?? '');
      if (kind !== undefined && !isVersion) return kind;
      return segment.includes('.') ? segment.replace(hashInFileName, '{hex}') : segment;
    })
    .join('/');
}
