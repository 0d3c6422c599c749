/** What the gate judges, and what it says about it. */

import type { Problem } from '../core/problem.ts';
import type { Severity, SeverityCounts, Verdict } from '../core/severity.ts';
import type { ScanOutcome } from '../scan/wait.ts';
import type { IgnoreRule } from '../settings/policy-file.ts';
import type { Preferences } from '../settings/preferences.ts';
import type { IdentifiedFinding } from './fingerprint.ts';

/** How the scan ended, and what else the judgement depends on. */
export type ScanToJudge = ScanOutcome & {
  /** The `preferences` input. */
  readonly preferences: Preferences | null;
  /** Host of the target with its port; `null` if unknown. */
  readonly siteHost: string | null;
  /** Why the target was gone after the scan; `null` if it was there. */
  readonly lostTargetProblem: Problem | null;
  /** In milliseconds since the Unix epoch. */
  readonly now: number;
};

/**
 * What keeps a verdict from being `pass`.
 *
 * - `problem`: there is no trustworthy scan, or no baseline to compare it with. The verdict is `inconclusive`
 * - `blocking`: findings that block. Without a problem, the verdict is `fail`
 * - `doubt`: a part of a finished scan is not to be trusted. With nothing else, the verdict is `inconclusive`
 */
export type Objection =
  | { weight: 'blocking'; kind: 'blocking-findings'; threshold: Severity; count: number }
  /** The scan counts findings that would block, but that are not in its list. */
  | { weight: 'blocking'; kind: 'unlisted-findings'; count: number }
  | { weight: 'problem' | 'doubt'; because: Problem };

/** A finding and how the policy judges it. */
export interface JudgedFinding extends IdentifiedFinding {
  /**
   * - `blocking`: its severity reaches `fail-on`
   * - `ignored`: ignore rules cover all its places, also if the baseline has it
   * - `known`: the baseline has it, so it does not block
   * - `passing`: its severity is below `fail-on`
   */
  readonly status: 'blocking' | 'passing' | 'known' | 'ignored';
  /** The first rule that ignores it, or `null`. */
  readonly ignoredBy: IgnoreRule | null;
}

/** The comparison of the findings with the baseline. */
export type BaselineComparison =
  /** No baseline was asked for, it was left out, or the run ended before it was read. */
  | { kind: 'none' }
  /** There is no finished scan to compare with yet, so every finding counts as new. */
  | { kind: 'no-scan-yet' }
  | {
      kind: 'compared';
      scanId: string;
      /** Unlisted findings included. */
      new: number;
      known: number;
      /** How many findings of the baseline are gone; `null` if the list of either scan is incomplete. */
      fixed: number | null;
    };

/** A notice about an ignore rule itself. */
export interface RuleNotice {
  readonly rule: IgnoreRule;
  readonly kind: 'expired' | 'expires-soon' | 'matches-nothing';
}

/** What the gate says about a scan, and the facts behind it. */
export interface Judgement {
  readonly verdict: Verdict;
  /** The deciding ones first; empty if the verdict is `pass`. */
  readonly objections: readonly Objection[];
  /** Most severe first, then by score, then as the service listed them. */
  readonly findings: readonly JudgedFinding[];
  /** Every finding of the scan by severity, listed or not. */
  readonly counts: SeverityCounts;
  /** The listed findings by status. Together with `unlisted` they add up to `counts`. */
  readonly countsByStatus: Readonly<Record<JudgedFinding['status'], SeverityCounts>>;
  /** How many findings block, listed or unlisted. */
  readonly blockingCount: number;
  /** How many findings the summary counts beyond those listed, by severity. */
  readonly unlisted: SeverityCounts;
  readonly comparison: BaselineComparison;
  /** In the order of the policy file. */
  readonly ruleNotices: readonly RuleNotice[];
  /** True if `findings` is known to be all there is. */
  readonly hasAllFindings: boolean;
  /** The number of checks performed; `null` if it is not known. */
  readonly checkCount: number | null;
}

/** The listed findings that block. */
export function blockingFindings({ findings }: Pick<Judgement, 'findings'>): JudgedFinding[] {
  return findings.filter(({ status }) => status === 'blocking');
}

/** Why there is a problem or a doubt, for each of them. */
export function causesOf({ objections }: Pick<Judgement, 'objections'>): Problem[] {
  return objections.flatMap((objection) => ('because' in objection ? [objection.because] : []));
}

/** True if `kind` is why there is a problem or a doubt. */
export function isBecauseOf(judgement: Pick<Judgement, 'objections'>, kind: Problem['kind']): boolean {
  return causesOf(judgement).some((cause) => cause.kind === kind);
}

/** True if nothing was scanned because the run can have no API key, and `on-missing-api-key: skip` allows that. */
export function wasSkipped(judgement: Pick<Judgement, 'objections'>): boolean {
  return isBecauseOf(judgement, 'missing-api-key-skipped');
}
