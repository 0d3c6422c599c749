import type { Endpoint, Problem, RequestFault } from '../errors.ts';
import type { Reason, Verdict } from '../gate/verdict.ts';
import type { Language, ReportType } from '../inputs/words.ts';
import type { ScanOrigin } from '../scan/obtain.ts';
import type { Severity } from '../severity.ts';
import type { Advice, ByKind } from './advice.ts';
import type { HistoryTexts } from './history-texts.ts';
import type { PolicyTexts, ReasonScope } from './policy-texts.ts';

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
