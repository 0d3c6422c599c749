/** Results as the interface describes them (service interface, section 2.2), finished or not. */
import fc from 'fast-check';

export const scanId = '6f1c2f5e-0b7a-4a53-9a4e-2f5d5b1c7e11';

const severities = ['critical', 'high', 'medium', 'low', 'warning'] as const;

const issue = fc.record({
  group: fc.constantFrom('Improper Access Control', 'Unspecified Threat'),
  name: fc.constantFrom('Missing header', 'Open redirect'),
  // Mild ones more often, so that many results come close to a pass.
  severity: fc.constantFrom('warning', 'warning', 'low', 'low', 'medium', 'high', 'critical'),
  cve: fc.constantFrom<string[]>([], ['CVE-2021-23017']),
  cwe: fc.constantFrom([693], [79, 80]),
  cvss: fc.record({ score: fc.constantFrom(0, 2.1, 5.3, 7.5, 9.8), detail: fc.constant('CVSS:3.1/AV:N') }),
  remediation: fc.constant('Set the header.'),
  references: fc.constant('https://owasp.org/'),
  description: fc.constant('The header is missing.'),
  raw: fc.constant({}),
});

const information = fc.record({
  services: fc.constant([
    { state: 'open', reason: 'syn-ack', name: 'https', product: '', version: '', port: 443 },
  ]),
  waf: fc.constant([]),
  ips: fc.constant(['127.0.0.1']),
  total_checked: fc.nat(40),
});

const state = fc.constantFrom(
  ...Array.from({ length: 6 }, () => ({ percentage: '100.00', endDate: '2026-11-20T10:00:00.123Z' })),
  { percentage: '42.17', endDate: null },
  { percentage: '100.00', endDate: null },
  { percentage: '80.00', endDate: '2026-11-20T10:00:00.123Z' },
);

/** A result whose counts and list agree. */
export const wellFormed = fc
  .record({
    issues: fc.array(issue, { maxLength: 4 }),
    byType: fc.boolean(),
    state,
    information,
    totalChecked: fc.constantFrom(0, 1, 25, 25, 25, 25),
  })
  .map(({ issues, byType, information: facts, totalChecked, state: { percentage, endDate } }) => ({
    issuesSummaryTotal: issues.length,
    issuesCategoriesSummary: { 'Improper Access Control': issues.length },
    issues: byType
      ? { headers: { issues: issues.slice(0, 2) }, smtp_spoofing: { issues: issues.slice(2) } }
      : issues,
    identificator: scanId,
    issuesSummary: Object.fromEntries(
      severities.map((severity) => [severity, issues.filter((each) => each.severity === severity).length]),
    ),
    totalChecked,
    information: facts,
    preferences: { scan_type: 'full', scan_deep: 3 },
    percentage,
    startDate: '2026-11-20T09:00:00.000Z',
    endDate,
  }));
