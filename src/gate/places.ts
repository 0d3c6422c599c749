/**
 * Where a finding is on the site, and what it is about there. Both are read from `raw`, and neither is in the
 * fingerprint.
 */

import { domainToUnicode } from 'node:url';

/** Where a finding is, and what it is about there. */
export interface Places {
  /**
   * Paths on the target, such as `/search`, and on its subdomains, such as `api.example.com/search`: sorted, each once,
   * at most 50. Hostile: only known to be printable ASCII.
   */
  readonly where: readonly string[];
  /** True if the finding has, or may have, other places than `where` lists. */
  readonly whereCut: boolean;
  /**
   * What the finding is about, such as a parameter: values of a few keys of `raw`, each once, at most five per key.
   * `host`: the whole host.
   */
  readonly subjects: Readonly<Record<string, readonly string[]>>;
}

const maxPlaces = 50;
/** Values of one key that are shown. */
const maxValuesPerKey = 5;
/** Values that are looked at in one finding, and how deep they may be nested. */
const maxValuesRead = 2000;
const maxDepth = 50;
/** Nobody opens pages with longer addresses. */
const maxAddressLength = 2000;

/** The keys of `raw` whose values are shown, and what these look like. Any other value may be a secret. */
const shownSubject =
  /^(?:(?:method|parameter|cookie|header) [\w.-]{1,64}|port \d{1,5}(?:\/(?:tcp|udp))?|protocol (?:tcp|udp))$/;
/** The start of a request. What follows it are headers and a body. */
const requestLine = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|TRACE) (\S+)(?: HTTP\/\d(?:\.\d)?)?(?:\r?\n|$)/;
const startsWithScheme = /^\s*https?:\/\//i;
/** `/*` starts a comment. */
const startsWithSlash = /^\s*\/(?!\*)/;
const hostOnly = /^[\w.-]+(?::\d+)?$/;
const notInAddress = /[\s\p{Cc}]/u;
/**
 * A text with a second place, such as `/a,/b` or `/a https://b.example/`. A `/` in a query does not count:
 * `/a?next=/b`.
 */
const secondPlace = /^[^?#]*[^\w./~%-](?:\/|https?:)|[,;|].*\//i;

/** For a text that may be a place but cannot be read as a place, such as `see /admin` or `/a,/b`. */
const unclear = Symbol('unclear');
/** For a text that names the host without a path, such as `www.example.com` for the site `example.com`. */
const wholeHost = Symbol('whole host');

/**
 * Returns a function that finds the places in the `raw` of a finding. The interface does not document `raw`
 * (`docs/internals/service-interface.md`, section 2.3), so every text in it is read, including names of fields. A text
 * is a place if all of it is a path, a request line, or an `http` or `https` address on the target's host and port or
 * on a subdomain. A leading `www.` and default ports make no difference. Only path and method are taken: the rest may
 * hold secrets. If any other text could be a place, the list of places may be incomplete (`whereCut`).
 *
 * @param siteHost the host of the target with its port, or `null` if it is unknown: no place is known then
 */
export function placeReader(siteHost: string | null): (raw: unknown) => Places {
  const target = siteHost === null ? null : URL.parse(`https://${siteHost}`);
  if (target === null) return () => ({ where: [], whereCut: false, subjects: {} });
  const site = siteOf(target);
  const hostNames = spellingsOf(site.replace(/:\d+$/, ''));
  return (raw) => {
    const { texts, isCut } = rawTextsOf(raw);
    const readings = new Set(texts.map(({ text }) => readPlace(site, hostNames, text)));
    const isUnclear = isCut || readings.has(unclear);
    const namesWholeHost = readings.has(wholeHost);
    const where = [...readings].filter((place) => typeof place === 'string').sort();
    const subjects = subjectsIn(texts);
    return {
      where: where.slice(0, maxPlaces),
      // Beside a path, a text with the bare host may stand for another place.
      whereCut: isUnclear || namesWholeHost || where.length > maxPlaces,
      subjects: namesWholeHost && !isUnclear && where.length === 0 ? { ...subjects, host: [site] } : subjects,
    };
  };
}

/** A text in `raw`, and the key above it; `''` for the name of a key. */
interface RawText {
  readonly key: string;
  readonly text: string;
}

/**
 * The texts in `raw`, and the parts of its requests. `isCut`: some values were left out, because there may be millions.
 */
function rawTextsOf(raw: unknown): { texts: readonly RawText[]; isCut: boolean } {
  const texts: RawText[] = [];
  let valuesLeft = maxValuesRead;
  let isCut = false;
  const addText = (key: string, text: string) => {
    const [start = '', method = '', target = ''] = requestLine.exec(text) ?? [];
    if (start !== '') texts.push({ key: 'method', text: method }, { key: '', text: target });
    texts.push({ key: start === '' ? key : '', text: text.slice(start.length) });
  };
  const collectTexts = (key: string, value: unknown, depth: number): void => {
    if (typeof value === 'string' || typeof value === 'number') addText(key, String(value));
    if (typeof value !== 'object' || value === null) return;
    const isList = Array.isArray(value);
    for (const [name, entry] of Object.entries(isList ? value.slice(0, valuesLeft + 1) : value)) {
      valuesLeft -= 1;
      if (valuesLeft < 0 || depth === maxDepth) {
        isCut = true;
        return;
      }
      if (!isList) addText('', name);
      collectTexts(isList ? key : name, entry, depth + 1);
    }
  };
  collectTexts('', raw, 0);
  return { texts, isCut };
}

function subjectsIn(texts: readonly RawText[]): Places['subjects'] {
  const shown = texts.filter(({ key, text }) => shownSubject.test(`${key} ${text}`));
  const byKey = Map.groupBy(shown, ({ key }) => key);
  return Object.fromEntries(
    Array.from(byKey, ([key, subjects]) => [
      key,
      [...new Set(subjects.map(({ text }) => text))].slice(0, maxValuesPerKey),
    ]),
  );
}

/** The place that `text` names, {@link unclear}, {@link wholeHost}, or `null` if the text is not about a place. */
function readPlace(
  site: string,
  hostNames: readonly string[],
  text: string,
): string | typeof unclear | typeof wholeHost | null {
  const isAddress = startsWithScheme.test(text) || startsWithSlash.test(text);
  const url = isAddress ? URL.parse(text.slice(0, maxAddressLength), `https://${site}`) : null;
  if (url === null || !isOnSite(site, url)) {
    if (!couldBePlace(site, hostNames, text)) return null;
    const host = hostOnly.test(text) ? URL.parse(`https://${text}`) : null;
    return host !== null && siteOf(host) === site ? wholeHost : unclear;
  }
  const siteOfPlace = siteOf(url);
  const place = `${siteOfPlace === site ? '' : siteOfPlace}${url.pathname}`;
  const isShort = text.length <= maxAddressLength && place.length <= maxAddressLength;
  const isOnePlace =
    isShort && !notInAddress.test(text) && !secondPlace.test(text.replace(startsWithScheme, ''));
  return isOnePlace ? place : unclear;
}

const anyAddress = /https?:\/\/[^\s"'<>(),;|]*/gi;
/**
 * A `/` that starts a path. A `/` inside a word or a path, as in `a/b`, or in an HTML end tag, as in `</b>`, does not.
 */
const startOfPath = /(?:^|[^\w<.+*/])\/[^\s*]/;

/** The host in ASCII, and in its own letters. */
function spellingsOf(host: string): readonly string[] {
  return [host, domainToUnicode(host)].filter((name) => name !== '');
}

/** True if `text` has one of `hostNames`, or a path that is not in an address of another site. */
function couldBePlace(site: string, hostNames: readonly string[], text: string): boolean {
  const mayBeOnSite = (address: string) => {
    const url = URL.parse(address);
    return url === null || isOnSite(site, url);
  };
  return (
    hostNames.some((name) => text.toLowerCase().includes(name)) ||
    text.match(anyAddress)?.some(mayBeOnSite) === true ||
    startOfPath.test(text.replace(anyAddress, ''))
  );
}

/**
 * True if `url` belongs to the site. Subdomains count, because the service reports them too. So this accepts more than
 * `targetIdentity` in `inputs/target-url.ts` and `mayRedirect` in `target/redirect-rules.ts`.
 */
function isOnSite(site: string, url: URL): boolean {
  return siteOf(url) === site || siteOf(url).endsWith(`.${site}`);
}

/** Host and port, without a leading `www.`, a final dot and a default port, which make no difference. */
function siteOf({ hostname, port }: URL): string {
  const isDefault = port === '' || port === '80' || port === '443';
  return `${hostname.replace(/^www\.|\.$/g, '')}${isDefault ? '' : `:${port}`}`;
}
