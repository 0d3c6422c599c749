import { maxEntries, maxParts } from '../service/list-limits.ts';
import type { WireInformation } from '../service/wire.ts';

/** The lists that can be cut. `alternativeNames`: those of a certificate. */
export const hostLists = [
  'services',
  'certificates',
  'ips',
  'waf',
  'components',
  'emails',
  'alternativeNames',
] as const;
export type HostList = (typeof hostLists)[number];

/** What a scan found out about the host. Strings are hostile. */
export type HostInformation = NonNullable<ReturnType<typeof readHost>>;
export type HostService = HostInformation['services'][number];
export type HostCertificate = HostInformation['certificates'][number];

type JudgedList<T> = readonly T[] | 'unreadable' | null;

/**
 * Reads `information` (`docs/service-interface.md`, section 2.4). Missing and wrong values become empty or `null`. Of a list
 * that is too long the first entries are read.
 */
export function readHost(information: WireInformation | undefined) {
  if (information === undefined) return null;
  const cut = new Set<HostList>();
  const first = <T>(name: HostList, list: JudgedList<T> | undefined, max = maxParts): readonly T[] => {
    const entries = typeof list === 'object' ? (list ?? []) : [];
    if (entries.length <= max) return entries;
    cut.add(name);
    return entries.slice(0, max);
  };
  const { ips, waf, components, emails } = information;
  const read = {
    services: first('services', information.services, maxEntries),
    certificates: first('certificates', information.certificate).map((certificate) => ({
      commonName: certificate.commonName ?? '',
      subject: certificate.subject ?? '',
      issuedOn: toMs(certificate['Issue On']?.$date),
      expiresOn: toMs(certificate['Expires On']?.$date),
      alternativeNames: first('alternativeNames', certificate.subjectAltName),
    })),
    ips: first('ips', ips),
    waf: first('waf', waf).filter(namesFirewall),
    components: first('components', Object.keys(components ?? {})),
    emails: first('emails', emails),
    isp: information.isp || null,
    cdn: describe(information.cdn),
    cms: describe(information.cms),
    webServer: describe(information.web_server),
    os: describe(information.os),
    database: describe(information.database),
  };
  /** Lists of which only the first entries were read. */
  const lists: readonly HostList[] = [...cut];
  return { ...read, cut: lists };
}

/** An empty name, a name of signs alone and `none` are no detected firewall. */
function namesFirewall(name: string): boolean {
  return /[\p{L}\p{N}]/u.test(name) && name.trim().toLowerCase() !== 'none';
}

/** Milliseconds since the Unix epoch. `$date` is in seconds, and `null` if a `Date` cannot hold it, or if it is absent. */
function toMs(seconds: number | undefined): number | null {
  const ms = (seconds ?? Number.NaN) * 1000;
  return Number.isNaN(new Date(ms).getTime()) ? null : ms;
}

/** Describes a field whose shape the interface does not show: a string as it is, an object by its names and values. */
function describe(value: unknown): string | null {
  if (typeof value === 'string') return value || null;
  if (typeof value !== 'object' || value === null) return null;
  const fields = Object.entries(value);
  const words = fields
    .slice(0, maxParts)
    .map(([name, entry]) =>
      typeof entry === 'string' || typeof entry === 'number' ? `${name} ${entry}` : name,
    );
  if (words.length < fields.length) words.push('…');
  return words.length === 0 ? null : words.join(', ');
}
