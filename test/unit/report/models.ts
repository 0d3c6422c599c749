/** Models to render, made by hand, so that they can hold anything. {@link reportModel} is the one builder of models. */
import type { Problem } from '../../../src/core/problem.ts';
import {
  noFindings,
  type Severity,
  type SeverityCounts,
  severities,
  sumCounts,
} from '../../../src/core/severity.ts';
import type { Finding } from '../../../src/gate/findings.ts';
import type { HostFacts } from '../../../src/gate/host.ts';
import { judgeFindings } from '../../../src/gate/judge-findings.ts';
import { countBySeverity, countByStatus } from '../../../src/gate/summary-counts.ts';
import type { Assessment, Reason } from '../../../src/gate/verdict.ts';
import type { Policy } from '../../../src/policy/policy.ts';
import type { Settings } from '../../../src/policy/settings-in-force.ts';
import { defaultSources } from '../../../src/policy/settings-table.ts';
import { verdictLines } from '../../../src/report/log/end-of-log.ts';
import type { ReportModel } from '../../../src/report/model.ts';
import { plainPolicy, plainReports } from '../../support/plain-policy.ts';

type Sample = Omit<Finding, 'severity'>;

const shared = {
  type: null,
  unknownSeverity: null,
  source: null,
  unreadableScore: null,
  cwe: [],
  cve: [],
  otherIdentifiers: [],
  where: [],
  whereCut: false,
  subjects: {},
  references: [],
} as const;
const vector = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H';

/** A finding of each severity, as a scan would report it. */
const samples: Readonly<Record<Severity, Sample>> = {
  critical: {
    ...shared,
    name: 'SQL injection in the parameter `q` of /search',
    cvss: { score: 9.8, vector },
    cwe: [89],
    where: ['/search'],
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
    where: ['/', '/account', '/login'],
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

/** What the gate decides about `list` with `fail-on: high`. With a problem the verdict is `inconclusive`. */
export function madeUpAssessment(list: readonly Finding[], problem: Problem | null = null): Assessment {
  const judged = judgeFindings({
    findings: list,
    unlisted: noFindings,
    baseline: { kind: 'none' },
    policy: plainPolicy,
    siteHost: null,
    now: 0,
  });
  const countsByStatus = countByStatus(judged.findings);
  const blockingCount = sumCounts(countsByStatus.blocking);
  const reasons: Reason[] = [];
  if (problem !== null) reasons.push({ kind: 'problem', problem });
  if (blockingCount > 0) reasons.push({ kind: 'blocking-findings', threshold: 'high', count: blockingCount });
  if (reasons.length === 0) reasons.push({ kind: 'nothing-blocks', threshold: 'high' });
  return {
    verdict: { outcome: problem !== null ? 'inconclusive' : blockingCount > 0 ? 'fail' : 'pass', reasons },
    partial: false,
    complete: problem === null,
    findings: judged.findings,
    counts: countBySeverity(list),
    countsByStatus,
    blockingCount,
    unlisted: noFindings,
    baseline: judged.baseline,
    hostViolations: [],
    blockingViolationCount: 0,
    exceededBudgets: judged.exceededBudgets,
    ruleNotices: [],
    outcomeByPolicy: null,
  };
}

/** Of a run that names no finding. */
export const countsOnly = { mode: 'counts', because: 'setting' } as const;

export const host: HostFacts = {
  services: [
    { port: 22, state: 'closed', reason: 'reset', name: 'ssh', product: '', version: '' },
    { port: 80, state: 'open', reason: 'syn-ack', name: 'http', product: 'nginx', version: '1.18.0' },
    { port: 443, state: 'open', reason: 'syn-ack', name: 'https', product: 'nginx', version: '1.18.0' },
  ],
  certificates: [
    {
      commonName: 'preview.example.com',
      subject: 'CN=preview.example.com',
      issuedOn: Date.UTC(2026, 8, 1),
      expiresOn: Date.UTC(2026, 11, 1),
      daysLeft: 9,
      alternativeNames: ['preview.example.com'],
    },
  ],
  ips: ['192.0.2.17'],
  waf: [],
  wafKnown: true,
  components: ['jQuery 3.4.1', 'nginx'],
  emails: ['someone@example.com'],
  isp: 'Example Networks',
  webServer: 'nginx',
  cdn: null,
  cms: null,
  os: null,
  database: null,
  cut: [],
};

/** The plain settings, with `policy` for some of them. */
export function settingsWith(policy: Partial<Policy>): Settings {
  return {
    policy: { ...plainPolicy, ...policy },
    publishing: plainReports,
    sources: { ...defaultSources, 'fail-on': 'input' },
    file: null,
    organization: null,
  };
}

const runUrl = 'https://github.com/example/shop/actions/runs/101';

/** A finished scan of a preview, with `changes`. */
export function reportModel(assessment: Assessment, changes: Partial<ReportModel> = {}): ReportModel {
  const startedAt = Date.UTC(2026, 10, 21, 9, 12, 30);
  return {
    language: 'en',
    assessment,
    target: 'https://preview-104.example.com/',
    serviceHost: 'scanner.example.com',
    acceptedStatuses: [],
    scan: {
      id: '6f1c0b7e-3f0d-4a8e-9b9e-0d8a6f2f1c11',
      origin: 'started',
      percentage: 100,
      checks: 1482,
      subdomains: null,
      leaks: null,
      startedAt,
      endedAt: startedAt + 754_000,
      preferences: { scan_type: 'full', scan_speed: 'fast', scan_deep: 3, xss: true, sqli: true },
      preferenceDifferences: [],
      baselineDifferences: [],
    },
    hostFacts: host,
    settings: settingsWith({}),
    policyPages: {
      path: '.github/scan-gate.yml',
      exists: false,
      viewUrl: 'https://github.com/example/shop/blob/HEAD/.github/scan-gate.yml',
      editUrl: 'https://github.com/example/shop/new/main?filename=.github%2Fscan-gate.yml',
    },
    files: {
      artifact: { url: `${runUrl}/artifacts/4711`, holds: ['JSON', 'SARIF'] },
      pdfs: [{ type: 'ACTION_REPORT', url: `${runUrl}/artifacts/4710` }],
      missing: [],
    },
    run: {
      url: `${runUrl}/attempts/1`,
      repositoryUrl: 'https://github.com/example/shop',
      workflowUrl: `${runUrl}/workflow`,
      workflow: 'Security',
      job: 'scan',
      durationMs: 791_000,
      sha: '5d41402abc4b2a76b9719d911017c592aabbccdd',
    },
    isOnPullRequest: true,
    lastReport: null,
    trend: [],
    disclosure: { mode: 'full' },
    writtenAt: startedAt + 791_000,
    ...changes,
  };
}

/** A run that ended before there was a scan. */
export function withoutScan(problem: Problem): ReportModel {
  const shown = reportModel(madeUpAssessment([], problem));
  const none = {
    id: null,
    startedAt: null,
    endedAt: null,
    percentage: null,
    checks: null,
    preferences: null,
  };
  const files = { artifact: null, pdfs: [], missing: [] };
  return { ...shown, scan: { ...shown.scan, ...none }, hostFacts: null, files };
}

/** The end of the log, without colours. */
export function logLines(shown: ReportModel): string[] {
  return verdictLines(shown).map(({ text }) => text);
}
