import type { Endpoint, Problem, RequestFault } from '../../core/problem.ts';
import type { Severity } from '../../core/severity.ts';
import type { Language, ReportType } from '../../core/words.ts';
import type { HostViolation } from '../../gate/host-rules.ts';
import type { BlockingRule, Reason, RuleNotice, Verdict } from '../../gate/verdict.ts';
import type { SettingSource } from '../../policy/settings.ts';
import type { ScanOrigin } from '../../scan/obtain-scan.ts';

type ProblemByKind = ByKind<Problem>;
type FaultByKind = ByKind<RequestFault>;
type ReasonByKind = ByKind<Exclude<Reason, { kind: 'problem' }>>;

export type ProblemTexts = {
  readonly [Kind in keyof ProblemByKind]: (problem: ProblemByKind[Kind]) => Advice;
};
export type FaultTexts = {
  readonly [Kind in keyof FaultByKind]: (fault: FaultByKind[Kind], endpoint: Endpoint) => Advice;
};
/** The fault alone, as the end of a sentence: `HTTP 503`, `connection refused (ECONNREFUSED)`. */
export type BriefFaultTexts = { readonly [Kind in keyof FaultByKind]: (fault: FaultByKind[Kind]) => string };
export type ReasonTexts = {
  readonly [Kind in keyof ReasonByKind]: (reason: ReasonByKind[Kind], scope: ReasonScope) => Advice;
};

/** Every text of the comment, the summary, the annotations and the reasons, in one language. */
export interface Texts {
  readonly language: Language;
  /** Whole numbers with the language's thousands separator. */
  readonly number: (value: number) => string;
  readonly severity: Readonly<Record<Severity, string>>;
  readonly outcome: Readonly<Record<Verdict['outcome'], string>>;
  readonly reason: ReasonTexts;
  readonly problem: ProblemTexts;
  readonly fault: FaultTexts;
  readonly report: Readonly<Record<ReportType, string>>;
  readonly origin: Readonly<Record<ScanOrigin, string>>;
  /** A group of section 2.5 of the service interface; any other is returned as it is. */
  readonly group: (id: string) => string;
  readonly policy: PolicyTexts;
  readonly history: HistoryTexts;
  readonly label: Labels;
  readonly phrase: Phrases;
}

/** Headings, column names and other texts without placeholders. */
export interface Labels {
  readonly whatToDo: string;
  readonly alsoTrue: string;
  readonly total: string;
  /** Over the number of findings. */
  readonly count: string;
  readonly severity: string;
  readonly finding: string;
  readonly identifiers: string;
  readonly unnamed: string;
  readonly noGroup: string;
  readonly details: string;
  readonly remediation: string;
  readonly references: string;
  readonly scan: string;
  readonly target: string;
  readonly scanId: string;
  readonly origin: string;
  readonly started: string;
  readonly ended: string;
  readonly duration: string;
  readonly progress: string;
  readonly checks: string;
  readonly preferences: string;
  readonly host: string;
  readonly addresses: string;
  readonly services: string;
  readonly port: string;
  readonly state: string;
  readonly service: string;
  readonly product: string;
  readonly certificates: string;
  readonly certificate: string;
  readonly validFrom: string;
  readonly validUntil: string;
  readonly firewall: string;
  readonly noFirewall: string;
  readonly components: string;
  readonly webServer: string;
  readonly operatingSystem: string;
  readonly database: string;
  readonly contentSystem: string;
  readonly network: string;
  readonly provider: string;
  readonly emails: string;
  readonly unknown: string;
  readonly whereToLook: string;
  readonly run: string;
  readonly commit: string;
  readonly reference: string;
}

/** Texts with placeholders. Every one returns plain text; parts between backticks are literal names. */
export interface Phrases {
  /** In lower case: `2 medium`, `1 warning`. */
  readonly severityCount: (severity: Severity, count: number) => string;
  /** Behind the verdict, after a comma. */
  readonly block: (count: number) => string;
  readonly blockingFindings: (count: number) => string;
  readonly otherFindings: (count: number) => string;
  readonly partialCounts: () => string;
  readonly clean: (checks: number | null) => string;
  readonly notBlocking: (total: number) => string;
  /** The job stays green although the verdict is inconclusive. */
  readonly onlyWarns: () => string;
  /** `list` names the counts by severity, such as `1 critical, 2 low`. */
  readonly unlistedNote: (count: number, list: string) => string;
  readonly leftOut: (count: number, inArtifact: boolean) => string;
  readonly andMore: (count: number) => string;
  readonly moreBlocking: (count: number) => string;
  readonly moreAnnotations: () => string;
  readonly unknownSeverity: (given: string) => string;
  readonly emailCount: (count: number) => string;
  readonly artifact: () => string;
  readonly reportInArtifact: (report: string, fileName: string) => string;
  readonly reportMissing: (report: string, why: string) => string;
  readonly took: (duration: string) => string;
}

/** Words `problem`. Strings in it must have been made harmless by the caller. */
export function adviseOnProblem<Kind extends keyof ProblemByKind>(
  texts: ProblemTexts,
  problem: { [Each in Kind]: ProblemByKind[Each] & { kind: Each } }[Kind],
): Advice {
  const kind: Kind = problem.kind;
  const say: (problem: ProblemByKind[Kind]) => Advice = texts[kind];
  return say(problem);
}

/** Words a fault of one request to the service. Strings in it must have been made harmless by the caller. */
export function adviseOnFault<Kind extends keyof FaultByKind>(
  texts: FaultTexts,
  fault: { [Each in Kind]: FaultByKind[Each] & { kind: Each } }[Kind],
  endpoint: Endpoint,
): Advice {
  const kind: Kind = fault.kind;
  const say: (fault: FaultByKind[Kind], endpoint: Endpoint) => Advice = texts[kind];
  return say(fault, endpoint);
}

/** Words a fault as the end of a sentence. */
export function nameFault<Kind extends keyof FaultByKind>(
  texts: BriefFaultTexts,
  fault: { [Each in Kind]: FaultByKind[Each] & { kind: Each } }[Kind],
): string {
  const kind: Kind = fault.kind;
  const say: (fault: FaultByKind[Kind]) => string = texts[kind];
  return say(fault);
}

/** Words a reason that is no problem. */
export function adviseOnReason<Kind extends keyof ReasonByKind>(
  texts: ReasonTexts,
  reason: { [Each in Kind]: ReasonByKind[Each] & { kind: Each } }[Kind],
  scope: ReasonScope,
): Advice {
  const kind: Kind = reason.kind;
  const say: (reason: ReasonByKind[Kind], scope: ReasonScope) => Advice = texts[kind];
  return say(reason, scope);
}

type RuleByKind = ByKind<BlockingRule>;
type ViolationByKind = ByKind<HostViolation>;

/**
 * What the thresholds of a run looked at, and what else was judged: only with it a sentence such as “no finding has
 * severity `high`” is true.
 */
export interface ReasonScope {
  /** True with a baseline: only what it does not have can block. */
  readonly onlyNew: boolean;
  /** True where ignore rules took findings out. */
  readonly someIgnored: boolean;
  /** `fail-on-cvss`, or `null`. */
  readonly failOnCvss: number | null;
  /** True with `max-findings`. */
  readonly hasBudgets: boolean;
  /** Findings that block by any rule; `null` where that is not known. */
  readonly blocking: number | null;
  /** True where rules for the host were judged and kept. */
  readonly hostKept: boolean;
}

/** Every finding counts, and there is no rule but `fail-on`. */
export const plainScope: ReasonScope = {
  onlyNew: false,
  someIgnored: false,
  failOnCvss: null,
  hasBudgets: false,
  blocking: null,
  hostKept: false,
};

/** The texts about policy, baseline and ignore rules, in one language. Plain text; names stand between backticks. */
export interface PolicyTexts {
  /** A rule by which a finding blocks. `assumedScore` is what a finding without a score counts as, else `null`. */
  readonly rule: {
    readonly [Kind in keyof RuleByKind]: (rule: RuleByKind[Kind], assumedScore: number | null) => string;
  };
  /** Strings of a violation must have been made harmless by the caller. */
  readonly violation: {
    readonly [Kind in keyof ViolationByKind]: (
      violation: ViolationByKind[Kind],
      allowedPorts: string,
    ) => Advice;
  };
  /** What is to be known about an ignore rule. `expires` is its last day, `''` where it has none. */
  readonly notice: Readonly<Record<RuleNotice['kind'], (expires: string) => Advice>>;
  readonly source: Readonly<Record<SettingSource, string>>;
  readonly label: PolicyLabels;
  readonly phrase: PolicyPhrases;
}

interface PolicyLabels {
  /** Behind the verdict, in brackets. */
  readonly partial: string;
  readonly whyItBlocks: string;
  readonly rule: string;
  readonly isNew: string;
  readonly allFindings: string;
  readonly blocking: string;
  readonly passing: string;
  readonly known: string;
  readonly ignored: string;
  readonly violation: string;
  readonly blocks: string;
  readonly yes: string;
  readonly no: string;
  readonly policy: string;
  readonly policyFile: string;
  readonly setting: string;
  readonly value: string;
  readonly from: string;
  readonly none: string;
  /** Opens the snippet that would ignore one finding. */
  readonly ignoreThis: string;
  /** Opens the snippet for all blocking findings that are shown. */
  readonly ignoreThese: string;
}

interface PolicyPhrases {
  /** Over the bars of the counts. */
  readonly barLegend: () => string;
  readonly partial: (percentage: number | null) => string;
  readonly compared: (scanId: string, counts: ComparedCounts) => string;
  /** `baseline` is the setting, as it may be shown. */
  readonly nothingToCompare: (baseline: string) => string;
  readonly ignoredCount: (count: number) => string;
  /** `list` names the counts by severity. */
  readonly knownFindings: (count: number, list: string) => string;
  readonly ignoredFindings: (count: number, list: string) => string;
  readonly newInGroup: (group: string) => string;
  readonly hostViolations: (count: number) => string;
  readonly ruleNotices: (count: number) => string;
  readonly line: (line: number) => string;
  readonly until: (day: string) => string;
  readonly owner: (name: string) => string;
  readonly ruleCount: (count: number) => string;
  /** Under the snippet. `file` is the path of the policy file, `null` where it is not known. */
  readonly snippetNote: (file: string | null) => string;
}

export interface ComparedCounts {
  readonly new: number;
  readonly known: number;
  /** `null` where the list is not complete: what is not in it may still be there. */
  readonly fixed: number | null;
}

/** Words a rule by which a finding blocks. */
export function wordRule<Kind extends keyof RuleByKind>(
  texts: PolicyTexts,
  rule: { [Each in Kind]: RuleByKind[Each] & { kind: Each } }[Kind],
  assumedScore: number | null,
): string {
  const kind: Kind = rule.kind;
  const say: (rule: RuleByKind[Kind], assumedScore: number | null) => string = texts.rule[kind];
  return say(rule, assumedScore);
}

/** Words a violation of a host rule. Strings in it must have been made harmless by the caller. */
export function wordViolation<Kind extends keyof ViolationByKind>(
  texts: PolicyTexts,
  violation: { [Each in Kind]: ViolationByKind[Each] & { kind: Each } }[Kind],
  allowedPorts: string,
): Advice {
  const kind: Kind = violation.kind;
  const say: (violation: ViolationByKind[Kind], allowedPorts: string) => Advice = texts.violation[kind];
  return say(violation, allowedPorts);
}

/** The texts about what was before and what is under way, in one language. Plain text; names stand between backticks. */
export interface HistoryTexts {
  readonly label: HistoryLabels;
  readonly phrase: HistoryPhrases;
}

interface HistoryLabels {
  /** Before what changed since the last report. */
  readonly sinceLast: string;
  /** Before the verdict of the last report. */
  readonly before: string;
  readonly trend: string;
  /** In the place of the date of the scan that the report is about. */
  readonly thisScan: string;
  readonly notStated: string;
  readonly noFindings: string;
  readonly scanning: string;
  /** In the place of a percentage, while the scan has none. */
  readonly notStarted: string;
}

interface HistoryPhrases {
  readonly changed: (counts: { readonly new: number; readonly fixed: number }) => string;
  readonly trendNote: (count: number) => string;
  /** Nothing is decided yet; what the comment is for now. */
  readonly isRunning: () => string;
  readonly isQueued: () => string;
  readonly willBeReplaced: () => string;
  readonly running: (elapsed: string) => string;
  readonly rest: (duration: string) => string;
  /** The last verdict, which the comment showed until this run began. */
  readonly lastOutcome: (outcome: Verdict['outcome']) => string;
  /** Title of the tracking issue; `where` is the target, or the job where that is not to be named. */
  readonly issueBlocked: (count: number, where: string) => string;
  readonly issueFailed: (where: string) => string;
  readonly issueKnown: (count: number, where: string) => string;
  readonly issueClean: (where: string) => string;
  readonly issueUndecided: (where: string) => string;
  readonly issueNote: () => string;
  readonly closed: () => string;
  readonly reopened: (count: number) => string;
  /** Why findings are only counted, and how to see them. */
  readonly withheld: (because: 'setting' | 'public' | 'unknown', scanId: string) => string;
}

/**
 * What happened, to what, and what to do now. Plain text on one line; parts between backticks are names to be typed
 * or read literally. `remedy` is empty where nothing is to be done.
 */
export interface Advice {
  readonly what: string;
  readonly remedy: string;
}

/** The members of a union by their `kind`: what has a text for every key has one for every member. */
export type ByKind<Union extends { kind: string }> = { readonly [Member in Union as Member['kind']]: Member };
