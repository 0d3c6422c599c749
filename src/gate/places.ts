import { isMapping } from '../core/fields.ts';

/** Where on the site a finding is. */
export interface Places {
  /** Paths on the target, such as `/search`, sorted, each once, at most 50. Hostile: only known to be printable ASCII. */
  readonly where: readonly string[];
  /** True if there are, or may be, other places than those in `where`. */
  readonly whereCut: boolean;
}

const maxPlaces = 50;
/** Values that are looked at in one finding, and how deep they may be nested. */
const maxValues = 2000;
const maxDepth = 50;
/** Longer addresses are no pages that anybody opens. */
const maxLength = 2000;

const webAddress = /^\s*https?:\/\//i;
const notInAddress = /[\s\p{Cc}]/u;

/**
 * Returns a function that finds the places in the `raw` of a finding, whose contents the interface does not show
 * (`docs/service-interface.md`, section 2.3). Takes whole strings only, names of fields too, that are `http` or `https`
 * addresses on the target's host and port; a leading `www.` and default ports make no difference. Of these only the path:
 * user info, query and fragment may hold secrets, and so may anything else in `raw`. A text that could be another place is
 * one that is not known.
 *
 * @param host of the target with its port, or `null` if it is unknown: no place is known then
 */
export function placeReader(host: string | null): (raw: unknown) => Places {
  const target = host === null ? null : URL.parse(`https://${host}`);
  if (target === null) return () => ({ where: [], whereCut: false });
  const site = siteOf(target);
  return (raw) => {
    const { texts, isCut } = textsOf(raw);
    const paths = texts
      .map((text) => pathOn(site, text) ?? (couldBePlace(site, text) ? 'unreadable' : null))
      .filter((path) => path !== null);
    const where = [...new Set(paths.filter((path) => path !== 'unreadable'))].sort();
    return {
      where: where.slice(0, maxPlaces),
      whereCut: isCut || paths.includes('unreadable') || where.length > maxPlaces,
    };
  };
}

/** The texts in `raw` and the names of its fields. `isCut`: something was passed over. There may be millions of values. */
function textsOf(raw: unknown): { texts: readonly string[]; isCut: boolean } {
  const texts: string[] = [];
  let left = maxValues;
  let isCut = false;
  const isLeft = () => {
    left -= 1;
    if (left < 0) isCut = true;
    return left >= 0;
  };
  const look = (value: unknown, depth: number): void => {
    if (typeof value === 'string') texts.push(value);
    if (typeof value !== 'object' || value === null) return;
    if (depth === maxDepth) {
      isCut = true;
    } else if (Array.isArray(value)) {
      for (const entry of value) {
        if (!isLeft()) return;
        look(entry, depth + 1);
      }
    } else if (isMapping(value)) {
      for (const name in value) {
        if (!isLeft()) return;
        texts.push(name);
        look(value[name], depth + 1);
      }
    }
  };
  look(raw, 0);
  return { texts, isCut };
}

/** The path of `text`; `null` if it is no address on `site`, `unreadable` if it is one that is not to be shown. */
function pathOn(site: string, text: string): string | null {
  if (!webAddress.test(text)) return null;
  const url = URL.parse(text.slice(0, maxLength));
  if (url === null || siteOf(url) !== site) return null;
  const isAddress = text.length <= maxLength && !notInAddress.test(text);
  return isAddress && url.pathname.length <= maxLength ? url.pathname : 'unreadable';
}

const anyAddress = /https?:\/\/[^\s"'<>()]*/gi;
/** At the start, or after anything but a part of a word or of a path. Not the end of an HTML tag. */
const startOfPath = /(?:^|[^\w<.+*/])\/[^\s*]/;

/** True if `text` names the host of `site`, or has a path that is not in an address of another site. */
function couldBePlace(site: string, text: string): boolean {
  const host = site.replace(/:\d+$/, '');
  return text.toLowerCase().includes(host) || startOfPath.test(text.replace(anyAddress, ''));
}

/** Host and port, without what makes no difference. */
function siteOf({ hostname, port }: URL): string {
  const isDefault = port === '' || port === '80' || port === '443';
  return `${hostname.replace(/^www\.|\.$/g, '')}${isDefault ? '' : `:${port}`}`;
}
