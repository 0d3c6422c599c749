/** Results as docs/service-interface.md describes them, to be broken, and what they are judged by. */
import fc from 'fast-check';
import type { HostTerms, Terms, Threshold } from './oracle.ts';

export const scanId = '6f1c2f5e-0b7a-4a53-9a4e-2f5d5b1c7e11';
export const now = Date.parse('2026-11-20T12:00:00Z');

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

const services = [
  { state: 'open', reason: 'syn-ack', name: 'https', product: '', version: '', port: 443 },
  { state: 'closed', reason: 'reset', name: 'ssh', product: '', version: '', port: 22 },
];
const certificate = { 'Expires On': { $date: Date.parse('2999-01-01') / 1000 }, commonName: 'a.example' };

const information = fc.record({
  services: fc.constantFrom(services, services.slice(0, 1)),
  certificate: fc.constant([certificate, { ...certificate, commonName: 'b.example' }]),
  waf: fc.constantFrom(['Cloudflare'], ['', 'Cloudflare']),
  ips: fc.constant(['127.0.0.1']),
  total_checked: fc.nat(40),
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

/** A result as docs/service-interface.md, section 2.2, describes it, finished or not: counts and list agree. */
export const wellFormed = fc
  .record({
    issues: fc.array(issue, { maxLength: 4 }),
    byType: fc.boolean(),
    state,
    information,
    preferences,
    totalChecked: fc.constantFrom(0, 1, 25, 25, 25, 25),
  })
  .map(({ issues, byType, information: facts, state: { percentage, endDate }, ...rest }) => ({
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
    information: facts,
    percentage,
    startDate: '2026-11-20T09:00:00.000Z',
    endDate,
  }));

/** What an ignore rule or the baseline may excuse. */
export interface Excuse {
  readonly kind: 'none' | 'cve' | 'baseline';
  /** The only CVE that the ignore rule names. */
  readonly cve: string;
  /** Names of the findings of the baseline, which are all critical. */
  readonly names: readonly string[];
}

/** Conditions of a run. */
export interface Conditions extends Omit<Terms, 'excused'> {
  readonly excuse: Excuse;
}

const host: fc.Arbitrary<HostTerms> = fc.record({
  allowedPorts: fc.option(fc.constant([443])),
  certificateMinDays: fc.option(fc.constantFrom(0, 30)),
  requireWaf: fc.boolean(),
  now: fc.constant(now),
});

const plainExcuse: Excuse = { kind: 'none', cve: 'CVE-2021-23017', names: [] };

export const conditions: fc.Arbitrary<Conditions> = fc.record({
  failOn: fc.constantFrom<Threshold>('critical', 'high', 'high', 'medium', 'low', 'warning', 'never'),
  failOnCvss: fc.option(fc.constantFrom(0, 4, 7, 9), { freq: 2 }),
  host: fc.option(host, { freq: 2 }),
  asked: fc.option(
    fc.constantFrom({ xss: true }, { xss: true, crawler_options: { open_redirect: true } }, { sqli: false }),
    { freq: 2 },
  ),
  excuse: fc.oneof(
    { weight: 3, arbitrary: fc.constant(plainExcuse) },
    fc.constant<Excuse>({ ...plainExcuse, kind: 'cve' }),
    fc
      .array(fc.constantFrom('Missing header', 'Open redirect'), { minLength: 1, maxLength: 2 })
      .map((names): Excuse => ({ ...plainExcuse, kind: 'baseline', names })),
  ),
});

function own(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}

/** What a name says, without letter case, signs and white space. */
function lettersOf(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Which findings may be excused at most: by the ignore rule those that name its CVE and no other, by the baseline as many
 * of a name as it has.
 */
export function excuses({ kind, cve, names }: Excuse): Terms['excused'] {
  if (kind === 'none') return () => false;
  if (kind === 'cve') {
    return (issue) => {
      const named = (JSON.stringify(own(issue, 'cve') ?? null).match(/\d{4}\P{N}\d{4,}/gu) ?? []) as string[];
      return named.length > 0 && named.every((each) => cve.endsWith(each.replace(/\P{N}/u, '-')));
    };
  }
  const left = new Map([...Map.groupBy(names, lettersOf)].map(([name, all]) => [name, all.length]));
  return (issue) => {
    const given = own(issue, 'name');
    const name = typeof given === 'string' ? lettersOf(given) : '';
    const count = left.get(name) ?? 0;
    if (count > 0) left.set(name, count - 1);
    return count > 0;
  };
}
