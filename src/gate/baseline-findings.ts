/** Which findings the baseline has: one for one, by fingerprint and severity. */

import { type Problem, unreadableProblem } from '../core/problem.ts';
import { compareSeverity, noFindings, type Severity, severities } from '../core/severity.ts';
import { hostOfSite } from '../inputs/target-url.ts';
import { baselineProblem, type FetchedBaseline } from '../scan/baseline-scans.ts';
import type { WireScanResult } from '../service/wire.ts';
import { type Finding, firstUnreadableScore, readFindings } from './findings.ts';
import { fingerprinter, isRecognizable } from './fingerprint.ts';
import { scoreOf } from './thresholds.ts';
import type { JudgedFinding } from './verdict.ts';

/** The baseline with what is compared of its findings. */
export type BaselineFindings =
  | Exclude<FetchedBaseline, { kind: 'scan' }>
  | (EarlierScan & {
      kind: 'scan';
      /** Older scans that count too, newest first. */
      older: readonly EarlierScan[];
      /** Ids of older scans that are not whole, and do not count. */
      leftOut: readonly string[];
      /**
       * Why `findings` are not all that the scan has; `null` if they are. It says nothing of the scan that is judged.
       */
      problem: Problem | null;
    });

/** A scan to compare with. */
interface EarlierScan {
  readonly scanId: string;
  readonly findings: readonly Occurrence[];
}

/**
 * Reads the findings of the baseline. A part that cannot be read is a problem: it could make any finding known. An
 * older scan with such a part is left out.
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
  // The score of a baseline finding matters only if its severity comes from it.
  const ratedByScore = findings.filter(({ unknownSeverity }) => unknownSeverity !== null);
  return {
    findings: findings.map((each) => ({ fingerprint: fingerprintOf(each), severity: each.severity })),
    unreadable: unreadable ?? firstUnreadableScore(ratedByScore),
  };
}

/** The part of a finding that is compared. */
interface Occurrence {
  readonly fingerprint: string;
  readonly severity: Severity;
}

export interface CurrentOccurrence extends Occurrence {
  /** CVSS score, 0.0 to 10.0. */
  readonly score: number;
  /** True if an ignore rule matches it: whether it is known does not matter then. */
  readonly isIgnored: boolean;
}

/** A finding before it is judged. */
export type FingerprintedFinding = Pick<JudgedFinding, 'finding' | 'fingerprint' | 'ignoredBy'>;

export function occurrenceOf({ finding, fingerprint, ignoredBy }: FingerprintedFinding): CurrentOccurrence {
  const { severity, unreadableScore } = finding;
  // A score that cannot be read may be the highest: the finding stays new.
  const score = unreadableScore === null ? scoreOf(finding) : 10;
  return { fingerprint, severity, score, isIgnored: ignoredBy !== null };
}

/**
 * Pairs each finding of a scan with one of the baseline that has the same fingerprint and is at least as severe. Paired
 * findings are known. Occurrences count: one in the baseline and two now leave one new.
 *
 * Each finding takes the least severe match, so that as few as possible are new. Ignored findings choose last, so that
 * they take no match from a finding that counts. If equally severe findings compete for one match, the one with the
 * highest score stays new. The order of the findings does not matter. A finding without a readable name has no match.
 *
 * For example, the baseline has a high and a low finding with one fingerprint, and the scan has a medium and a low one.
 * The medium one chooses first and takes the high one, the low one takes the low one, and both are known.
 *
 * @returns `known`: for each current finding, in the same order, true if the baseline has it. `fixed`: how many
 *   findings of the baseline are gone; those without a name are not counted.
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
 * Compares with the scans of the baseline merged, which says what is known: a high finding in one scan and a low one in
 * another, with one fingerprint, must not make two findings known. Compares with each scan alone too, which says which
 * scan a known finding is in, and what is fixed since the newest.
 *
 * @returns for each current finding, in the same order: `known`, true if the baseline has it; `olderScans`, of a known
 *   finding the id of the newest scan that has it, unless that is the newest of all, else `null`
 */
export function compareWithBaseline(current: readonly CurrentOccurrence[], baseline: BaselineFindings) {
  const scans = baseline.kind === 'scan' ? [baseline, ...baseline.older] : [];
  const each = scans.map(({ scanId, findings }) => ({ scanId, ...compareFindings(current, findings) }));
  const { known } = compareFindings(current, mergeScans(scans.map(({ findings }) => findings)));
  const olderScans = known.map((isKnown, index) => {
    const newest = isKnown ? each.find((scan) => scan.known[index]) : undefined;
    return newest === undefined || newest === each[0] ? null : newest.scanId;
  });
  return { known, fixed: each[0]?.fixed ?? 0, olderScans };
}

/**
 * Several scans as one: of each fingerprint, the most severe finding of every scan count as one finding, which is as
 * severe as the worst of them; then the second most severe ones, and so on. For example, one scan has one high finding,
 * and another one has two low findings with the same fingerprint. Together they are one high and one low finding.
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

/** Sorts the findings by who chooses first. */
function inOrderOfChoice(a: CurrentOccurrence, b: CurrentOccurrence): number {
  return (
    Number(a.isIgnored) - Number(b.isIgnored) || compareSeverity(a.severity, b.severity) || a.score - b.score
  );
}
