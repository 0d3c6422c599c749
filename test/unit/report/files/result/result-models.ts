/** Models whose JSON results together have a value of every kind in every field. */
import { classified } from '../../../../../src/core/classified-text.ts';
import type { ReportModel } from '../../../../../src/report/model.ts';
import { exampleBaseline, judgedModel, plainModel, withoutScan } from '../../models.ts';
import { finding, findings } from '../../sample-findings.ts';

const policy = `fail-on-cvss: 6.5
max-findings: { low: 1 }
baseline: https://www.example.com
host:
  allowed-ports: [443]
  certificate-min-days: 21
  require-waf: true
target:
  allowed-redirects: [login.example.com]
ignore:
  - cwe: [614, 1004]
    reason: Session cookies of the preview only
    expires: 2026-11-30
    owner: shop
  - cve: CVE-2020-0001
    reason: gone
    expires: 2026-11-01
`;

export function resultModels(): Readonly<Record<string, ReportModel>> {
  const listed = [
    ...findings({ critical: 1, high: 1, medium: 1, low: 3, warning: 1 }),
    finding('critical', 7, { severity: 'critical', unknownSeverity: 'apocalyptic', cvss: null }),
  ];
  const detail = classified('detail', 'upstream timed out');
  const fail = judgedModel({
    policy,
    findings: listed,
    baseline: exampleBaseline(findings({ high: 1, low: 0, medium: 4 })),
    host: { ports: [443, 8080, ''], certificateDays: 9, waf: [] },
  });
  return {
    fail,
    pass: judgedModel({ policy: 'baseline: previous\n', findings: findings({ low: 1 }) }),
    partial: judgedModel({ policy: 'fail-fast: true\n', findings: findings({ high: 1 }), partialAt: 40.5 }),
    timeout: plainModel(findings({ low: 1 }), {
      problem: { kind: 'timeout', afterMs: 3_600_000, percentage: 62.5 },
    }),
    'not-started': withoutScan({
      kind: 'service',
      operation: 'start',
      fault: { kind: 'status', status: 503, detail, retryAfterMs: null },
      tries: 5,
    }),
  };
}
