/** Models whose JSON results together have a value of every kind in every field. */
import type { PublishedModel } from '../../../../src/report/published-model.ts';
import { statusFault } from '../../../support/problem-samples.ts';
import { exampleBaseline, judgedModel, plainModel, withoutScan } from '../models.ts';
import { finding, findings } from '../sample-findings.ts';

const policy = `fail-on: medium
baseline: https://www.example.com
min-checks: 100
allowed-statuses: [404]
ignore:
  - cwe: [614, 1004]
    where: /account
    severity: medium
    reason: Session cookies of the preview only
    expires: 2026-11-30
    owner: shop
  - cve: CVE-2020-0001
    group: "Incorrect*"
    reason: gone
    expires: 2026-11-01
  - fingerprint: v1:00000000000000000000
    name: "No *"
    reason: not seen
`;

export function resultModels(): Readonly<Record<string, PublishedModel>> {
  const listed = findings({ critical: 1, high: 1, medium: 1, low: 3, warning: 1 });
  const fail = judgedModel({
    policy,
    findings: [...listed, finding('medium', 0, { places: ['/account'] })],
    baseline: exampleBaseline(findings({ high: 1, medium: 4 })),
  });
  const { judgement } = plainModel([finding('critical')]);
  const strange = { unknownSeverity: 'apocalyptic', cvss: null, type: 'web' };
  const otherIdentifiers = { cve: ['unclear'], cwe: ['CWE'] };
  const judged = judgement.findings.map((each) => ({
    ...each,
    finding: { ...each.finding, ...strange, otherIdentifiers },
  }));
  return {
    fail,
    pass: judgedModel({ policy: 'baseline: https://www.example.com\n', findings: findings({ low: 1 }) }),
    'of an unknown severity': { ...plainModel(), judgement: { ...judgement, findings: judged } },
    accepted: { ...plainModel(), acceptedStatus: 404 },
    timeout: plainModel(findings({ low: 1 }), {
      problem: { kind: 'timeout', afterMs: 3_600_000, percentage: 62.5 },
    }),
    'not-started': withoutScan({
      kind: 'service',
      operation: 'start',
      fault: statusFault(503, 'upstream timed out'),
      tries: 5,
    }),
  };
}
