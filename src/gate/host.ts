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
export interface HostInformation {
  readonly services: readonly HostService[];
  readonly certificates: readonly HostCertificate[];
  readonly ips: readonly string[];
  readonly waf: readonly string[];
  readonly components: readonly string[];
  readonly emails: readonly string[];
  readonly isp: string | null;
  readonly cdn: string | null;
  readonly cms: string | null;
  readonly webServer: string | null;
  readonly os: string | null;
  readonly database: string | null;
  /** Lists of which only the first entries were read. */
  readonly cut: readonly HostList[];
}

export interface HostService {
  /** `null` if the service does not know it. */
  readonly port: number | null;
  readonly state: string;
  readonly reason: string;
  readonly name: string;
  readonly product: string;
  readonly version: string;
}

export interface HostCertificate {
  readonly commonName: string;
  readonly subject: string;
  /** Milliseconds since the Unix epoch; `null` if absent. */
  readonly issuedOn: number | null;
  readonly expiresOn: number | null;
  readonly alternativeNames: readonly string[];
}

/**
 * Reads `information` (`docs/service-interface.md`, section 2.4). Missing and wrong values become empty or `null`. Of a list
 * that is too long the first entries are read.
 */
export function readHost(information: WireInformation | undefined): HostInformation | null {
  if (information === undefined) return null;
  const cut = new Set<HostList>();
  const first = <T>(name: HostList, list: readonly T[] | undefined, max = maxParts): readonly T[] => {
    if (list === undefined || list.length <= max) return list ?? [];
    cut.add(name);
    return list.slice(0, max);
  };
  const { ips, waf, components, emails } = information;
  const services = first('services', entriesOf(information.services), maxEntries);
  const certificates = first('certificates', entriesOf(information.certificate));
  const read = {
    services: services.map(({ port, state, reason, name, product, version }) => ({
      port: typeof port === 'number' ? port : null,
      state: state ?? '',
      reason: reason ?? '',
      name: name ?? '',
      product: product ?? '',
      version: version ?? '',
    })),
    certificates: certificates.map((certificate) => ({
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
  return { ...read, cut: [...cut] };
}

function entriesOf<T>(list: readonly T[] | 'unreadable' | null | undefined): readonly T[] {
  return list === 'unreadable' ? [] : (list ?? []);
}

/** An empty name, a name of signs alone and `none` are no detected firewall. */
function namesFirewall(name: string): boolean {
  return /[\p{L}\p{N}]/u.test(name) && name.trim().toLowerCase() !== 'none';
}

/** `$date` is in seconds. A time that a `Date` cannot hold counts as absent. */
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
