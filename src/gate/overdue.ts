/** What should have been fixed by now (`docs/contract.md`, `fix-within`). */
import type { Problem } from '../core/problem.ts';
import { compareSeverity, severities } from '../core/severity.ts';
import { targetHost } from '../inputs/target-url.ts';
import type { Policy } from '../policy/policy.ts';
import type { OldScan, OldScans } from '../scan/old-scans.ts';
import type { CurrentOccurrence } from './compare.ts';
import { readFindings } from './findings.ts';
import { fingerprinter, isNamed } from './fingerprint.ts';
import type { BlockingRule } from './verdict.ts';

export type OverdueRule = BlockingRule & { readonly kind: 'fix-within' };

/** Why it is not known what is overdue, each problem once. */
export function overdueProblems({ fixWithinMs }: Policy, oldScans: OldScans): Problem[] {
  const durations = new Set(severities.flatMap((severity) => fixWithinMs[severity] ?? []));
  return [...durations].flatMap((withinMs) => {
    const old = oldScans.get(withinMs);
    return old?.kind === 'problem' ? [{ kind: 'fix-within', withinMs, problem: old.problem } as const] : [];
  });
}

/**
 * For each finding of a scan, in the same order, the rule by which it is overdue, or `null`: an old scan has it already,
 * whatever its severity was then. Occurrences count: where the old scan has one of two, the more severe one is overdue.
 * Ignored findings choose last, so that they take no match from one that counts.
 */
export function findOverdue(
  current: readonly CurrentOccurrence[],
  { fixWithinMs }: Policy,
  oldScans: OldScans,
): (OverdueRule | null)[] {
  const overdue: (OverdueRule | null)[] = new Array(current.length).fill(null);
  if (oldScans.size === 0) return overdue;
  const counts = new Map<number, ReadonlyMap<string, number>>();
  const seen = new Map<string, number>();
  for (const [index, { print, severity }] of [...current.entries()].sort(([, a], [, b]) => byRank(a, b))) {
    const rank = (seen.get(print) ?? 0) + 1;
    seen.set(print, rank);
    const withinMs = fixWithinMs[severity];
    const old = withinMs === undefined ? undefined : oldScans.get(withinMs);
    if (withinMs === undefined || old?.kind !== 'scan' || !isNamed(print)) continue;
    const known = counts.get(withinMs) ?? countPrints(old);
    counts.set(withinMs, known);
    if (rank > (known.get(print) ?? 0)) continue;
    const { scanId, startedAt } = old;
    overdue[index] = { kind: 'fix-within', severity, withinMs, scanId, since: startedAt };
  }
  return overdue;
}

function byRank(a: CurrentOccurrence, b: CurrentOccurrence): number {
  return Number(a.ignored) - Number(b.ignored) || compareSeverity(a.severity, b.severity);
}

function countPrints({ result, target }: OldScan & { kind: 'scan' }): ReadonlyMap<string, number> {
  const fingerprint = fingerprinter(targetHost(target));
  const counts = new Map<string, number>();
  for (const finding of readFindings(result.issues).findings) {
    const print = fingerprint(finding);
    counts.set(print, (counts.get(print) ?? 0) + 1);
  }
  return counts;
}
