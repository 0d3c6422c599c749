import { number, plural } from './numbers.ts';

/** What the scan found out about the host. */
export const enHostFacts = {
  host: 'Host',
  addresses: 'IP addresses',
  services: 'Services',
  certificates: 'Certificates',
  firewall: 'Firewall (WAF)',
  noFirewall: 'none detected',
  components: 'Components',
  webServer: 'Web server',
  os: 'Operating system',
  database: 'Database',
  cms: 'CMS',
  cdn: 'CDN',
  isp: 'Provider (ISP)',
  emails: 'Exposed e-mail addresses',
  emailCount: (count: number) => `${plural(count, 'address', 'addresses')}, listed in the JSON result`,
  emailsCut: (count: number) =>
    `more than ${number(count)} addresses, the first ones listed in the JSON result`,
  /** For a certificate. `end`: a date. */
  certificateEnd: (days: number, end: string) =>
    days < 0 ? `expired on ${end}` : `ends in ${plural(days, 'day', 'days')}, on ${end}`,
  /** `state`: a word of the service, or `''`. */
  portIs: (port: string, state: string) => `Port ${port}${state === '' ? '' : ` is ${state}`}`,
  validity: (from: string, until: string) => `valid from ${from} to ${until}`,
};
