/** What a scan learned about the host, read from `information` (service interface, section 2.4). Strings are hostile. */
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
  /** `null` where the service does not know it. */
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
  /** Milliseconds since the Unix epoch; `null` when absent. */
  readonly issuedOn: number | null;
  readonly expiresOn: number | null;
  readonly alternativeNames: readonly string[];
}
