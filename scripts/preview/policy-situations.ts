/** What baseline, ignore rules, budgets and host rules bring to the reports, as the gate itself judges them. */

import { fingerprinter } from '../../src/gate/fingerprint.ts';
import type { ReportModel } from '../../src/report/model.ts';
import {
  countsOnlyModel,
  type Example,
  exampleBaseline,
  judgedModel,
} from '../../test/unit/report/models.ts';
import { inPortuguese, sample, samples } from './samples.ts';
import type { Situation } from './situation.ts';

const outdated = sample('high', 0, {
  name: 'Outdated OpenSSH 8.2 with a known command injection',
  description: 'scp of OpenSSH 8.2 runs commands that stand between backticks in the name of a file.',
  remediation: 'Update OpenSSH, and copy files with sftp or rsync.',
  group: 'Improper Neutralization',
  references: ['https://www.openssh.com/security.html'],
  cve: ['CVE-2020-15778'],
  cwe: [78],
  cvss: { score: 7.8, vector: 'CVSS:3.1/AV:L/AC:L/PR:N/UI:R/S:U/C:H/I:H/A:H' },
});
const ignoring = `ignore:
  - fingerprint: ${fingerprinter(null)(outdated)}
    reason: Reachable from the office network only; the update is planned with the next image
    expires: 2026-12-01
    owner: platform@example.com
  - name: "*DMARC*"
    reason: The domain sends no e-mail, SPF is -all
`;
const notices = `  - cve: CVE-2020-0001
    reason: Waiting for the vendor
    expires: 2026-11-01
    owner: shop team
  - name: "Server banner*"
    reason: Wanted by the monitoring
`;
const production = exampleBaseline([...samples({ high: 1, medium: 2, low: 2 }), sample('low', 9)]);
const weakHost = { ports: [443, 8080, ''], certificateDays: 9, waf: [] } as const;

const examples: Readonly<Record<string, Example>> = {
  'Passed: known from the baseline, some ignored': {
    policy: `baseline: https://www.example.com\n${ignoring}`,
    inputs: { 'fail-on': 'medium' },
    findings: [...samples({ high: 1, medium: 2, low: 3, warning: 1 }), outdated],
    baseline: production,
  },
  'Failed: new beside known, over a score and a budget': {
    policy: `fail-on-cvss: 6.5\nmax-findings: { low: 1 }\nbaseline: https://www.example.com\n${ignoring}${notices}`,
    findings: [
      ...samples({ critical: 1, high: 1, medium: 2, low: 4, warning: 2 }),
      outdated,
      sample('medium', 3, { cvss: null }),
    ],
    baseline: production,
  },
  'Failed: by the policy of the organization alone': {
    policy: `baseline: https://www.example.com\n${ignoring}`,
    organization: 'fail-on: high\nallow-ignores: { max-days: 30, max-severity: medium }\n',
    findings: [...samples({ high: 1, medium: 2 }), outdated],
    baseline: production,
  },
  'Failed: host rules, expired and useless ignore rules': {
    policy: `host:\n  allowed-ports: [80, 443]\n  certificate-min-days: 21\n  require-waf: true\n${ignoring}${notices}`,
    findings: samples({ medium: 1, low: 2 }),
    host: weakHost,
  },
  'Passed: no finished scan of the baseline, host rules that do not block': {
    policy:
      'baseline: https://www.example.com\nhost:\n  allowed-ports: [443]\n  certificate-min-days: 7\n  severity: medium\n',
    findings: samples({ low: 2 }),
    host: weakHost,
  },
  'Failed, but the check stays green: on-fail is warn': {
    policy: 'on-fail: warn\nmax-findings: { low: 1 }\n',
    findings: samples({ high: 1, low: 4 }),
  },
  'Failed fast, on a partial result': {
    policy: 'fail-fast: true\nbaseline: https://www.example.com\n',
    findings: samples({ critical: 1, medium: 1 }),
    baseline: production,
    partialAt: 42.5,
  },
};

/** What a policy brings, as the gate judges it: as a comment, then the fullest in the other forms. */
export function policySituations(): Situation[] {
  const shown = Object.entries(examples).map(([heading, example]) => ({
    heading,
    model: judgedModel(example),
  }));
  const fullest = shown[1];
  if (fullest === undefined) return [];
  const { assessment } = fullest.model;
  const translated = assessment.findings.map((judged) => ({
    ...judged,
    finding: inPortuguese(judged.finding),
  }));
  const portuguese: ReportModel = {
    ...fullest.model,
    language: 'pt',
    assessment: { ...assessment, findings: translated },
  };
  return [
    ...shown.map((situation) => ({ ...situation, as: 'comment' }) as const),
    { heading: `${fullest.heading}: the summary`, model: fullest.model, as: 'summary' },
    { heading: `${fullest.heading}: the log`, model: fullest.model, as: 'log' },
    { heading: `${fullest.heading}: in Portuguese`, model: portuguese, as: 'comment' },
    { heading: `${fullest.heading}: counts only`, model: countsOnlyModel(fullest.model), as: 'comment' },
  ];
}
