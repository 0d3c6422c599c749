/** Models to render, as a gate would hand them over. */
import type { Problem } from '../../../src/core/problem.ts';
import {
  compareSeverity,
  noFindings,
  reaches,
  type Severity,
  type SeverityCounts,
  severities,
} from '../../../src/core/severity.ts';
import type { Finding } from '../../../src/gate/findings.ts';
import { fingerprint } from '../../../src/gate/fingerprint.ts';
import type { HostInformation } from '../../../src/gate/host.ts';
import type { Assessment, JudgedFinding, Reason } from '../../../src/gate/verdict.ts';
import type { ReportModel } from '../../../src/report/model.ts';
import { plainPolicy, plainReports } from '../../support/plain-policy.ts';
import { samples } from './samples.ts';

/** A finding of `severity`, with `changes`; `number` makes the names of several differ. */
export function finding(severity: Severity, number = 0, changes: Partial<Finding> = {}): Finding {
  const sample = samples.find((each) => each.severity === severity) ?? samples[0];
  if (sample === undefined) throw new Error('no samples');
  return {
    type: null,
    group: sample.group,
    name: number === 0 ? sample.name : `${sample.name} (${number})`,
    severity,
    unknownSeverity: null,
    cvss: { score: sample.score, vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' },
    cve: sample.cve ?? [],
    cwe: sample.cwe,
    description: sample.description,
    remediation: sample.remediation,
    references: sample.reference === '' ? [] : [sample.reference],
    ...changes,
  };
}

/** As many findings of each severity as `counts` says. */
export function findings(counts: Partial<SeverityCounts>): Finding[] {
  return severities.flatMap((severity) =>
    Array.from({ length: counts[severity] ?? 0 }, (_, index) => finding(severity, index)),
  );
}

/** What the gate makes of `list` with `fail-on: high`; with a problem the verdict is `inconclusive`. */
export function assess(list: readonly Finding[], problem: Problem | null = null): Assessment {
  const threshold = 'high';
  const counts = { ...noFindings };
  for (const { severity } of list) counts[severity] += 1;
  const blocking = list.filter(({ severity }) => reaches(severity, threshold)).length;
  const reasons: Reason[] = [];
  if (problem !== null) reasons.push({ kind: 'problem', problem });
  if (blocking > 0) reasons.push({ kind: 'blocking-findings', threshold, count: blocking });
  if (reasons.length === 0) reasons.push({ kind: 'nothing-blocks', threshold });
  return {
    verdict: { outcome: problem !== null ? 'inconclusive' : blocking > 0 ? 'fail' : 'pass', reasons },
    partial: false,
    findings: list
      .toSorted((a, b) => compareSeverity(a.severity, b.severity))
      .map((each): JudgedFinding => {
        const blocks = reaches(each.severity, threshold);
        return {
          finding: each,
          fingerprint: fingerprint(each, null),
          status: blocks ? 'blocking' : 'passing',
          blockedBy: blocks ? [{ kind: 'fail-on', threshold }] : [],
          ignoredBy: null,
        };
      }),
    counts,
    blocking,
    unlisted: noFindings,
    ignored: 0,
    baseline: { kind: 'none' },
    hostViolations: [],
    ruleNotices: [],
  };
}

export const host: HostInformation = {
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
      alternativeNames: ['preview.example.com'],
    },
  ],
  ips: ['192.0.2.17'],
  waf: [],
  components: ['jQuery 3.4.1', 'nginx'],
  emails: ['someone@example.com'],
  isp: 'Example Networks',
  cdn: null,
  cms: null,
  webServer: 'nginx',
  os: null,
  database: null,
};

/** A finished scan of a preview, with `changes`. */
export function model(assessment: Assessment, changes: Partial<ReportModel> = {}): ReportModel {
  const startedAt = Date.UTC(2026, 10, 21, 9, 12, 30);
  return {
    language: 'en',
    assessment,
    target: 'https://preview-104.example.com/',
    scan: {
      id: '6f1c0b7e-3f0d-4a8e-9b9e-0d8a6f2f1c11',
      origin: 'started',
      startedAt,
      endedAt: startedAt + 754_000,
      percentage: 100,
      checks: 1482,
      preferences: { scan_type: 'full', scan_speed: 'fast', scan_deep: 3, xss: true, sqli: true },
    },
    host,
    policy: plainPolicy,
    settings: {
      reports: plainReports,
      sources: { 'fail-on': 'input' },
      file: null,
    },
    files: {
      artifact: {
        name: 'scan-gate-security',
        url: 'https://github.com/example/shop/actions/runs/101/artifacts/4711',
      },
      pdfs: [{ type: 'ACTION_REPORT', fileName: 'action-report.pdf' }],
      missing: [],
    },
    run: {
      url: 'https://github.com/example/shop/actions/runs/101/attempts/1',
      workflow: 'Security',
      job: 'scan',
      sha: '5d41402abc4b2a76b9719d911017c592aabbccdd',
      durationMs: 791_000,
    },
    previous: null,
    trend: [],
    disclosure: { mode: 'full', because: 'setting' },
    ...changes,
  };
}

/** A run that never got as far as a scan. */
export function withoutScan(problem: Problem): ReportModel {
  return model(assess([], problem), {
    scan: {
      id: null,
      origin: 'started',
      startedAt: null,
      endedAt: null,
      percentage: null,
      checks: null,
      preferences: null,
    },
    host: null,
    files: { artifact: null, pdfs: [], missing: [] },
  });
}
