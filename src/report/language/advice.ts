/** Advice, and the types of its texts: one for each `kind`, so that a new kind without a text does not compile. */

import type { WithStrings } from '../../core/classified-text.ts';
import type { Problem, RequestFault } from '../../core/problem.ts';
import type { HostViolation, Reason } from '../../gate/verdict.ts';

/**
 * What happened, and what to do now. Plain text; parts between backticks are names to type or to read literally. If
 * there are several remedies, each is a line of `remedy`; if there is nothing to do, it is empty.
 */
export interface Advice {
  readonly what: string;
  readonly remedy: string;
}

/** One text for each member of `Union`, with the parameters `Further` besides the member. */
export type TextByKind<Union extends { kind: string }, Further extends readonly unknown[], Text> = {
  readonly [Member in Union as Member['kind']]: (member: Member, ...rest: Further) => Text;
};

/**
 * Returns the text for `member`. For example, the text for the host violation `{ kind: 'port', port: 8080 }` is
 * `texts.port(member)`. `Kind` tells the compiler that this text accepts this member. The caller must have made the
 * strings in `member` harmless.
 */
export function textFor<Members, Kind extends keyof Members, Further extends readonly unknown[], Text>(
  texts: { readonly [MemberKind in keyof Members]: (member: Members[MemberKind], ...rest: Further) => Text },
  member: { [Each in Kind]: Members[Each] & { kind: Each } }[Kind],
  ...rest: Further
): Text {
  const kind: Kind = member.kind;
  return texts[kind](member, ...rest);
}

export type ShownProblem = WithStrings<Problem>;
/** Two kinds have no text here: `sentences/problem-sentences.ts` combines several texts for them. */
export type ProblemTexts = TextByKind<Exclude<ShownProblem, { kind: 'service' | 'baseline' }>, [], Advice>;
export type ShownFault = WithStrings<RequestFault>;
/** The fault alone, as the end of a sentence: `HTTP 503`, `the connection was refused (ECONNREFUSED)`. */
export type BriefFaultTexts = TextByKind<ShownFault, [], string>;
/** What to do about a fault. The text for a status is in `StatusTexts`. */
export type FaultRemedies = TextByKind<Exclude<ShownFault, { kind: 'status' }>, [], string>;
export type ReasonTexts = TextByKind<Exclude<Reason, { kind: 'problem' }>, [scope: ReasonScope], Advice>;
export type ViolationTexts = TextByKind<HostViolation, [allowedPorts: string], Advice>;

/** Which findings the rules looked at: only with these facts is “No finding has severity `high`” true. */
export interface ReasonScope {
  /** True if there is a baseline, so that only findings that are not in the baseline can block. */
  readonly isOnlyNew: boolean;
  /** True if ignore rules left findings out. */
  readonly hasIgnored: boolean;
  /** The score of `fail-on-cvss`; `null` if it is not set. */
  readonly failOnCvss: number | null;
}
