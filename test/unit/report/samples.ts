/** Findings as a scan would tell them, one of each severity. */
import type { Severity } from '../../../src/core/severity.ts';

interface Sample {
  readonly name: string;
  readonly severity: Severity;
  readonly score: number;
  readonly cwe: readonly number[];
  readonly cve?: readonly string[];
  readonly group: string;
  readonly description: string;
  readonly remediation: string;
  readonly reference: string;
}

export const samples: readonly Sample[] = [
  {
    name: 'SQL injection in the parameter `q` of /search',
    severity: 'critical',
    score: 9.8,
    cwe: [89],
    group: 'Improper Neutralization',
    description:
      'The parameter q of GET /search reaches the database unescaped. The request q=1%27+OR+1=1-- returned 4,213 rows instead of 3.\n\nAn attacker can read and change every table the application can reach.',
    remediation:
      'Use a prepared statement for the query in the search handler.\nGrant the database user of the application no more than it needs.',
    reference: 'https://owasp.org/www-community/attacks/SQL_Injection',
  },
  {
    name: 'Outdated nginx 1.18.0 with a known memory corruption',
    severity: 'high',
    score: 7.7,
    cwe: [193],
    cve: ['CVE-2021-23017'],
    group: 'Incorrect Calculation',
    description:
      'The server names itself nginx/1.18.0. An off-by-one error in its resolver lets forged DNS answers overwrite memory.',
    remediation: 'Update nginx to 1.20.1 or newer, and switch server_tokens off.',
    reference: 'https://nginx.org/en/security_advisories.html',
  },
  {
    name: 'Session cookie without Secure and HttpOnly',
    severity: 'medium',
    score: 5.4,
    cwe: [614, 1004],
    group: 'Protection Mechanism Failure',
    description: 'The cookie sid is set without the attributes Secure and HttpOnly.',
    remediation: 'Set both attributes where the cookie is created.',
    reference: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Cookies',
  },
  {
    name: 'No Content-Security-Policy header',
    severity: 'low',
    score: 3.1,
    cwe: [693],
    group: 'Protection Mechanism Failure',
    description: 'No page of the site sends a Content-Security-Policy header.',
    remediation: "Start with default-src 'self' in report-only mode.",
    reference: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/CSP',
  },
  {
    name: 'The domain has no DMARC record',
    severity: 'warning',
    score: 0,
    cwe: [],
    group: 'Unspecified Threat',
    description: 'Anybody can send e-mail in the name of the domain.',
    remediation: 'Publish a DMARC record with p=quarantine or stricter.',
    reference: '',
  },
];
