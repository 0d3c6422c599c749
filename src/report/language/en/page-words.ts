import type { ReportType } from '../../../core/choices.ts';
import type { Severity } from '../../../core/severity.ts';
import type { ScanOrigin } from '../../../scan/start-scan.ts';
import type { ExceededBudget } from '../../exceeded-budgets.ts';
import { number, plural } from './numbers.ts';

/** The words of the verdicts, within a sentence. */
const verdict = { pass: 'passed', fail: 'failed', inconclusive: 'inconclusive' };

/** Headings, column names and other names. */
const label = {
  whatToDo: 'What to do',
  alsoTrue: 'Also',
  severity: 'Severity',
  blockingFinding: 'What blocks',
  /** Without a verdict. */
  wouldBlock: 'Would block: fix it too',
  where: 'Where',
  problem: 'Problem',
  evidence: 'Evidence',
  impact: 'Impact',
  /** Before a name, or the number of a port. */
  parameter: 'parameter',
  cookie: 'cookie',
  header: 'header',
  port: 'port',
  wholeHost: 'whole host',
  unnamed: '(no name)',
  howToFix: 'How to fix',
  details: 'Details',
  references: 'References',
  /** Before the counts of a scan that did not finish. */
  soFar: 'Found so far, not a complete result',
  about: 'Scan, host and policy',
  scan: 'Scan',
  target: 'Target',
  service: 'Scanning service',
  scanId: 'Scan id',
  baselineScan: 'Compared with scan',
  origin: 'Origin',
  started: 'Started',
  ended: 'Ended',
  duration: 'Duration',
  progress: 'Progress',
  checks: 'Checks made',
  subdomains: 'Subdomains',
  leaks: 'Leaked addresses',
  preferences: 'Preferences',
  preferenceDifferences: 'Different from what was asked for, or switched off',
  host: 'Host',
  addresses: 'IP addresses',
  services: 'Services',
  certificates: 'Certificates',
  firewall: 'Firewall (WAF)',
  noFirewall: 'none detected',
  components: 'Components',
  webServer: 'Web server',
  os: 'Operating system',
  database: 'Database',
  cms: 'CMS',
  cdn: 'CDN',
  isp: 'Provider (ISP)',
  emails: 'Exposed e-mail addresses',
  unknown: 'unknown',
  /** Before who can see withheld findings. */
  whoSees: 'Who can see the findings',
  jobSummary: 'Job summary',
  isNew: 'new',
  /** Rows of the table of counts. */
  blocks: 'Blocks',
  passes: "Doesn't block",
  unlisted: 'Counted, but not listed',
  openRun: 'Open this run',
  openWorkflow: 'Open the workflow file',
  openSecrets: 'Open the secrets of this repository',
  run: 'Run',
  commit: 'commit',
};

/** Titles, after `Scan Gate: `: each says what happens to the check. Plain text. */
const title = {
  passed: 'passed',
  /** Without a pull request. `what`: what blocks. */
  failed: (what: string) => `failed, ${what}`,
  /** `what`: what blocks, `count` in number, such as `2 findings`. */
  block: (what: string, count: number) => `${what} ${count === 1 ? 'blocks' : 'block'}`,
  blockPullRequest: (what: string, count: number) =>
    `${what} ${count === 1 ? 'blocks' : 'block'} this pull request`,
  wouldBlock: (what: string, _count: number) => `${what} would block; the check stays green (on-fail: warn)`,
  undecided: 'no clear result, so this check failed',
  undecidedWarns: 'no clear result; the check stays green (on-inconclusive: warn)',
  cancelled: 'cancelled, so this check counts as failed',
  skipped: 'skipped, nothing was scanned',
};

const withheldBecause = {
  setting: 'because `disclosure` is `counts`',
  public: 'because this repository is public',
  unknown: 'because it is not known whether this repository is public',
};

/** Sentences and parts of them. All are plain text; parts between backticks are literal names. */
const phrase = {
  /** In lower case: `2 medium`, `1 warning`. */
  severityCount: (severity: Severity, count: number) =>
    severity === 'warning' ? plural(count, 'warning', 'warnings') : `${number(count)} ${severity}`,
  /** `list`: the counts by severity, such as `8 medium, 1 warning`. */
  otherFindings: (count: number, list: string) =>
    `${plural(count, 'finding that does not block', 'findings that do not block')} (${list})`,
  /** After the counts. `target`: Markdown. */
  onTarget: (target: string) => `on ${target}`,
  findingCount: (count: number) => plural(count, 'finding', 'findings'),
  newFindingCount: (count: number) => plural(count, 'new finding', 'new findings'),
  violationCount: (count: number) =>
    plural(count, 'violated rule for the host', 'violated rules for the host'),
  /** `which`: Markdown of {@link thatBlock}, names and {@link ofBudget}. */
  fix: (which: string) => `Fix ${which} (see “How to fix”).`,
  /** The same, if findings are withheld. `service`: a link to the host of `base-url`. */
  fixCounted: (which: string, service: string) =>
    `Open this scan in the dashboard of ${service} (by its id below), and fix ${which}.`,
  /** After a fix, on a pull request and without one. */
  thenPush: 'Then push: the next deployment is scanned again.',
  thenDeploy: 'Then deploy: the next run scans again.',
  /** Before what to do, if `on-fail` is `warn`. */
  mayMerge: 'This check does not stop a merge. Recommended:',
  /** `list`: the counts by severity or by rule, such as `4 critical, 8 high`. */
  thatBlock: (list: string) => `the findings that block (${list})`,
  /** How many of the findings of one severity have to be fixed. */
  ofBudget: ({ severity, toFix, onlyByBudget }: ExceededBudget) =>
    `${toFix < onlyByBudget ? `at least ${number(toFix)} of ` : ''}the ${plural(onlyByBudget, `${severity} finding`, `${severity} findings`)}`,
  /** Over the findings of a budget, after their severity. */
  budget: ({ severity, count, allowed, toFix }: ExceededBudget) =>
    `${phrase.severityCount(severity, count)}, and ${allowed === 0 ? 'none' : number(allowed)} ${allowed > 1 ? 'are' : 'is'} allowed${toFix > 0 ? `: fix at least ${number(toFix)} of these` : ''}`,
  /** Who can see withheld findings, where, and why. */
  withheld: (because: keyof typeof withheldBecause, service: string) =>
    `everybody with access to \`${service}\`, in its dashboard. Without access, ask whoever set up \`api-key\` in this repository. Only counts are shown here, not the site and not the findings, ${withheldBecause[because]}. To show them to everybody who can read this page, set \`disclosure: full\`.`,
  /** After the verdict, in brackets. */
  partialResult: 'partial result',
  isPartial: (percentage: number | null) =>
    `This result is partial: with \`fail-fast\`, the run stopped waiting${percentage === null ? '' : ` at ${percentage}%`}, and the scan may find more.`,
  /** `list`: statuses, such as `401, 404`. */
  acceptedStatuses: (list: string) => `The target answered HTTP ${list}, which \`allowed-statuses\` accepts.`,
  nothingToDo: 'Nothing to do.',
  staysGreen: 'The check stays green.',
  listedInJson: (count: number) => `${number(count)}, listed in the JSON result`,
  clean: (checks: number | null) =>
    checks === null ? 'No findings.' : `No findings in ${plural(checks, 'check', 'checks')}.`,
  notBlocking: (total: number) =>
    total === 1 ? 'The only finding does not block.' : `None of the ${number(total)} findings blocks.`,
  /** The job stays green although the verdict is inconclusive. */
  onlyWarns: 'The step is not failed by this, because `on-inconclusive` is `warn`.',
  /** Descriptions of the commit status, which are cut after 140 characters. */
  statusPending: 'The scan has not finished yet.',
  statusOnlyWarns: (reason: string) => `Inconclusive, but only warned about: ${reason}`,
  /** `list`: the counts by severity, such as `1 critical, 2 low`. */
  unlistedNote: (count: number, list: string) =>
    `The scan counts ${plural(count, 'finding', 'findings')} that it does not list (${list}).`,
  /** `blocking`: how many of them block. */
  leftOut: (count: number, blocking: number, inArtifact: boolean) =>
    `${plural(count, 'finding is', 'findings are')} left out here because GitHub limits the length${blocking > 0 ? ` (${number(blocking)} blocking: the worst are shown)` : ''}. The full list is in the JSON result${inArtifact ? '' : ', the file named by the output `result-path`'}.`,
  /** `asked` and `got`: Markdown of the values; `null` for one that is not given. */
  askedAndGot: (asked: string | null, got: string | null) =>
    `${asked === null ? 'not asked for' : `asked for ${asked}`}, ${got === null ? 'not in the result' : `ran with ${got}`}`,
  /** `names`: preferences, each between backticks. */
  otherPreferences: (names: string) =>
    `The scan of the baseline ran with other preferences (${names}), so findings can be new or gone for this reason alone.`,
  andMore: (count: number) => `and ${number(count)} more`,
  /** Of a list that is too long to be read to its end. */
  andMoreThan: (count: number) => `and more than ${number(count)} more, which were not all read`,
  moreBlocking: (count: number) => `${number(count)} more blocking ${count === 1 ? 'finding' : 'findings'}`,
  moreAnnotations: 'All of them are in the job summary and in the JSON result.',
  unknownSeverity: (given: string) => `The scanning service calls this severity “${given}”.`,
  emailCount: (count: number) => `${plural(count, 'address', 'addresses')}, listed in the JSON result`,
  emailsCut: (count: number) =>
    `more than ${number(count)} addresses, the first ones listed in the JSON result`,
  /** Of a certificate. `end`: a date. */
  certificateEnd: (days: number, end: string) =>
    days < 0 ? `expired on ${end}` : `ends in ${plural(days, 'day', 'days')}, on ${end}`,
  /** `state`: a word of the service, or `''`. */
  portIs: (port: string, state: string) => `Port ${port}${state === '' ? '' : ` is ${state}`}`,
  validity: (from: string, until: string) => `valid from ${from} to ${until}`,
  reportMissing: (report: string, why: string) =>
    `${report} is missing, which does not change the result. ${why}`,
  took: (duration: string) => `took ${duration}`,
};

const severityWords: Readonly<Record<Severity, string>> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  warning: 'Warning',
};

const pdfReport: Readonly<Record<ReportType, string>> = {
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

/** What comment and summary say beside the verdict and its reasons. */
export const enPage = {
  verdict,
  severity: severityWords,
  title,
  pdfReport,
  origin,
  /** A group of findings (docs/internals/service-interface.md, section 2.5). An unknown group is returned as it is. */
  group: (id: string): string => id,
  label,
  phrase,
};
