/** The words of pages, the SARIF file and the pending commit status, in English. */

import type { PdfType } from '../../../core/choices.ts';
import type { Severity } from '../../../core/severity.ts';
import { joinNonEmpty } from '../../../core/text.ts';
import type { ScanOrigin } from '../../../scan/scan-origin.ts';
import type { BudgetToFix } from '../../budgets-to-fix.ts';
import { enNumbers } from '../numbers.ts';

const { number, plural } = enNumbers;

/** Counts and other parts of sentences. All are plain text; parts between backticks are literal names. */
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
  /** Over the findings of a budget, after their severity. */
  budget: ({ severity, count, allowed, toFix }: BudgetToFix) =>
    `${phrase.severityCount(severity, count)}, and ${allowed === 0 ? 'none' : number(allowed)} ${allowed > 1 ? 'are' : 'is'} allowed${toFix > 0 ? `: fix at least ${number(toFix)} of these` : ''}`,
  listedInJson: (count: number) => `${number(count)}, listed in the JSON result`,
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
  /** For a list that is too long to be read to its end. */
  andMoreThan: (count: number) => `and more than ${number(count)} more, which were not all read`,
  moreBlocking: (count: number) => `${number(count)} more blocking ${count === 1 ? 'finding' : 'findings'}`,
  moreAnnotations: 'All of them are in the job summary and in the JSON result.',
  unknownSeverity: (given: string) => `The scanning service calls this severity “${given}”.`,
  reportMissing: (report: string, why: string) =>
    `${report} is missing, which does not change the result. ${why}`,
  took: (duration: string) => `took ${duration}`,
};

const withheldBecause = {
  setting: 'because `disclosure` is `counts`',
  public: 'because this repository is public',
  unknown: 'because it is not known whether this repository is public',
};

/** What blocks, such as `2 findings`, and how many. */
export interface Blockers {
  readonly what: string;
  readonly count: number;
}

export const enPage = {
  /** The words of the verdicts, within a sentence. */
  verdict: { pass: 'passed', fail: 'failed', inconclusive: 'inconclusive' },
  severity: {
    critical: 'Critical',
    high: 'High',
    medium: 'Medium',
    low: 'Low',
    warning: 'Warning',
  } satisfies Readonly<Record<Severity, string>>,
  /** Titles, after `Scan Gate: `: each says what happens to the check. Plain text. */
  title: {
    passed: 'passed',
    /** Without a pull request. `what`: what blocks. */
    failed: (what: string) => `failed, ${what}`,
    block: ({ what, count }: Blockers) => `${what} ${count === 1 ? 'blocks' : 'block'}`,
    /** On a pull request. `what`: what blocks. */
    blockPullRequest: (what: string) => `${what} this pull request`,
    wouldBlock: ({ what }: Blockers) => `${what} would block; the check stays green (on-fail: warn)`,
    undecided: 'no clear result, so this check failed',
    undecidedWarns: 'no clear result; the check stays green (on-inconclusive: warn)',
    cancelled: 'cancelled, so this check counts as failed',
    skipped: 'skipped, nothing was scanned',
  },
  pdfReport: {
    ACTION_REPORT: 'Action report (PDF)',
    COMMERCIAL_RISK_REPORT: 'Commercial risk report (PDF)',
  } satisfies Readonly<Record<PdfType, string>>,
  origin: {
    started: 'started by this run',
    attached: 'an existing scan, given by `scan-id`',
    reused: 'an existing scan, reused (`reuse-within`)',
    resumed: 'started by an earlier attempt of this run',
    recovered: 'started by this run, found again in the scan list',
  } satisfies Readonly<Record<ScanOrigin, string>>,
  /** A group of findings (docs/internals/service-interface.md, section 2.5). An unknown group is returned as it is. */
  group: (id: string): string => id,
  /** Headings, column names and other names. */
  label: {
    whatToDo: 'What to do',
    otherProblems: 'Also',
    severity: 'Severity',
    blockingFinding: 'What blocks',
    /** Without a verdict. */
    wouldBlockToo: 'Would block: fix it too',
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
    facts: 'Scan, host and policy',
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
    unknown: 'unknown',
    jobSummary: 'Job summary',
    isNew: 'new',
    /** Rows of the table of counts. */
    blocks: 'Blocks',
    passes: "Doesn't block",
    unlisted: 'Counted, but not listed',
    run: 'Run',
    commit: 'commit',
  },
  phrase,
  /** The words of the tracking issue, and of the comments on it. */
  trackingIssue: {
    /** In the title, before the target. */
    nothingBlocks: 'nothing blocks',
    /** In the title. `where`: the target, or the job if the target must not be named. */
    onlyKnown: (count: number, where: string) =>
      `nothing new blocks on ${where}, ${plural(count, 'earlier finding is', 'earlier findings are')} open`,
    /** In the issue, after the report. */
    note: 'Scan Gate updates this issue with each run, and closes it when nothing blocks any more, not even findings that a baseline lets pass. What is written here by hand is lost with the next run; comments stay.',
    /** Title of a comment. */
    closed: (where: string) => `Resolved: nothing blocks on ${where}, even without the baseline.`,
    /** `rest`: the counts by severity of what was found; `''` if nothing was. */
    closedNote: (rest: string) =>
      `${rest === '' ? 'Nothing was found.' : `What remains does not block: ${rest}.`} Scan Gate opens this issue again if something blocks.`,
    /** Title of a comment. */
    reopened: (what: string) => `Open again: ${what}.`,
    reopenedNote: 'The details are in the first post of this issue.',
  },
  /** Texts that only the SARIF file has. */
  sarif: {
    /** `count`: formatted for the language. */
    leftOut: (count: string) =>
      `Results left out because of the limits of code scanning, the least severe first: ${count}. All of them are in the JSON result.`,
    /** Alerts stand on the workflow file. `target`: the URL, `''` if it is not known. */
    foundOn: (target: string) =>
      `${joinNonEmpty(['Found on the running site', target], ' ')}, not in this file.`,
  },
  /** What to do now: at the top of a page, and after a pass. */
  whatToDo: {
    /** Heading before the text that says who can see withheld findings. */
    whoSees: 'Who can see the findings',
    openRun: 'Open this run',
    openWorkflow: 'Open the workflow file',
    openSecrets: 'Open the secrets of this repository',
    /** `which`: Markdown of {@link thatBlock}, names and {@link ofBudget}. */
    fix: (which: string) => `Fix ${which} (see “How to fix”).`,
    /** Like `fix`, if findings are withheld. `service`: a link to the host of `base-url`. */
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
    ofBudget: ({ severity, toFix, onlyByBudget }: BudgetToFix) =>
      `${toFix < onlyByBudget ? `at least ${number(toFix)} of ` : ''}the ${plural(onlyByBudget, `${severity} finding`, `${severity} findings`)}`,
    /** Who can see withheld findings, where, and why. */
    withheld: (because: keyof typeof withheldBecause, service: string) =>
      `everybody with access to \`${service}\`, in its dashboard. Without access, ask whoever set up \`api-key\` in this repository. Only counts are shown here, not the site and not the findings, ${withheldBecause[because]}. To show them to everybody who can read this page, set \`disclosure: full\`.`,
    nothingToDo: 'Nothing to do.',
    staysGreen: 'The check stays green.',
  },
  /** What the scan found out about the host. */
  hostFacts: {
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
    emailCount: (count: number) => `${plural(count, 'address', 'addresses')}, listed in the JSON result`,
    emailsCut: (count: number) =>
      `more than ${number(count)} addresses, the first ones listed in the JSON result`,
    /** For a certificate. `end`: a date. */
    certificateEnd: (days: number, end: string) =>
      days < 0 ? `expired on ${end}` : `ends in ${plural(days, 'day', 'days')}, on ${end}`,
    /** `state`: a word of the service, or `''`. */
    portIs: (port: string, state: string) => `Port ${port}${state === '' ? '' : ` is ${state}`}`,
    validity: (from: string, until: string) => `valid from ${from} to ${until}`,
  },
  /** The last report, and what changed since. */
  lastReport: {
    /** Before what changed since the last report. */
    sinceLast: 'Since the last report',
    /** Before the verdict of the last report. */
    previous: 'Previous report',
    changed: ({ new: fresh, fixed }: { new: number; fixed: number }): string =>
      fresh + fixed === 0 ? 'the same findings' : `${number(fresh)} new, ${number(fixed)} fixed`,
    fixedFindings: (count: number) => `Fixed since the last report (${number(count)})`,
    /** Replaces a report that is too long to be kept below another text. */
    reportTooLong:
      'The report itself is too long to be kept here. It is in the history of this comment: see “edited” above.',
  },
  /** The last scans of the target. */
  trend: {
    title: 'Trend',
    dates: 'Highest severity of each scan of this target (UTC)',
    notStated: 'not stated',
    /** After the sign of this scan's highest severity. `day`: the day of the previous scan. */
    better: (day: string) => `better than on ${day}`,
    same: (day: string) => `the same as on ${day}`,
    worse: (day: string) => `worse than on ${day}`,
  },
  /** The comment and the commit status while the scan runs. */
  progress: {
    /** Before the counts by severity, while the scan runs. */
    foundSoFar: 'Found so far',
    scanning: 'scanning',
    /** Replaces the percentage. */
    notStarted: 'waiting for the scan',
    isRunning:
      'The site is being scanned, and this check is pending. There is no result yet, and nothing to do.',
    isQueued: 'The scan has not started yet. This check is pending, and there is nothing to do.',
    willBeReplaced:
      'The result will replace this comment. If it stops changing for minutes, open the run below.',
    running: (elapsed: string) => `Running for ${elapsed}`,
    waiting: (elapsed: string) => `Waiting for ${elapsed}`,
    /** `list`: the counts by severity, such as `1 critical`. */
    willBlock: (list: string, count: number) =>
      `${list} will block, and the result names ${count === 1 ? 'it' : 'them'}`,
    rest: (duration: string) => `about ${duration} left`,
    /** The description of the commit status. */
    pending: 'The scan has not finished yet.',
  },
};
