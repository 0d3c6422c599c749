import type { Problem } from '../core/problem.ts';
import { compareSeverity, noFindings, type Severity, severities } from '../core/severity.ts';
import { targetHost } from '../inputs/target-url.ts';
import type { BaselineScan } from '../scan/fetch-baseline.ts';
import { type Finding, readFindings, scoreRange, type Unreadable } from './findings.ts';
import { isNamed } from './fingerprint.ts';

/** The baseline with its findings. */
export type BaselineFindings =
  | { kind: 'none' }
  | { kind: 'first' }
  | { kind: 'scan'; scanId: string; findings: readonly Finding[]; host: string | null };

/** Reads the findings of the baseline. An unreadable one is a problem: any finding could be known. */
export function readBaselineFindings(baseline: BaselineScan): {
  findings: BaselineFindings;
  problem: Problem | null;
} {
  if (baseline.kind !== 'scan') return { findings: baseline, problem: null };
  const { scanId, result, target } = baseline;
  const { findings, unreadable: unreadableList } = readFindings(result.issues);
  const unreadable = unreadableList ?? unreadableSeverity(findings);
  const problem: Problem | null =
    unreadable === null
      ? null
      : { kind: 'baseline', baseline: scanId, problem: { kind: 'unreadable', ...unreadable } };
  return {
    findings: { kind: 'scan', scanId, findings, host: target === null ? null : targetHost(target) },
    problem,
  };
}

/** The score of a baseline finding decides nothing, unless it places the severity. */
function unreadableSeverity(findings: readonly Finding[]): Unreadable | null {
  const isPlacedByIt = (finding: Finding) =>
    finding.unknownSeverity !== null && finding.unreadableScore !== null;
  const where = findings.find(isPlacedByIt)?.unreadableScore ?? null;
  return where === null ? null : { where, expected: scoreRange };
}

/** The part of a finding that is compared. */
export interface Occurrence {
  readonly print: string;
  readonly severity: Severity;
}

/** A finding of the scan. */
export interface CurrentOccurrence extends Occurrence {
  /** CVSS score, 0.0 to 10.0. */
  readonly score: number;
  /** True if an ignore rule matches it: whether it is known does not matter then. */
  readonly ignored: boolean;
}

export interface Comparison {
  /** For each current finding, in the same order: true if the baseline has it. */
  readonly known: readonly boolean[];
  /** Number of findings of the baseline that are gone. Those without a name are not counted. */
  readonly fixed: number;
}

/**
 * Pairs each finding of a scan with one of the baseline that has the same fingerprint and is at least as severe. Paired
 * findings are known. Occurrences count: one in the baseline and two now leave one new.
 *
 * Each finding takes the least severe match, so that as few as possible are new. Ignored findings choose last, so that
 * they take no match from one that counts. Among equally severe findings the one with the highest score stays new. The
 * order of the findings does not matter. A finding without a readable name has no match.
 */
export function compareFindings(
  current: readonly CurrentOccurrence[],
  baseline: readonly Occurrence[],
): Comparison {
  const known: boolean[] = new Array(current.length).fill(false);
  const named = baseline.filter(({ print }) => isNamed(print));
  if (named.length === 0) return { known, fixed: 0 };
  const open = new Map<string, Record<Severity, number>>();
  for (const { print, severity } of named) {
    const matches = open.get(print) ?? { ...noFindings };
    matches[severity] += 1;
    open.set(print, matches);
  }
  let paired = 0;
  for (const [index, { print, severity }] of [...current.entries()].sort(([, a], [, b]) => byChoice(a, b))) {
    const matches = open.get(print);
    const match = leastSevereFirst.find((other) => compareSeverity(other, severity) <= 0 && matches?.[other]);
    if (matches === undefined || match === undefined) continue;
    matches[match] -= 1;
    known[index] = true;
    paired += 1;
  }
  return { known, fixed: named.length - paired };
}

const leastSevereFirst = severities.toReversed();

/** Sorts the findings by who chooses first. */
function byChoice(a: CurrentOccurrence, b: CurrentOccurrence): number {
  return (
    Number(a.ignored) - Number(b.ignored) || compareSeverity(a.severity, b.severity) || a.score - b.score
  );
}
