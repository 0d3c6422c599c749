import type { WireInformation } from '../service/schema.ts';

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

type WireCertificate = Extract<WireInformation['certificate'], readonly unknown[]>[number];

/** Reads `information` (`docs/service-interface.md`, section 2.4). Missing and wrong values become empty or `null`. */
export function readHost(information: WireInformation | undefined): HostInformation | null {
  if (information === undefined) return null;
  return {
    services: entriesOf(information.services).map(({ port, state, reason, name, product, version }) => ({
      port: typeof port === 'number' ? port : null,
      state: state ?? '',
      reason: reason ?? '',
      name: name ?? '',
      product: product ?? '',
      version: version ?? '',
    })),
    certificates: entriesOf(information.certificate).map(readCertificate),
    ips: information.ips ?? [],
    waf: (information.waf ?? []).filter(namesFirewall),
    components: Object.keys(information.components ?? {}),
    emails: (information.emails ?? []).filter((email) => typeof email === 'string'),
    isp: information.isp || null,
    cdn: describe(information.cdn),
    cms: describe(information.cms),
    webServer: describe(information.web_server),
    os: describe(information.os),
    database: describe(information.database),
  };
}

function entriesOf<T>(list: readonly T[] | 'unreadable' | null | undefined): readonly T[] {
  return list === 'unreadable' ? [] : (list ?? []);
}

/** An empty name, a name of signs alone and `none` are no detected firewall. */
function namesFirewall(name: string): boolean {
  return /[\p{L}\p{N}]/u.test(name) && name.trim().toLowerCase() !== 'none';
}

function readCertificate(certificate: WireCertificate): HostCertificate {
  return {
    commonName: certificate.commonName ?? '',
    subject: certificate.subject ?? '',
    issuedOn: toMs(certificate['Issue On']?.$date),
    expiresOn: toMs(certificate['Expires On']?.$date),
    alternativeNames: certificate.subjectAltName ?? [],
  };
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
  const words = Object.entries(value).map(([name, entry]) =>
    typeof entry === 'string' || typeof entry === 'number' ? `${name} ${entry}` : name,
  );
  return words.length === 0 ? null : words.join(', ');
}
