import type { Problem } from '../core/problem.ts';
import { compareSeverity, noFindings, type Severity, severities } from '../core/severity.ts';
import { targetHost } from '../inputs/target-url.ts';
import type { BaselineScan } from '../scan/fetch-baseline.ts';
import { type Finding, readFindings } from './findings.ts';

/** What is compared of a finding. */
export interface Occurrence {
  readonly print: string;
  readonly severity: Severity;
}

/** One finding of the scan. */
export interface CurrentOccurrence extends Occurrence {
  /** CVSS score, 0.0 to 10.0. */
  readonly score: number;
  /** True when an ignore rule takes it, so that it does not matter whether it is known. */
  readonly ignored: boolean;
}

export interface Comparison {
  /** For each of the current findings, in their order: true when the baseline has it already. */
  readonly known: readonly boolean[];
  /** Occurrences of the baseline that are no longer there. */
  readonly fixed: number;
}

/**
 * Lays the findings of a scan beside those of the baseline. Occurrences are counted: one in the baseline and two now
 * leave one new. A finding is known only if a twin in the baseline was at least as severe.
 *
 * Each finding takes the least severe twin that will do, which leaves as few new ones as possible. Those that are ignored
 * come last, so that they take no twin from one that counts, and of equally severe ones that with the highest score stays
 * new: the order of either side does not matter.
 */
export function compareFindings(
  current: readonly CurrentOccurrence[],
  baseline: readonly Occurrence[],
): Comparison {
  const known: boolean[] = new Array(current.length).fill(false);
  if (baseline.length === 0) return { known, fixed: 0 };
  const open = new Map<string, Record<Severity, number>>();
  for (const { print, severity } of baseline) {
    const twins = open.get(print) ?? { ...noFindings };
    twins[severity] += 1;
    open.set(print, twins);
  }
  let matched = 0;
  for (const [index, { print, severity }] of [...current.entries()].sort(([, a], [, b]) => byTurn(a, b))) {
    const twins = open.get(print);
    const twin = leastSevereFirst.find((other) => compareSeverity(other, severity) <= 0 && twins?.[other]);
    if (twins === undefined || twin === undefined) continue;
    twins[twin] -= 1;
    known[index] = true;
    matched += 1;
  }
  return { known, fixed: baseline.length - matched };
}

const leastSevereFirst = severities.toReversed();

/** Who chooses its twin first. */
function byTurn(a: CurrentOccurrence, b: CurrentOccurrence): number {
  return (
    Number(a.ignored) - Number(b.ignored) || compareSeverity(a.severity, b.severity) || a.score - b.score
  );
}

/** The baseline as it was read. */
export type BaselineFindings =
  | { kind: 'none' }
  | { kind: 'first' }
  | { kind: 'scan'; scanId: string; findings: readonly Finding[]; host: string | null };

/** Reads the findings of the baseline. One that cannot be understood is a problem, since anything might be known. */
export function readBaselineFindings(baseline: BaselineScan): {
  findings: BaselineFindings;
  problem: Problem | null;
} {
  if (baseline.kind !== 'scan') return { findings: baseline, problem: null };
  const { scanId, result, target } = baseline;
  const { findings, unreadable } = readFindings(result.issues);
  const problem: Problem | null =
    unreadable === null
      ? null
      : { kind: 'baseline', baseline: scanId, problem: { kind: 'unreadable', ...unreadable } };
  return {
    findings: { kind: 'scan', scanId, findings, host: target === null ? null : targetHost(target) },
    problem,
  };
}
