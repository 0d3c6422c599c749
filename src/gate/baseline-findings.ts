import { type Problem, unreadableProblem } from '../core/problem.ts';
import { compareSeverity, noFindings, type Severity, severities } from '../core/severity.ts';
import { siteHost } from '../inputs/target-url.ts';
import { baselineProblem, type FetchedBaseline } from '../scan/baseline-scans.ts';
import type { WireScanResult } from '../service/wire.ts';
import { type Finding, firstUnreadableScore, type ReadFindings, readFindings } from './findings.ts';
import { isRecognizable } from './fingerprint.ts';

/** The baseline with its findings. */
export type BaselineFindings =
  | Exclude<FetchedBaseline, { kind: 'scan' }>
  | {
      kind: 'scan';
      scanId: string;
      findings: readonly Finding[];
      /** Host of its target with its port, or `null` when unknown. */
      siteHost: string | null;
      /** Older scans that count too, newest first. */
      older: readonly { readonly scanId: string; readonly findings: readonly Finding[] }[];
      /** Ids of older scans that are not whole, and do not count. */
      leftOut: readonly string[];
      /** Why `findings` are not all that the scan has; `null` if they are. It says nothing of the scan that is judged. */
      problem: Problem | null;
    };

/**
 * Reads the findings of the baseline. A part that cannot be read is a problem: it could make any finding known. An older scan
 * with such a part is left out.
 */
export function readBaselineFindings(baseline: FetchedBaseline): BaselineFindings {
  if (baseline.kind !== 'scan') return baseline;
  const { scanId, result, target } = baseline;
  const { findings, unreadable } = readComparable(result);
  const problem = unreadable && baselineProblem(scanId, unreadableProblem(unreadable));
  const older = baseline.older.flatMap((scan) => {
    const read = scan.result === null ? null : readComparable(scan.result);
    return read?.unreadable === null ? [{ scanId: scan.scanId, findings: read.findings }] : [];
  });
  const ids = baseline.older.map((scan) => scan.scanId);
  const leftOut = ids.filter((id) => older.every((scan) => scan.scanId !== id));
  const host = target === null ? null : siteHost(target);
  return { kind: 'scan', scanId, findings, siteHost: host, older, leftOut, problem };
}

/** The score of a baseline finding matters only if its severity comes from it. */
function readComparable({ issues }: WireScanResult): Omit<ReadFindings, 'repeatedUnderTypes'> {
  const { findings, unreadable } = readFindings(issues);
  const ratedByScore = findings.filter(({ unknownSeverity }) => unknownSeverity !== null);
  return { findings, unreadable: unreadable ?? firstUnreadableScore(ratedByScore) };
}

/** The part of a finding that is compared. */
export interface Occurrence {
  readonly fingerprint: string;
  readonly severity: Severity;
}

export interface CurrentOccurrence extends Occurrence {
  /** CVSS score, 0.0 to 10.0. */
  readonly score: number;
  /** True if an ignore rule matches it: whether it is known does not matter then. */
  readonly ignored: boolean;
}

/**
 * Pairs each finding of a scan with one of the baseline that has the same fingerprint and is at least as severe. Paired
 * findings are known. Occurrences count: one in the baseline and two now leave one new.
 *
 * Each finding takes the least severe match, so that as few as possible are new. Ignored findings choose last, so that they take
 * no match from a finding that counts. If equally severe findings compete for one match, the one with the highest score stays
 * new. The order of the findings does not matter. A finding without a readable name has no match.
 *
 * @returns `known`: for each current finding, in the same order, true if the baseline has it. `fixed`: how many findings of the
 * baseline are gone; those without a name are not counted.
 */
export function compareFindings(current: readonly CurrentOccurrence[], baseline: readonly Occurrence[]) {
  const known: boolean[] = new Array(current.length).fill(false);
  const recognizable = baseline.filter(({ fingerprint }) => isRecognizable(fingerprint));
  if (recognizable.length === 0) return { known, fixed: 0 };
  const unpaired = countByFingerprint(recognizable);
  let paired = 0;
  const choosers = [...current.entries()].sort(([, a], [, b]) => inOrderOfChoice(a, b));
  for (const [index, { fingerprint, severity }] of choosers) {
    const matches = unpaired.get(fingerprint);
    const match = leastSevereFirst.find((other) => compareSeverity(other, severity) <= 0 && matches?.[other]);
    if (matches === undefined || match === undefined) continue;
    matches[match] -= 1;
    known[index] = true;
    paired += 1;
  }
  return { known, fixed: recognizable.length - paired };
}

function countByFingerprint(findings: readonly Occurrence[]): Map<string, Record<Severity, number>> {
  const counts = new Map<string, Record<Severity, number>>();
  for (const { fingerprint, severity } of findings) {
    const count = counts.get(fingerprint) ?? { ...noFindings };
    count[severity] += 1;
    counts.set(fingerprint, count);
  }
  return counts;
}

/** A scan to compare with. */
export interface EarlierScan {
  readonly scanId: string;
  readonly findings: readonly Occurrence[];
}

/** Compares with all of `scans` together, newest first. What is fixed is compared with the newest scan only. */
export function compareWithScans(current: readonly CurrentOccurrence[], scans: readonly EarlierScan[]) {
  const each = scans.map(({ scanId, findings }) => ({ scanId, ...compareFindings(current, findings) }));
  const { known } = compareFindings(current, mergeScans(scans.map(({ findings }) => findings)));
  /** For each known finding the id of the newest scan that has it, unless that is the newest of all; else `null`. */
  const olderScans = known.map((isKnown, index) => {
    const newest = isKnown ? each.find((scan) => scan.known[index]) : undefined;
    return newest === undefined || newest === each[0] ? null : newest.scanId;
  });
  return { known, fixed: each[0]?.fixed ?? 0, olderScans };
}

/**
 * Several scans as one: of each fingerprint, the most severe finding of every scan count as one finding, which is as severe as
 * the worst of them; then the second most severe ones, and so on. For example, one scan has one high finding, and another one
 * has two low findings with the same fingerprint. Together they are one high and one low finding.
 */
export function mergeScans(scans: readonly (readonly Occurrence[])[]): Occurrence[] {
  const byRank = new Map<string, Occurrence>();
  for (const scan of scans) {
    const worstFirst = scan.toSorted((a, b) => compareSeverity(a.severity, b.severity));
    for (const alike of Map.groupBy(worstFirst, ({ fingerprint }) => fingerprint).values())
      for (const [rank, finding] of alike.entries()) {
        const key = `${finding.fingerprint} ${rank}`;
        const other = byRank.get(key) ?? finding;
        byRank.set(key, compareSeverity(finding.severity, other.severity) < 0 ? finding : other);
      }
  }
  return [...byRank.values()];
}

const leastSevereFirst = severities.toReversed();

/** Sorts the findings by who chooses first. */
function inOrderOfChoice(a: CurrentOccurrence, b: CurrentOccurrence): number {
  return (
    Number(a.ignored) - Number(b.ignored) || compareSeverity(a.severity, b.severity) || a.score - b.score
  );
}
