import { compareSeverity, type Severity } from '../severity.ts';

/** What is compared of a finding. */
export interface Occurrence {
  readonly print: string;
  readonly severity: Severity;
}

export interface Comparison {
  /** For each of the current findings, in their order: true when the baseline has it already. */
  readonly known: readonly boolean[];
  /** Occurrences of the baseline that are no longer there. */
  readonly fixed: number;
}

/**
 * Lays the findings of a scan beside those of the baseline. Occurrences are counted: one in the baseline and two now
 * leave one new. A finding is known only if a twin in the baseline was at least as severe. Twins are given out from the most
 * severe finding down, which leaves as few new ones as possible and makes the order of either side not matter.
 */
export function compareFindings(current: readonly Occurrence[], baseline: readonly Occurrence[]): Comparison {
  const open = new Map<string, Severity[]>();
  for (const { print, severity } of baseline) {
    const twins = open.get(print);
    if (twins === undefined) open.set(print, [severity]);
    else twins.push(severity);
  }
  for (const twins of open.values()) twins.sort(compareSeverity);
  const known: boolean[] = new Array(current.length).fill(false);
  const bySeverity = [...current.entries()].sort(([, a], [, b]) => compareSeverity(a.severity, b.severity));
  let matched = 0;
  for (const [index, { print, severity }] of bySeverity) {
    const twins = open.get(print) ?? [];
    // Most severe findings choose first, and twins are sorted likewise: the first twin is the most severe one left.
    const twin = twins[0];
    if (twin === undefined || compareSeverity(twin, severity) > 0) continue;
    twins.shift();
    known[index] = true;
    matched += 1;
  }
  return { known, fixed: baseline.length - matched };
}
