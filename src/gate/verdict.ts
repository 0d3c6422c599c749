import type { Problem } from '../errors.ts';
import type { Severity, SeverityCounts } from '../severity.ts';
import type { Finding } from './finding.ts';

/** Why the verdict is what it is. All that apply are listed, the deciding ones first. */
export type Reason =
  | { kind: 'nothing-blocks'; threshold: Severity | 'never' }
  | { kind: 'blocking-findings'; threshold: Severity; count: number }
  /** The summary counts findings at or above the threshold that the list does not hold. */
  | { kind: 'unlisted-findings'; threshold: Severity; count: number }
  | { kind: 'problem'; problem: Problem };

export interface Verdict {
  readonly outcome: 'pass' | 'fail' | 'inconclusive';
  /** Never empty. */
  readonly reasons: readonly Reason[];
}

/** A finding and what the policy makes of it. */
export interface JudgedFinding {
  readonly finding: Finding;
  readonly status: 'blocking' | 'passing';
}

/** What the gate decided, and on what. */
export interface Assessment {
  readonly verdict: Verdict;
  /** Most severe first, then by score, then as listed. */
  readonly findings: readonly JudgedFinding[];
  /** Every finding of the scan by severity: for each, the higher of what is listed and what the summary counts. */
  readonly counts: SeverityCounts;
  /** How many findings block, listed or only counted. */
  readonly blocking: number;
  /** How many findings the summary counts beyond those listed, by severity; all zero when both agree. */
  readonly unlisted: SeverityCounts;
}

/** True when a problem of `kind` is among the reasons. */
export function hasProblem({ verdict }: Assessment, kind: Problem['kind']): boolean {
  return verdict.reasons.some((reason) => reason.kind === 'problem' && reason.problem.kind === kind);
}

/** True when nothing was scanned because the run can have no API key, and `on-missing-api-key: skip` allows that. */
export function isSkipped({ verdict }: Assessment): boolean {
  return verdict.reasons.some(
    (reason) =>
      reason.kind === 'problem' && reason.problem.kind === 'missing-api-key' && reason.problem.skipped,
  );
}

/** True for what fails the step although `on-inconclusive` is `warn`: an empty key is a wrong setting, and a cancel is wanted. */
export function failsRegardless(assessment: Assessment): boolean {
  return hasProblem(assessment, 'missing-api-key') || hasProblem(assessment, 'cancelled');
}
