/** Results as docs/internals/service-interface.md describes them, to be broken, and what they are judged by. */
import fc from 'fast-check';
import type { Terms, Threshold } from './oracle.ts';

export const scanId = '6f1c2f5e-0b7a-4a53-9a4e-2f5d5b1c7e11';

const severities = ['critical', 'high', 'medium', 'low', 'warning'] as const;

const issue = fc.record({
  group: fc.constantFrom('Improper Access Control', 'Unspecified Threat'),
  name: fc.constantFrom('Missing header', 'Open redirect', 'Weak cookie'),
  // Mild ones more often, so that many results almost pass.
  severity: fc.constantFrom('warning', 'warning', 'low', 'low', 'medium', 'high', 'critical'),
  cve: fc.constantFrom<string[]>([], ['CVE-2021-23017'], ['CVE-2021-23017', 'CVE-2021-44228']),
  cwe: fc.constantFrom([693], [79, 80]),
  cvss: fc.record({ score: fc.constantFrom(0, 2.1, 5.3, 7.5, 9.8), detail: fc.constant('CVSS:3.1/AV:N') }),
  remediation: fc.constant('Set the header.'),
  references: fc.constant('https://owasp.org/'),
  description: fc.constant('The header is missing.'),
  raw: fc.constant({}),
});

const preferences = fc.constantFrom(
  { scan_type: 'full', scan_deep: 3, xss: true, crawler_options: { open_redirect: true } },
  { scan_type: 'full', xss: true, sqli: false },
  { scan_type: 'full' },
);

const state = fc.constantFrom(
  ...Array.from({ length: 6 }, () => ({ percentage: '100.00', endDate: '2026-11-20T10:00:00.123Z' })),
  { percentage: '42.17', endDate: null },
  { percentage: '100.00', endDate: null },
  { percentage: '80.00', endDate: '2026-11-20T10:00:00.123Z' },
);

/** A result as docs/internals/service-interface.md, section 2.2, describes it, finished or not: counts and list agree. */
export const wellFormed = fc
  .record({
    issues: fc.array(issue, { maxLength: 4 }),
    byType: fc.boolean(),
    state,
    information: fc.record({ total_checked: fc.nat(40) }),
    preferences,
    totalChecked: fc.constantFrom(0, 1, 25, 25, 25, 25),
  })
  .map(({ issues, byType, state: { percentage, endDate }, ...rest }) => ({
    issuesSummaryTotal: issues.length,
    issuesCategoriesSummary: { 'Improper Access Control': issues.length },
    issues: byType
      ? { headers: { issues: issues.slice(0, 2) }, smtp_spoofing: { issues: issues.slice(2) } }
      : issues,
    identificator: scanId,
    issuesSummary: Object.fromEntries(
      severities.map((severity) => [severity, issues.filter((each) => each.severity === severity).length]),
    ),
    ...rest,
    percentage,
    startDate: '2026-11-20T09:00:00.000Z',
    endDate,
  }));

export const conditions: fc.Arbitrary<Terms> = fc.record({
  failOn: fc.constantFrom<Threshold>('critical', 'high', 'high', 'medium', 'low', 'warning', 'never'),
  asked: fc.option(
    fc.constantFrom({ xss: true }, { xss: true, crawler_options: { open_redirect: true } }, { sqli: false }),
    { freq: 2 },
  ),
});
