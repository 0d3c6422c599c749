import { isMapping } from '../core/json.ts';

/** Where on the site a finding is. */
export interface Places {
  /** Paths on the target, such as `/search`, sorted, each once, at most 50. Hostile: only known to be printable ASCII. */
  readonly where: readonly string[];
  /** True where there are, or may be, other places than those in `where`. */
  readonly whereCut: boolean;
}

const maxPlaces = 50;
/** Values that are looked at in one finding, and how deep they may be nested. */
const maxValues = 2000;
const maxDepth = 50;
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
  const search: Search = { site, found: null, left: maxValues, isCut: false };
  look(raw, search, 0);
  const { found, isCut } = search;
  if (found === null) return isCut ? { where: [], whereCut: true } : noPlaces;
  const where = found.length === 1 ? found : [...new Set(found)].sort();
  return where.length > maxPlaces
    ? { where: where.slice(0, maxPlaces), whereCut: true }
    : { where, whereCut: isCut };
}

interface Search {
  readonly site: string;
  /** Paths in any order; `null` before the first. */
  found: string[] | null;
  /** How many more values are looked at. */
  left: number;
  /** True if something was passed over. */
  isCut: boolean;
}

/** Looks for places in `value` and all below it. There may be millions of values, so nothing is allocated for them. */
function look(value: unknown, search: Search, depth: number): void {
  if (typeof value === 'string') {
    if (mayBeAddress(value)) lookAt(value, search);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth === maxDepth) {
    search.isCut = true;
  } else if (Array.isArray(value)) {
    for (const entry of value) {
      if (!count(search)) return;
      look(entry, search, depth + 1);
    }
  } else if (isMapping(value)) {
    for (const name in value) {
      if (!count(search)) return;
      if (mayBeAddress(name)) lookAt(name, search);
      look(value[name], search, depth + 1);
    }
  }
}

/** Counts a value. @returns false if there were too many */
function count(search: Search): boolean {
  search.left -= 1;
  if (search.left < 0) search.isCut = true;
  return search.left >= 0;
}

function lookAt(text: string, search: Search): void {
  const path = pathOn(search.site, text);
  if (path === null) return;
  if (path === 'unreadable') {
    search.isCut = true;
    return;
  }
  // `[]` and `push` would reserve room for sixteen more paths, for each of 100,000 findings.
  if (search.found === null) search.found = [path];
  else search.found.push(path);
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
