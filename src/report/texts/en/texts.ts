import { groupedNumber } from '../grouped-number.ts';
import type { Labels, Phrases, Texts } from '../texts.ts';
import { enFaults } from './faults.ts';
import { enHistory } from './history.ts';
import { enPolicy } from './policy.ts';
import { enProblems } from './problems.ts';
import { enReasons } from './reasons.ts';

function number(value: number): string {
  return groupedNumber(value, ',');
}

function plural(count: number, one: string, many: string): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}

const label: Labels = {
  whatToDo: 'What to do',
  alsoTrue: 'Also',
  total: 'Total',
  count: 'Findings',
  severity: 'Severity',
  finding: 'Finding',
  identifiers: 'CWE and CVE',
  unnamed: '(no name)',
  noGroup: 'No group',
  details: 'Details and fix',
  remediation: 'Remediation',
  references: 'References',
  scan: 'About the scan',
  target: 'Target',
  scanId: 'Scan id',
  origin: 'Origin',
  started: 'Started',
  ended: 'Ended',
  duration: 'Duration',
  progress: 'Progress',
  checks: 'Checks made',
  preferences: 'Preferences',
  host: 'About the host',
  addresses: 'IP addresses',
  services: 'Services',
  port: 'Port',
  state: 'State',
  service: 'Service',
  product: 'Product',
  certificates: 'Certificates',
  certificate: 'Certificate for',
  validFrom: 'Valid from',
  validUntil: 'Valid until',
  firewall: 'Firewall (WAF)',
  noFirewall: 'none detected',
  components: 'Components',
  webServer: 'Web server',
  operatingSystem: 'Operating system',
  database: 'Database',
  contentSystem: 'CMS',
  network: 'CDN',
  provider: 'Provider (ISP)',
  emails: 'Exposed e-mail addresses',
  unknown: 'unknown',
  whereToLook: 'Reports and details',
  run: 'Run',
  commit: 'commit',
  reference: 'Reference',
};

const phrase: Phrases = {
  severityCount: (severity, count) =>
    severity === 'warning' ? plural(count, 'warning', 'warnings') : `${number(count)} ${severity}`,
  block: (count) => plural(count, 'finding blocks', 'findings block'),
  blockingFindings: (count) => `Blocking findings (${number(count)})`,
  otherFindings: (count) => `Findings that do not block (${number(count)})`,
  partialCounts: () => 'Found so far; not a complete result.',
  clean: (checks) =>
    checks === null ? 'No findings.' : `No findings in ${plural(checks, 'check', 'checks')}.`,
  notBlocking: (total) =>
    total === 1 ? 'The only finding does not block.' : `None of the ${number(total)} findings blocks.`,
  onlyWarns: () => 'The step is not failed by this, because `on-inconclusive` is `warn`.',
  unlistedNote: (count, list) =>
    `The summary of the scan counts ${plural(count, 'finding', 'findings')} that the list does not hold (${list}).`,
  leftOut: (count, inArtifact) =>
    `${plural(count, 'finding is', 'findings are')} left out here for want of room: first those that do not block, then the least severe. The full list is in the JSON result${inArtifact ? ' in the artifact below' : ', the file named by the output `result-path`'}.`,
  andMore: (count) => `and ${number(count)} more`,
  moreBlocking: (count) => `${number(count)} more blocking ${count === 1 ? 'finding' : 'findings'}`,
  moreAnnotations: () => 'All of them are in the job summary and in the JSON result.',
  unknownSeverity: (given) => `The service called the severity “${given}”.`,
  emailCount: (count) => `${plural(count, 'address', 'addresses')}, listed in the JSON result`,
  artifact: () => 'All files of this run:',
  reportInArtifact: (report, fileName) => `${report}: \`${fileName}\` in the artifact`,
  reportMissing: (report, why) => `${report} is missing: ${why}`,
  took: (duration) => `took ${duration}`,
};

export const en: Texts = {
  language: 'en',
  number,
  severity: { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low', warning: 'Warning' },
  outcome: { pass: 'passed', fail: 'failed', inconclusive: 'inconclusive' },
  reason: enReasons,
  problem: enProblems,
  fault: enFaults,
  report: { ACTION_REPORT: 'Action report (PDF)', COMMERCIAL_RISK_REPORT: 'Commercial risk report (PDF)' },
  origin: {
    started: 'started by this run',
    attached: 'an existing scan, given by `scan-id`',
    reused: 'an existing scan, reused (`reuse-within`)',
    resumed: 'started by an earlier attempt of this run',
    recovered: 'started by this run, found again in the scan list',
  },
  group: (id) => id,
  policy: enPolicy,
  history: enHistory,
  label,
  phrase,
};
