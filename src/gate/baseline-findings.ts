/** Finds out which findings of a scan are in the baseline: pairs them one to one, by fingerprint and severity. */

import { type Problem, unreadableProblem } from '../core/problem.ts';
import { compareSeverity, noFindings, type Severity, severities } from '../core/severity.ts';
import { hostOfSite } from '../inputs/target-url.ts';
import { baselineProblem, type FetchedBaseline } from '../scan/baseline-scans.ts';
import type { WireScanResult } from '../service/wire.ts';
import { type Finding, firstUnreadableScore, readFindings } from './findings.ts';
import { fingerprinter, isRecognizable } from './fingerprint.ts';
import { scoreForThreshold } from './thresholds.ts';
import type { JudgedFinding } from './verdict.ts';

/** The baseline, with the fingerprint and the severity of each of its findings. */
export type BaselineFindings =
  | Exclude<FetchedBaseline, { kind: 'scan' }>
  | (EarlierScan & {
      kind: 'scan';
      /** Older scans that count too, newest first. */
      older: readonly EarlierScan[];
      /** Ids of older scans that are not whole, and do not count. */
      leftOut: readonly string[];
      /**
       * Why some findings of the baseline scan are missing in `findings`; `null` if none is missing. This is not a
       * problem of the scan that is judged.
       */
      problem: Problem | null;
    });

/** A scan to compare with. */
interface EarlierScan {
  readonly scanId: string;
  readonly findings: readonly Occurrence[];
}

/**
 * Reads the findings of the baseline. A part of the newest scan that cannot be read is a problem: the part could make
 * any finding known. An older scan with an unreadable part is left out.
 */
export function readBaselineFindings(baseline: FetchedBaseline): BaselineFindings {
  if (baseline.kind !== 'scan') return baseline;
  const { scanId, result, target } = baseline;
  const fingerprintOf = fingerprinter(target === null ? null : hostOfSite(target));
  const { findings, unreadable } = readOccurrences(result, fingerprintOf);
  const problem = unreadable && baselineProblem(scanId, unreadableProblem(unreadable));
  const older = baseline.older.flatMap((scan) => {
    const read = scan.result === null ? null : readOccurrences(scan.result, fingerprintOf);
    return read?.unreadable === null ? [{ scanId: scan.scanId, findings: read.findings }] : [];
  });
  const ids = baseline.older.map((scan) => scan.scanId);
  const leftOut = ids.filter((id) => older.every((scan) => scan.scanId !== id));
  return { kind: 'scan', scanId, findings, older, leftOut, problem };
}

function readOccurrences({ issues }: WireScanResult, fingerprintOf: (finding: Finding) => string) {
  const { findings, unreadable } = readFindings(issues);
  // The score of a baseline finding matters only if its severity is derived from the score.
  const ratedByScore = findings.filter(({ unknownSeverity }) => unknownSeverity !== null);
  return {
    findings: findings.map((each) => ({ fingerprint: fingerprintOf(each), severity: each.severity })),
    unreadable: unreadable ?? firstUnreadableScore(ratedByScore),
  };
}

/** What is compared: the fingerprint and the severity of a finding. */
interface Occurrence {
  readonly fingerprint: string;
  readonly severity: Severity;
}

export interface CurrentOccurrence extends Occurrence {
  /** CVSS score, 0.0 to 10.0. */
  readonly score: number;
  /** True if an ignore rule matches the finding. Whether the finding is known does not matter then. */
  readonly isIgnored: boolean;
}

/** A finding before it is judged. */
export type FingerprintedFinding = Pick<JudgedFinding, 'finding' | 'fingerprint' | 'ignoredBy'>;

export function occurrenceOf({ finding, fingerprint, ignoredBy }: FingerprintedFinding): CurrentOccurrence {
  const { severity, unreadableScore } = finding;
  // A score that cannot be read may be the highest: the finding stays new.
  const score = unreadableScore === null ? scoreForThreshold(finding) : 10;
  return { fingerprint, severity, score, isIgnored: ignoredBy !== null };
}

/**
 * Pairs each finding of a scan with a finding of the baseline that has the same fingerprint and is at least as severe.
 * Paired findings are known. Each baseline finding is used once: if the baseline has one finding and the scan has two
 * with the same fingerprint, one of the two is new.
 *
 * Each finding takes the least severe match, so that as few as possible are new. Ignored findings choose last, so that
 * they take no match from a finding that counts. If equally severe findings compete for one match, the one with the
 * highest score stays new. The order of the findings does not matter. A finding without a readable name has no match.
 *
 * For example, the baseline has a high and a low finding with one fingerprint, and the scan has a medium and a low one.
 * The medium finding chooses first and takes the high one. The low finding takes the low one. Both are known.
 *
 * @returns `known`: for each current finding, in the same order, true if the baseline has it. `fixed`: how many
 *   findings of the baseline are gone. Findings without a readable name are not counted.
 */
function compareFindings(current: readonly CurrentOccurrence[], baseline: readonly Occurrence[]) {
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

/**
 * Compares the findings with the baseline in two ways. The comparison with all its scans merged ({@link mergeScans})
 * decides what is known: a high finding in one scan and a low finding in another, with the same fingerprint, must not
 * make two findings known. The comparison with each scan alone shows which scan has a known finding, and how many
 * findings of the newest scan are fixed.
 *
 * @returns `known`: for each current finding, in the same order, true if the baseline has it. `olderScans`: in the same
 *   order, the id of the newest scan that has the finding; `null` if the newest scan of the baseline has it, or no
 *   scan. `fixed`: how many findings of the newest scan are gone.
 */
export function compareWithBaseline(current: readonly CurrentOccurrence[], baseline: BaselineFindings) {
  const scans = baseline.kind === 'scan' ? [baseline, ...baseline.older] : [];
  const comparisons = scans.map(({ scanId, findings }) => ({
    scanId,
    ...compareFindings(current, findings),
  }));
  const { known } = compareFindings(current, mergeScans(scans.map(({ findings }) => findings)));
  const olderScans = known.map((isKnown, index) => {
    const newest = isKnown ? comparisons.find((scan) => scan.known[index]) : undefined;
    return newest === undefined || newest === comparisons[0] ? null : newest.scanId;
  });
  return { known, fixed: comparisons[0]?.fixed ?? 0, olderScans };
}

/**
 * Merges several scans into one. For each fingerprint, the most severe findings of all scans become one finding, with
 * the highest of their severities. The second most severe findings become the next finding, and so on. For example, one
 * scan has a high finding, and another scan has two low findings with the same fingerprint. Merged, they are one high
 * and one low finding.
 */
function mergeScans(scans: readonly (readonly Occurrence[])[]): Occurrence[] {
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

/** Compares two findings for sorting: the finding that chooses its match first comes first. */
function inOrderOfChoice(a: CurrentOccurrence, b: CurrentOccurrence): number {
  return (
    Number(a.isIgnored) - Number(b.isIgnored) || compareSeverity(a.severity, b.severity) || a.score - b.score
  );
}
