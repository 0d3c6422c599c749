/** The types of the gate's decision, and functions that ask about it. */

import type { FailOn, Outcome } from '../core/choices.ts';
import type { Problem } from '../core/problem.ts';
import type { Severity, SeverityCounts } from '../core/severity.ts';
import type { IgnoreRule } from '../policy/policy.ts';
import type { Finding } from './findings.ts';

interface Attributed {
  /**
   * `organization` if this follows from the organization's policy; absent if it follows from the repository's policy.
   */
  readonly by?: 'organization';
}

/** A severity with more findings than `max-findings` allows. */
export interface ExceededBudget {
  readonly severity: Severity;
  readonly allowed: number;
  readonly count: number;
}

/** Why the verdict is what it is. A verdict lists all its reasons, the deciding ones first. */
export type Reason = Attributed & ReasonOfKind;

type ReasonOfKind =
  | { kind: 'nothing-blocks'; threshold: FailOn }
  | { kind: 'blocking-findings'; threshold: Severity; count: number }
  | { kind: 'over-cvss'; score: number; count: number }
  | ({ kind: 'over-budget' } & ExceededBudget)
  | { kind: 'host-violations'; count: number }
  /** The summary counts findings that would block, but that are not in the list. */
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

/** A finding and how the policy judges it. */
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
   * The id of the newest scan of the baseline that has the finding; `null` if none has it, and for an ignored finding.
   * A finding of the baseline can still block by the organization's policy, which may have no baseline.
   */
  readonly knownFrom: string | null;
}

/** A violated rule for the host. Strings come from the scan and are hostile. */
export type HostViolation = Attributed &
  ViolationOfKind & { readonly severity: Severity; readonly blocks: boolean };

export type ViolationOfKind =
  | { kind: 'port'; port: number | null; service: string }
  | { kind: 'certificate'; commonName: string; daysLeft: number | null; minDays: number }
  | { kind: 'no-certificate'; minDays: number }
  | { kind: 'no-waf' };

/** The baseline that the findings were compared with. */
export type BaselineComparison =
  /** No baseline was asked for. */
  | { kind: 'none' }
  /** There is no finished scan to compare with yet, so every finding counts as new. */
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
      /**
       * How many findings of the newest scan are gone; `null` if the list is incomplete, because they may not be found
       * yet.
       */
      fixed: number | null;
    };

/** A notice about an ignore rule itself. */
export interface RuleNotice {
  readonly rule: IgnoreRule;
  readonly kind: 'expired' | 'expires-soon' | 'matches-nothing';
}

/** What the gate decided, and the facts behind it. */
export interface Assessment {
  readonly verdict: Verdict;
  /** True if the wait ended early, because a partial result is enough to fail (`fail-fast`). */
  readonly partial: boolean;
  /** True when `findings` is known to be all there is. */
  readonly complete: boolean;
  /** Most severe first, then by score, then as the service listed them. */
  readonly findings: readonly JudgedFinding[];
  /**
   * Every finding of the scan by severity. For each severity, this is the higher of two numbers: the listed findings,
   * and the count of the summary.
   */
  readonly counts: SeverityCounts;
  /** The listed findings by status. Together with `unlisted` they add up to `counts`. */
  readonly countsByStatus: Readonly<Record<JudgedFinding['status'], SeverityCounts>>;
  /** How many findings block, listed or unlisted. */
  readonly blockingCount: number;
  /** How many findings the summary counts beyond those listed, by severity; all zero when both agree. */
  readonly unlisted: SeverityCounts;
  readonly baseline: BaselineComparison;
  readonly hostViolations: readonly HostViolation[];
  /** How many of `hostViolations` block. */
  readonly blockingViolationCount: number;
  /** The exceeded budgets, except for severities that `fail-on` blocks anyway. */
  readonly exceededBudgets: readonly (ExceededBudget & Attributed)[];
  /** In the order of the policy file. */
  readonly ruleNotices: readonly RuleNotice[];
  /** The outcome by each of the two policies; `null` without a policy of the organization. */
  readonly outcomeByPolicy: Readonly<Record<'repository' | 'organization', PolicyOutcome>> | null;
}

/** The outcome by one of the two policies. */
export interface PolicyOutcome {
  readonly outcome: Verdict['outcome'];
  /** True if the policy has a baseline, and the scan was compared with it. */
  readonly isCompared: boolean;
  readonly blockingCount: number;
  readonly ignoredCount: number;
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
export function wasSkipped(assessment: Assessment): boolean {
  return problemsOf(assessment).some((problem) => problem.kind === 'missing-api-key' && problem.skipped);
}
