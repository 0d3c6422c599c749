/** Where on the site a finding is. */
export interface Places {
  /** Paths on the target, such as `/search`, sorted, each once, at most 50. Hostile: only known to be printable ASCII. */
  readonly where: readonly string[];
  /** True where there are, or may be, other places than those in `where`. */
  readonly whereCut: boolean;
}

const maxPlaces = 50;
/** Values that are looked at in one finding. This bounds the depth as well. */
const maxValues = 2000;
/** Longer addresses are no pages that anybody opens. */
const maxLength = 2000;

const noPlaces: Places = { where: [], whereCut: false };
const webAddress = /^\s*https?:\/\//i;
/** A path that parsing leaves as it is, and a query or fragment without white space. */
const simpleAddress = /(\/[\w/~.-]*)(?:[?#][!-~]*)?$/y;
const notInAddress = /[\s\p{Cc}]/u;

/**
 * Returns a function that finds the places in the `raw` of a finding, whose contents the interface does not show
 * (`docs/service-interface.md`, section 2.3). Takes whole strings only, names of fields too, that are `http` or `https`
 * addresses on the target's host and port; a leading `www.` and default ports make no difference. Of these only the path:
 * user info, query and fragment may hold secrets, and so may anything else in `raw`.
 *
 * @param host of the target with its port, or `null` where it is unknown: no place is known then
 */
export function placeReader(host: string | null): (raw: unknown) => Places {
  const target = host === null ? null : URL.parse(`https://${host}`);
  if (target === null) return () => noPlaces;
  const site = siteOf(target);
  return (raw) => (raw === undefined || raw === null ? noPlaces : readPlaces(raw, site));
}

function readPlaces(raw: unknown, site: string): Places {
  const { texts, isWhole } = possibleAddresses(raw);
  if (texts.length === 0 && isWhole) return noPlaces;
  const paths = texts.map((text) => pathOn(site, text)).filter((path) => path !== null);
  const known = new Set(paths);
  const someUnreadable = known.delete('unreadable');
  const where = [...known].sort();
  const whereCut = !isWhole || someUnreadable || where.length > maxPlaces;
  return where.length === 0 && !whereCut ? noPlaces : { where: where.slice(0, maxPlaces), whereCut };
}

/**
 * The strings in `value` that may be addresses, and whether all of it was looked at. Not recursive, because `value` may be
 * nested deeply.
 */
function possibleAddresses(value: unknown): { texts: readonly string[]; isWhole: boolean } {
  const texts: string[] = [];
  const waiting: unknown[] = [[value]];
  let left = maxValues;
  for (let next = waiting.pop(); typeof next === 'object' && next !== null; next = waiting.pop()) {
    const entries: unknown[] = Array.isArray(next) ? next : Object.values(next);
    left -= entries.length;
    if (left < 0) return { texts, isWhole: false };
    for (const entry of entries) {
      if (typeof entry !== 'string') {
        if (typeof entry === 'object' && entry !== null) waiting.push(entry);
      } else if (mayBeAddress(entry)) texts.push(entry);
    }
    if (!Array.isArray(next)) for (const name of Object.keys(next)) if (mayBeAddress(name)) texts.push(name);
  }
  return { texts, isWhole: true };
}

/** By the first character: there may be millions of strings. */
function mayBeAddress(text: string): boolean {
  const first = text.charCodeAt(0);
  return first === 0x68 || first === 0x48 || first <= 0x20;
}

/** The path of `text`; `null` if it is no address on `site`, `unreadable` if it is one that is not to be shown. */
function pathOn(site: string, text: string): string | null {
  // Nearly every address of the target needs no parsing.
  if (text.startsWith(site, 8) && text.length <= maxLength && text.startsWith('https://')) {
    simpleAddress.lastIndex = 8 + site.length;
    const path = simpleAddress.exec(text)?.[1];
    if (path !== undefined && !path.includes('/.')) return path;
  }
  if (!webAddress.test(text)) return null;
  const url = URL.parse(text.slice(0, maxLength));
  if (url === null || siteOf(url) !== site) return null;
  const isAddress = text.length <= maxLength && !notInAddress.test(text);
  return isAddress && url.pathname.length <= maxLength ? url.pathname : 'unreadable';
}

/** Host and port, without what makes no difference. */
function siteOf({ hostname, port }: URL): string {
  const isDefault = port === '' || port === '80' || port === '443';
  return `${hostname.replace(/^www\.|\.$/g, '')}${isDefault ? '' : `:${port}`}`;
}
