/** A result with everything that the interface names, in its own words: what no sample site can have. */
import { countGroups, countSeverities } from '../../sandbox/scan/scan-result.ts';
import { type Information, type Issue, issueGroups, type ScanResult } from '../../sandbox/scan/wire.ts';
import { severities, severityOfScore } from '../../src/core/severity.ts';

const scores = [9.8, 8.1, 5.3, 3.1, 0] as const;

/** An issue for each of the eleven groups, over all severities. The first has CVE identifiers. */
const perGroup: readonly Issue[] = issueGroups.map((group, index) => {
  const score = scores[index % severities.length] ?? 0;
  return {
    group,
    name: `Weakness ${index + 1}`,
    severity: severityOfScore(score),
    cve: index === 0 ? ['CVE-2021-23017', 'CVE-2021-44228'] : [],
    cwe: [20 + index],
    cvss: { score, detail: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N' },
    remediation: 'Repair it.',
    references: 'https://owasp.org/',
    description: 'It is weak.',
    raw: {},
  };
});

const [first] = perGroup;
const spoofing: readonly Issue[] =
  first === undefined
    ? []
    : [
        {
          ...first,
          name: 'DMARC record missing',
          severity: 'medium',
          cve: [],
          cvss: { ...first.cvss, score: 5.3 },
        },
      ];

const farOff = Date.parse('2199-01-01T00:00:00Z') / 1000;

const information: Information = {
  services: [
    { state: 'open', reason: 'syn-ack', name: 'https', product: 'nginx', version: '1.18.0', port: 443 },
    { state: 'open', reason: 'syn-ack', name: 'mysql', product: 'MySQL', version: '8.0.36', port: 3306 },
    { state: 'closed', reason: 'reset', name: 'smtp', product: '', version: '', port: '' },
  ],
  emails: ['owner@green-thumb.example'],
  components: { nginx: null, PHP: null },
  database: { name: 'MySQL', version: '8.0.36' },
  web_server: { name: 'nginx', version: '1.18.0' },
  os: { name: 'Ubuntu' },
  cdn: 'Cloudflare',
  cms: 'WordPress',
  certificate: [
    {
      'Issue On': { $date: farOff - 86_400.5 },
      'Expires On': { $date: farOff },
      commonName: 'green-thumb.example',
      subject: 'CN=green-thumb.example',
      sha1: 'a'.repeat(40),
      sha256: 'b'.repeat(64),
      serial_number: '01',
      subjectAltName: ['green-thumb.example', 'www.green-thumb.example'],
    },
  ],
  waf: ['Cloudflare'],
  ips: ['192.0.2.7', '2001:db8::7'],
  isp: 'Example Net',
};

/** The fields that replace those of a finished result. By type, as with `issue_types=true`. */
export const wholeResult: Omit<
  ScanResult,
  'identificator' | 'preferences' | 'percentage' | 'startDate' | 'endDate'
> = {
  issuesSummaryTotal: perGroup.length + spoofing.length,
  issuesCategoriesSummary: countGroups([...perGroup, ...spoofing]),
  issues: { headers: { issues: perGroup }, smtp_spoofing: { issues: spoofing } },
  issuesSummary: countSeverities([...perGroup, ...spoofing]),
  totalChecked: 321,
  information: { ...information, total_checked: 321 },
};
