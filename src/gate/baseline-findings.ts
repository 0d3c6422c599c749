/** Finds out which findings of a scan are in the baseline: one for one, by fingerprint and severity. */

import { type Problem, unreadableProblem } from '../core/problem.ts';
import { compareSeverity, noFindings, reaches, type Severity, severities } from '../core/severity.ts';
import { siteHostOf } from '../inputs/target-url.ts';
import { baselineProblem, type FetchedBaseline } from '../scan/baseline-scans.ts';
import type { WireScanResult } from '../service/wire.ts';
import { type Finding, firstUnreadableScore, readFindings } from './findings.ts';
import { fingerprinter, isRecognizable } from './fingerprint.ts';
import { scoreForThreshold } from './thresholds.ts';
import type { JudgedFinding } from './verdict.ts';

/**
 * The baseline as it was fetched, but with the fingerprint and the severity of each finding in place of the results.
 */
export type BaselineFindings =
  | Exclude<FetchedBaseline, { kind: 'scan' }>
  | {
      kind: 'scan';
      /** The newest scan, and the older scans that count too, newest first. */
      scans: readonly [BaselineScanFindings, ...BaselineScanFindings[]];
      /** Ids of older scans that are not whole, and do not count. */
      leftOutScanIds: readonly string[];
      /**
       * Why some findings of the newest scan are missing in `scans`; `null` if none is missing. This is not a problem
       * of the scan that is judged.
       */
      problem: Problem | null;
    };

/** A scan to compare with. */
interface BaselineScanFindings {
  readonly scanId: string;
  readonly findings: readonly { readonly fingerprint: string; readonly severity: Severity }[];
}

/**
 * Reads the findings of the baseline. A part of the newest scan that cannot be read is a problem: the part could make
 * any finding known. An older scan with an unreadable part is left out.
 */
export function readBaselineFindings(baseline: FetchedBaseline): BaselineFindings {
  if (baseline.kind !== 'scan') return baseline;
  const { scanId, result, target } = baseline;
  const fingerprintOf = fingerprinter(siteHostOf(target));
  const { findings, unreadable } = readBaselineScan(result, fingerprintOf);
  const problem = unreadable && baselineProblem(scanId, unreadableProblem(unreadable));
  const scans: [BaselineScanFindings, ...BaselineScanFindings[]] = [{ scanId, findings }];
  const leftOutScanIds: string[] = [];
  for (const older of baseline.olderScans) {
    const read = older.result && readBaselineScan(older.result, fingerprintOf);
    if (read?.unreadable === null) scans.push({ scanId: older.scanId, findings: read.findings });
    else leftOutScanIds.push(older.scanId);
  }
  return { kind: 'scan', scans, leftOutScanIds, problem };
}

function readBaselineScan({ issues }: WireScanResult, fingerprintOf: (finding: Finding) => string) {
  const { findings, unreadable } = readFindings(issues);
  // The score of a baseline finding matters only if its severity is derived from the score.
  const ratedByScore = findings.filter(({ unknownSeverity }) => unknownSeverity !== null);
  const earlier = findings.map((finding) => ({
    fingerprint: fingerprintOf(finding),
    severity: finding.severity,
  }));
  return {
    // A finding without a readable name makes no finding known, and is never counted as fixed.
    findings: earlier.filter(({ fingerprint }) => isRecognizable(fingerprint)),
    unreadable: unreadable ?? firstUnreadableScore(ratedByScore),
  };
}

/** A finding before it is judged. */
export type FingerprintedFinding = Pick<JudgedFinding, 'finding' | 'fingerprint' | 'ignoredBy'>;

/**
 * Compares the findings with the baseline. All scans of the baseline together decide what is known
 * ({@link highestCounts}). Each scan alone shows which scan has a known finding, and how many findings of the newest
 * scan are fixed.
 *
 * @returns `knownFrom`: for each current finding, in the same order, the id of the newest scan that has it; `null` if
 *   the baseline does not have it. `fixed`: how many findings of the newest scan are gone.
 */
export function compareWithBaseline(current: readonly FingerprintedFinding[], baseline: BaselineFindings) {
  if (baseline.kind !== 'scan') return { knownFrom: current.map(() => null), fixed: 0 };
  const { scans } = baseline;
  const [newest] = scans;
  const knownByEach = scans.map((scan) => findKnown(current, [scan]));
  const knownFrom = findKnown(current, scans).map((isKnown, index) => {
    const scan = scans.find((_, scanIndex) => knownByEach[scanIndex]?.[index]) ?? newest;
    return isKnown ? scan.scanId : null;
  });
  const stillFound = knownByEach[0]?.filter(Boolean).length ?? 0;
  return { knownFrom, fixed: newest.findings.length - stillFound };
}

/**
 * Decides which findings are known. Each finding of the baseline makes one finding known that has the same fingerprint
 * and is at most as severe. So, for each severity, as many findings of at least this severity are known as the baseline
 * has.
 *
 * For example, the baseline has a high and a low finding with one fingerprint. A medium and a low finding are both
 * known. Of two medium findings, one is new: the baseline has only one finding that is at least medium.
 *
 * Ignored findings come last, so that they take no place of a finding that counts. Of equally severe findings, those
 * with the highest scores stay new. The order of the findings does not matter.
 *
 * @returns for each finding, in the same order, true if it is known
 */
function findKnown(
  current: readonly FingerprintedFinding[],
  scans: readonly BaselineScanFindings[],
): boolean[] {
  const known: boolean[] = new Array(current.length).fill(false);
  const remainingByFingerprint = highestCounts(scans);
  if (remainingByFingerprint.size === 0) return known;
  const inOrder = [...current.entries()].sort(([, a], [, b]) => compareByPriority(a, b));
  for (const [index, { fingerprint, finding }] of inOrder) {
    const remaining = remainingByFingerprint.get(fingerprint);
    if (remaining === undefined) continue;
    const reachedSeverities = severities.filter((threshold) => reaches(finding.severity, threshold));
    if (reachedSeverities.some((threshold) => remaining[threshold] === 0)) continue;
    for (const threshold of reachedSeverities) remaining[threshold] -= 1;
    known[index] = true;
  }
  return known;
}

/** Compares two findings for sorting: the finding that is the first to be known comes first. */
function compareByPriority(a: FingerprintedFinding, b: FingerprintedFinding): number {
  return (
    Number(a.ignoredBy !== null) - Number(b.ignoredBy !== null) ||
    compareSeverity(a.finding.severity, b.finding.severity) ||
    highestScore(a.finding) - highestScore(b.finding)
  );
}

/** A score that cannot be read may be the highest of all. */
function highestScore(finding: Finding): number {
  return finding.unreadableScore === null ? scoreForThreshold(finding) : 10;
}

/**
 * Counts, for each fingerprint and severity, the findings that are at least this severe. The scan that has most of them
 * counts: the scans may all have the same findings. For example, one scan has a high finding, and another scan has two
 * low findings with the same fingerprint. Together they have one finding that is at least high, and two that are at
 * least low.
 */
function highestCounts(
  scans: readonly BaselineScanFindings[],
): ReadonlyMap<string, Record<Severity, number>> {
  const countsByFingerprint = new Map<string, Record<Severity, number>>();
  for (const scan of scans)
    for (const [fingerprint, findings] of Map.groupBy(scan.findings, (finding) => finding.fingerprint)) {
      const counts = countsByFingerprint.get(fingerprint) ?? { ...noFindings };
      for (const threshold of severities) {
        const count = findings.filter(({ severity }) => reaches(severity, threshold)).length;
        counts[threshold] = Math.max(counts[threshold], count);
      }
      countsByFingerprint.set(fingerprint, counts);
    }
  return countsByFingerprint;
}
