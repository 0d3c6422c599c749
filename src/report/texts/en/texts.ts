import type { Severity } from '../../../core/severity.ts';
import type { ReportType } from '../../../core/words.ts';
import type { Verdict } from '../../../gate/verdict.ts';
import type { ScanOrigin } from '../../../scan/obtain-scan.ts';
import { enFaults } from './faults.ts';
import { enHistory } from './history.ts';
import { enPolicy } from './policy.ts';
import { enProblems } from './problems.ts';
import { enReasons } from './reasons.ts';
import { enSarif } from './sarif.ts';
import { number, plural } from './words.ts';

/** Headings, column names and other texts without placeholders. */
const label = {
  whatToDo: 'What to do',
  alsoTrue: 'Also',
  total: 'Total',
  /** Over the number of findings. */
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
  preferenceDifferences: 'Different from what was asked for, or switched off',
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

/** Texts with placeholders. All are plain text; parts between backticks are literal names. */
const phrase = {
  /** In lower case: `2 medium`, `1 warning`. */
  severityCount: (severity: Severity, count: number) =>
    severity === 'warning' ? plural(count, 'warning', 'warnings') : `${number(count)} ${severity}`,
  /** After the verdict and a comma. */
  block: (count: number) => plural(count, 'finding blocks', 'findings block'),
  blockingFindings: (count: number) => `Blocking findings (${number(count)})`,
  otherFindings: (count: number) => `Findings that do not block (${number(count)})`,
  partialCounts: () => 'Found so far; not a complete result.',
  clean: (checks: number | null) =>
    checks === null ? 'No findings.' : `No findings in ${plural(checks, 'check', 'checks')}.`,
  notBlocking: (total: number) =>
    total === 1 ? 'The only finding does not block.' : `None of the ${number(total)} findings blocks.`,
  /** The job stays green although the verdict is inconclusive. */
  onlyWarns: () => 'The step is not failed by this, because `on-inconclusive` is `warn`.',
  /** `list`: the counts by severity, such as `1 critical, 2 low`. */
  unlistedNote: (count: number, list: string) =>
    `The summary of the scan counts ${plural(count, 'finding', 'findings')} that the list does not hold (${list}).`,
  leftOut: (count: number, inArtifact: boolean) =>
    `${plural(count, 'finding is', 'findings are')} left out here, because GitHub limits the size: first those that do not block, then the least severe. The full list is in the JSON result${inArtifact ? ' in the artifact below' : ', the file named by the output `result-path`'}.`,
  /** `asked` and `got`: Markdown of the values; `null` for one that is not given. */
  askedAndGot: (asked: string | null, got: string | null) =>
    `${asked === null ? 'not asked for' : `asked for ${asked}`}, ${got === null ? 'not in the result' : `ran with ${got}`}`,
  /** `names`: preferences, each between backticks. */
  otherPreferences: (names: string) =>
    `The scan of the baseline ran with other preferences (${names}), so findings can be new or gone for this reason alone.`,
  andMore: (count: number) => `and ${number(count)} more`,
  moreBlocking: (count: number) => `${number(count)} more blocking ${count === 1 ? 'finding' : 'findings'}`,
  moreAnnotations: () => 'All of them are in the job summary and in the JSON result.',
  unknownSeverity: (given: string) => `The service called the severity “${given}”.`,
  emailCount: (count: number) => `${plural(count, 'address', 'addresses')}, listed in the JSON result`,
  artifact: () => 'All files of this run:',
  reportInArtifact: (report: string, fileName: string) => `${report}: \`${fileName}\` in the artifact`,
  reportMissing: (report: string, why: string) => `${report} is missing: ${why}`,
  took: (duration: string) => `took ${duration}`,
};

const severity: Readonly<Record<Severity, string>> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  warning: 'Warning',
};

const outcome: Readonly<Record<Verdict['outcome'], string>> = {
  pass: 'passed',
  fail: 'failed',
  inconclusive: 'inconclusive',
};

const report: Readonly<Record<ReportType, string>> = {
  ACTION_REPORT: 'Action report (PDF)',
  COMMERCIAL_RISK_REPORT: 'Commercial risk report (PDF)',
};

const origin: Readonly<Record<ScanOrigin, string>> = {
  started: 'started by this run',
  attached: 'an existing scan, given by `scan-id`',
  reused: 'an existing scan, reused (`reuse-within`)',
  resumed: 'started by an earlier attempt of this run',
  recovered: 'started by this run, found again in the scan list',
};

export const en = {
  number,
  severity,
  outcome,
  reason: enReasons,
  problem: enProblems,
  fault: enFaults,
  report,
  origin,
  /** A group of findings (docs/service-interface.md, section 2.5). An unknown group is returned as it is. */
  group: (id: string): string => id,
  policy: enPolicy,
  history: enHistory,
  sarif: enSarif,
  label,
  phrase,
};
