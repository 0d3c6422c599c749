/** How the facts of the host are read, and which of their lists are cut. */

import { isMapping } from '../core/fields.ts';
import { joinNonEmpty } from '../core/text.ts';
import { dayMs } from '../core/time.ts';
import { maxLongList, maxShortList } from '../service/list-limits.ts';
import type { WireInformation } from '../service/wire.ts';

/** The names of the lists that can be cut. `alternativeNames`: the alternative names of a certificate. */
export const hostListNames = [
  'services',
  'certificates',
  'ips',
  'waf',
  'components',
  'emails',
  'alternativeNames',
] as const;
export type HostListName = (typeof hostListNames)[number];

/** What a scan found out about the host. Strings are hostile. */
export type HostFacts = NonNullable<ReturnType<typeof readHost>>;
export type HostService = HostFacts['services'][number];
export type HostCertificate = HostFacts['certificates'][number];

type JudgedList<T> = readonly T[] | 'unreadable' | null;

/**
 * Reads `information` (`docs/internals/service-interface.md`, section 2.4). Missing and wrong values become empty or
 * `null`. If a list is too long, only its first entries are read.
 *
 * @param now in milliseconds since the Unix epoch
 */
export function readHost(information: WireInformation | undefined, now: number) {
  if (information === undefined) return null;
  const cutLists = new Set<HostListName>();
  const firstOf = <T>(
    name: HostListName,
    list: JudgedList<T> | undefined,
    max = maxShortList,
  ): readonly T[] => {
    const entries = typeof list === 'object' ? (list ?? []) : [];
    if (entries.length <= max) return entries;
    cutLists.add(name);
    return entries.slice(0, max);
  };
  const facts = {
    services: firstOf('services', information.services, maxLongList),
    certificates: firstOf('certificates', information.certificate).map((certificate) => {
      const expiresOn = certificateTime(certificate['Expires On']?.$date);
      return {
        commonName: certificate.commonName ?? '',
        subject: certificate.subject ?? '',
        issuedOn: certificateTime(certificate['Issue On']?.$date),
        expiresOn,
        /** Whole days until the certificate expires; below 0 if it has expired, `null` if the end is unknown. */
        daysLeft: expiresOn === null ? null : Math.floor((expiresOn - now) / dayMs),
        alternativeNames: firstOf('alternativeNames', certificate.subjectAltName),
      };
    }),
    ips: firstOf('ips', information.ips),
    waf: firstOf('waf', information.waf).filter(namesFirewall),
    /** False if the scan does not say whether there is a firewall; an empty list says that there is none. */
    wafKnown: Array.isArray(information.waf),
    components: firstOf('components', Object.keys(information.components ?? {})),
    emails: firstOf('emails', information.emails),
    isp: information.isp || null,
    cdn: wordsOfField(information.cdn),
    cms: wordsOfField(information.cms),
    webServer: wordsOfField(information.web_server),
    os: wordsOfField(information.os),
    database: wordsOfField(information.database),
  };
  /** Lists of which only the first entries were read. */
  const cut: readonly HostListName[] = [...cutLists];
  return { ...facts, cut };
}

/** False for an empty name, a name without letters and digits, and `none`: they mean that no firewall was detected. */
function namesFirewall(name: string): boolean {
  return /[\p{L}\p{N}]/u.test(name) && name.trim().toLowerCase() !== 'none';
}

/**
 * Milliseconds since the Unix epoch. `$date` is in seconds. `null` for a date before 1990 or after 2200, which cannot
 * be the date of a certificate.
 */
function certificateTime(seconds: number | undefined): number | null {
  const ms = (seconds ?? Number.NaN) * 1000;
  const year = new Date(ms).getUTCFullYear();
  return year >= 1990 && year <= 2200 ? ms : null;
}

/** Describes a field whose shape the interface does not document: a text, an object, or a list of texts and objects. */
function wordsOfField(value: unknown): string | null {
  const words = (Array.isArray(value) ? value.slice(0, maxShortList + 1) : [value]).flatMap(wordsOf);
  const shownWords = words.length > maxShortList ? [...words.slice(0, maxShortList), '…'] : words;
  return joinNonEmpty(shownWords, ', ') || null;
}

/**
 * Returns a text as it is, and the names and plain values of an object: `{ name: 'nginx', version: '1.18.0' }` becomes
 * `nginx 1.18.0`.
 */
function wordsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (!isMapping(value)) return [];
  const { name, version, ...others } = value;
  const fields = typeof name === 'string' ? { [name]: version, ...others } : value;
  const entries = Object.entries(fields).slice(0, maxShortList + 1);
  const isPlain = (entry: unknown) => typeof entry === 'string' || typeof entry === 'number';
  return entries.map(([key, entry]) => joinNonEmpty([key, isPlain(entry) ? String(entry) : ''], ' '));
}
