/** A finding of each severity, and a host, as a scan would report them. */
import { type Severity, type SeverityCounts, severities } from '../../../src/core/severity.ts';
import type { Finding } from '../../../src/gate/read-findings.ts';

type Sample = Omit<Finding, 'severity'>;

const shared: Omit<Finding, 'severity' | 'name' | 'group' | 'cvss' | 'description' | 'remediation'> = {
  type: null,
  unknownSeverity: null,
  cwe: [],
  cve: [],
  otherIdentifiers: { cve: [], cwe: [] },
  places: [],
  references: [],
};
const vector = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H';

/** A finding of each severity, as a scan would report it. */
const samples: Readonly<Record<Severity, Sample>> = {
  critical: {
    ...shared,
    name: 'SQL injection in the parameter `q` of /search',
    cvss: { score: 9.8, vector },
    cwe: [89],
    places: ['/search'],
    group: 'Improper Neutralization',
    description:
      'The parameter q of GET /search reaches the database unescaped. The request q=1%27+OR+1=1-- returned 4,213 rows instead of 3.\n\nAn attacker can read and change every table the application can reach.',
    remediation:
      'Use a prepared statement for the query in the search handler.\nGrant the database user of the application no more than it needs.',
    references: ['https://owasp.org/www-community/attacks/SQL_Injection'],
  },
  high: {
    ...shared,
    name: 'Outdated nginx 1.18.0 with a known memory corruption',
    cvss: { score: 7.7, vector },
    cwe: [193],
    cve: ['CVE-2021-23017'],
    group: 'Incorrect Calculation',
    description:
      'The server names itself nginx/1.18.0. An off-by-one error in its resolver lets forged DNS answers overwrite memory.',
    remediation: 'Update nginx to 1.20.1 or newer, and switch server_tokens off.',
    references: ['https://nginx.org/en/security_advisories.html'],
  },
  medium: {
    ...shared,
    name: 'Session cookie without Secure and HttpOnly',
    cvss: { score: 5.4, vector },
    cwe: [614, 1004],
    places: ['/', '/account', '/login'],
    group: 'Protection Mechanism Failure',
    description: 'The cookie sid is set without the attributes Secure and HttpOnly.',
    remediation: 'Set both attributes where the cookie is created.',
    references: ['https://developer.mozilla.org/en-US/docs/Web/HTTP/Cookies'],
  },
  low: {
    ...shared,
    name: 'No Content-Security-Policy header',
    cvss: { score: 3.1, vector },
    cwe: [693],
    group: 'Protection Mechanism Failure',
    description: 'No page of the site sends a Content-Security-Policy header.',
    remediation: "Start with default-src 'self' in report-only mode.",
    references: ['https://developer.mozilla.org/en-US/docs/Web/HTTP/CSP'],
  },
  warning: {
    ...shared,
    name: 'The domain has no DMARC record',
    cvss: { score: 0, vector },
    group: 'Unspecified Threat',
    description: 'Anybody can send e-mail in the name of the domain.',
    remediation: 'Publish a DMARC record with p=quarantine or stricter.',
  },
};

/** A finding of `severity`. @param number other than 0 makes the names of several differ */
export function finding(severity: Severity, number = 0, changes: Partial<Finding> = {}): Finding {
  const sample = samples[severity];
  const name = number === 0 ? sample.name : `${sample.name} (${number})`;
  return { ...sample, name, severity, ...changes };
}

/** As many findings of each severity as `counts` says. */
export function findings(counts: Partial<SeverityCounts>): Finding[] {
  return severities.flatMap((severity) =>
    Array.from({ length: counts[severity] ?? 0 }, (_, index) => finding(severity, index)),
  );
}

/** What the service says of the host. @param now in milliseconds since the Unix epoch */
export function sampleInformation(now: number) {
  const service = { state: 'open', reason: 'syn-ack', product: 'nginx', version: '1.18.0' };
  return {
    services: [
      { port: 22, state: 'closed', reason: 'reset', name: 'ssh', product: '', version: '' },
      { ...service, port: 80, name: 'http' },
      { ...service, port: 443, name: 'https' },
    ],
    certificate: [
      { commonName: 'preview.example.com', 'Expires On': { $date: now / 1000 + 9 * 86_400 + 60 } },
    ],
    waf: [],
    ips: ['192.0.2.17'],
    emails: ['someone@example.com'],
  };
}
