/** The types of what the gate decides, and questions about it. */

import type { FailOn, Outcome } from '../core/choices.ts';
import type { Problem } from '../core/problem.ts';
import type { Severity, SeverityCounts } from '../core/severity.ts';
import type { IgnoreRule } from '../policy/policy.ts';
import type { Finding } from './findings.ts';
import type { HostViolation } from './host-rules.ts';

interface Attributed {
  /** `organization` if it follows from the organization's policy; absent for the repository's. */
  readonly by?: 'organization';
}

/** A severity of `max-findings` that has more findings than it allows. */
export interface ExceededBudget {
  readonly severity: Severity;
  readonly allowed: number;
  readonly count: number;
}

/** Why the verdict is what it is. All that apply are listed, the deciding ones first. */
export type Reason = Attributed & ReasonOfKind;

type ReasonOfKind =
  | { kind: 'nothing-blocks'; threshold: FailOn }
  | { kind: 'blocking-findings'; threshold: Severity; count: number }
  | { kind: 'over-cvss'; score: number; count: number }
  | ({ kind: 'over-budget' } & ExceededBudget)
  | { kind: 'host-violations'; count: number }
  /** The summary counts findings that would block and that the list does not hold. */
  | { kind: 'unlisted-findings'; count: number }
  | { kind: 'problem'; problem: Problem };

export interface Verdict {
  readonly outcome: Outcome;
  /** Never empty. */
  readonly reasons: readonly Reason[];
}

/** A rule of the policy by which a finding blocks. */
export type BlockingRule = Attributed & RuleOfKind;

type RuleOfKind =
  | { kind: 'fail-on'; threshold: Severity }
  | { kind: 'fail-on-cvss'; score: number }
  | ({ kind: 'max-findings' } & ExceededBudget);

/** A finding and what the policy makes of it. */
export interface JudgedFinding {
  readonly finding: Finding;
  /** Names the finding across scans. */
  readonly fingerprint: string;
  /**
   * - `blocking`: a rule of a policy blocks it, also if another policy ignores it
   * - `ignored`: an ignore rule covers it, also if the baseline has it
   * - `known`: the baseline has it, so it does not block
   * - `passing`: no rule blocks it
   */
  readonly status: 'blocking' | 'passing' | 'known' | 'ignored';
  /** The rules by which it blocks; empty unless it does. */
  readonly blockedBy: readonly BlockingRule[];
  /** The first rule that ignores it, or `null`. */
  readonly ignoredBy: IgnoreRule | null;
  /**
   * True if the baseline has the finding. It can still block: by the organization's policy, which may have no baseline.
   * Always false for an ignored finding.
   */
  readonly isInBaseline: boolean;
  /** Of a known finding: the older scan of the baseline that has it, if the newest does not; else `null`. */
  readonly olderScan: string | null;
}

/** What was compared with. */
export type ComparedBaseline =
  /** No baseline was asked for. */
  | { kind: 'none' }
  /** There is no finished scan to compare with yet: everything counts as new. */
  | { kind: 'first' }
  | {
      kind: 'compared';
      /** The newest scan of the baseline. */
      scanId: string;
      /** Ids of older scans that count too, newest first. */
      older: readonly string[];
      /** Ids of older scans that are not whole, and do not count. */
      leftOut: readonly string[];
      new: number;
      known: number;
      /** Findings of the newest scan that are gone; `null` unless the list is complete: one may not be found yet. */
      fixed: number | null;
    };

/** What to know about the ignore rules themselves. */
export interface RuleNotice {
  readonly rule: IgnoreRule;
  readonly kind: 'expired' | 'expires-soon' | 'matches-nothing';
}

/** What the gate decided, and on what. */
export interface Assessment {
  readonly verdict: Verdict;
  /** True if the wait ended on a partial result, because that is enough to fail (`fail-fast`). */
  readonly partial: boolean;
  /** True when `findings` is known to be all there is. */
  readonly complete: boolean;
  /** Most severe first, then by score, then as the service listed them. */
  readonly findings: readonly JudgedFinding[];
  /** Every finding of the scan by severity: for each, the higher of what is listed and what the summary counts. */
  readonly counts: SeverityCounts;
  /** The listed findings by what the policy makes of them. Together with `unlisted` they add up to `counts`. */
  readonly byStatus: Readonly<Record<JudgedFinding['status'], SeverityCounts>>;
  /** How many findings block, listed or unlisted. */
  readonly blocking: number;
  /** How many findings the summary counts beyond those listed, by severity; all zero when both agree. */
  readonly unlisted: SeverityCounts;
  readonly baseline: ComparedBaseline;
  readonly hostViolations: readonly (HostViolation & Attributed)[];
  /** How many of them block. */
  readonly blockingViolations: number;
  /** The exceeded budgets, without those of severities that `fail-on` blocks anyway. */
  readonly exceededBudgets: readonly (ExceededBudget & Attributed)[];
  /** In the order of the policy file. */
  readonly ruleNotices: readonly RuleNotice[];
  /** What each of two policies made of the scan; `null` without a policy of the organization. */
  readonly byPolicy: { readonly repository: PolicyOutcome; readonly organization: PolicyOutcome } | null;
}

/** What one of two policies made of the scan. */
export interface PolicyOutcome {
  readonly outcome: Verdict['outcome'];
  /** True if it was compared with a baseline. */
  readonly isCompared: boolean;
  readonly blocking: number;
  readonly ignored: number;
}

/** The problems among the reasons. */
export function problemsOf({ verdict }: Assessment): Problem[] {
  return verdict.reasons.flatMap((reason) => (reason.kind === 'problem' ? [reason.problem] : []));
}

/** True when a problem of `kind` is among the reasons. */
export function hasProblem(assessment: Assessment, kind: Problem['kind']): boolean {
  return problemsOf(assessment).some((problem) => problem.kind === kind);
}

/** True if nothing in the result of the scan is in doubt. A baseline that cannot be read is no doubt about the scan. */
export function isTrusted(assessment: Assessment): boolean {
  return problemsOf(assessment).every(({ kind }) => kind === 'baseline');
}

/** True when nothing was scanned because the run can have no API key, and `on-missing-api-key: skip` allows that. */
export function isSkipped(assessment: Assessment): boolean {
  return problemsOf(assessment).some((problem) => problem.kind === 'missing-api-key' && problem.skipped);
}
