import type { PdfType } from '../../../core/choices.ts';
import type { Severity } from '../../../core/severity.ts';
import { joined } from '../../../core/text.ts';
import type { ScanOrigin } from '../../../scan/obtained-scan.ts';
import type { BudgetToFix } from '../../budgets-to-fix.ts';
import { number, plural } from './numbers.ts';

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

/** What comment and summary say besides the verdict and its reasons. */
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
    /** `what`: what blocks, `count` in number, such as `2 findings`. */
    block: (what: string, count: number) => `${what} ${count === 1 ? 'blocks' : 'block'}`,
    blockPullRequest: (what: string, count: number) =>
      `${what} ${count === 1 ? 'blocks' : 'block'} this pull request`,
    wouldBlock: (what: string, _count: number) =>
      `${what} would block; the check stays green (on-fail: warn)`,
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
};

/** The words of the tracking issue, and of the comments on it. */
export const enTrackingIssue = {
  /** In the title, before the target. */
  noVerdict: 'no clear result',
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
};

/** Texts that only the SARIF file has. */
export const enSarif = {
  /** `count`: formatted for the language. */
  leftOut: (count: string) =>
    `Results left out because of the limits of code scanning, the least severe first: ${count}. All of them are in the JSON result.`,
  /** Alerts stand on the workflow file. `target`: the URL, `''` if it is not known. */
  foundOn: (target: string) => `${joined(['Found on the running site', target], ' ')}, not in this file.`,
};
