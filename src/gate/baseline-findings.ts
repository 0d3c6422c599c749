/** Finds out which findings of a scan are in the baseline. */

import { asBaselineProblem, type Problem } from '../core/problem.ts';
import { lowestSeverity, reaches, type Severity, severities, zeroCounts } from '../core/severity.ts';
import type { FetchedBaseline } from '../scan/baseline.ts';
import { parseSiteAddress } from '../settings/site-address.ts';
import { type IdentifiedFinding, identifyFindings, isRecognizable } from './fingerprint.ts';
import { readFindings } from './read-findings.ts';

/** The baseline as it was fetched, but with the identified findings in place of the result. */
export type BaselineFindings =
  | Exclude<FetchedBaseline, { kind: 'scan' }>
  | {
      kind: 'scan';
      scanId: string;
      findings: readonly IdentifiedFinding[];
      /** Why some findings are missing; `null` if none is. This is not a problem of the scan that is judged. */
      problem: Problem | null;
    };

/** Reads the findings of the baseline. A part that cannot be read is a problem: it could make any finding known. */
export function readBaselineFindings(baseline: FetchedBaseline): BaselineFindings {
  if (baseline.kind !== 'scan') return baseline;
  const { scanId, result, siteAddress } = baseline;
  const siteHost = parseSiteAddress(siteAddress ?? '')?.url.host ?? null;
  const { findings, unreadable } = readFindings(result.issues, siteHost);
  // A severity that is not known counts as the lowest here, so that it makes no severe finding known.
  const withUnknownLowest = findings.map((finding) =>
    finding.unknownSeverity === null ? finding : { ...finding, severity: lowestSeverity },
  );
  const identified = identifyFindings(withUnknownLowest, { siteHost, ips: result.information?.ips ?? [] });
  return {
    kind: 'scan',
    scanId,
    // A finding without a readable name makes no finding known, and is never counted as fixed.
    findings: identified.filter(({ weaknessId }) => isRecognizable(weaknessId)),
    problem: unreadable && asBaselineProblem(scanId, { kind: 'unreadable', ...unreadable }),
  };
}

/**
 * Decides which findings are known. If the baseline has a weakness for the whole site, it is known at that severity or
 * below, wherever it is. Else a finding is new if it is of the whole site, or if any of its fingerprints occurs more
 * often in the scan, at its severity or above, than in the baseline. No order makes a difference.
 *
 * @returns `fixed`: how many findings of the baseline are gone
 */
export function compareWithBaseline(current: readonly IdentifiedFinding[], baseline: BaselineFindings) {
  if (baseline.kind !== 'scan') return { isKnown: () => false, fixed: 0 };
  const inScan = countFingerprints(current);
  const inBaseline = countFingerprints(baseline.findings);
  const ofWholeSite = severitiesOfWholeSite(baseline.findings);
  const isKnown = ({ finding: { severity }, weaknessId, fingerprints, isOfWholeSite }: IdentifiedFinding) => {
    if (!isRecognizable(weaknessId)) return false;
    const siteSeverity = ofWholeSite.get(weaknessId);
    if (siteSeverity !== undefined && reaches(siteSeverity, severity)) return true;
    if (isOfWholeSite) return false;
    return fingerprints.every(
      (fingerprint) => countOf(inScan, fingerprint, severity) <= countOf(inBaseline, fingerprint, severity),
    );
  };
  return { isKnown, fixed: countFixed(baseline.findings, current, inScan) };
}

/** How often each fingerprint occurs, at each severity or above. */
type FingerprintCounts = ReadonlyMap<string, Readonly<Record<Severity, number>>>;

function countFingerprints(findings: readonly IdentifiedFinding[]): FingerprintCounts {
  const counts = new Map<string, Record<Severity, number>>();
  for (const { fingerprints, finding } of findings)
    for (const fingerprint of fingerprints) {
      const atLeast = counts.get(fingerprint) ?? { ...zeroCounts };
      for (const threshold of severities) if (reaches(finding.severity, threshold)) atLeast[threshold] += 1;
      counts.set(fingerprint, atLeast);
    }
  return counts;
}

function countOf(counts: FingerprintCounts, fingerprint: string, atLeast: Severity): number {
  return counts.get(fingerprint)?.[atLeast] ?? 0;
}

/** The highest severity of each weakness of the whole site. */
function severitiesOfWholeSite(findings: readonly IdentifiedFinding[]): ReadonlyMap<string, Severity> {
  const highest = new Map<string, Severity>();
  for (const { weaknessId, finding, isOfWholeSite } of findings) {
    const { severity } = finding;
    const soFar = highest.get(weaknessId);
    if (isOfWholeSite && (soFar === undefined || !reaches(soFar, severity)))
      highest.set(weaknessId, severity);
  }
  return highest;
}

/**
 * How many findings of the baseline are gone.
 *
 * | finding of the baseline | is left if |
 * |---|---|
 * | of the whole site | the scan has the weakness anywhere |
 * | at places, or without a place | the weakness is of the whole site now, or the scan has it at one of the places |
 *
 * Of equal findings, as many are left as the scan has at one place.
 */
function countFixed(
  baseline: readonly IdentifiedFinding[],
  current: readonly IdentifiedFinding[],
  inScan: FingerprintCounts,
): number {
  const anywhere = new Set(current.map(({ weaknessId }) => weaknessId));
  const ofWholeSite = severitiesOfWholeSite(current);
  const mayBeGone = baseline.filter(({ weaknessId, isOfWholeSite }) =>
    isOfWholeSite ? !anywhere.has(weaknessId) : !ofWholeSite.has(weaknessId),
  );
  const equal = Map.groupBy(mayBeGone, ({ fingerprints }) => fingerprints.join(' '));
  const goneOf = (group: readonly IdentifiedFinding[]) => {
    const counts = group[0]?.fingerprints.map((each) => countOf(inScan, each, lowestSeverity)) ?? [];
    const left = counts.reduce((most, count) => Math.max(most, count), 0);
    return Math.max(0, group.length - left);
  };
  return [...equal.values()].reduce((sum, group) => sum + goneOf(group), 0);
}
