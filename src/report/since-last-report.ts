/** Compares a report with the last one, and makes the facts that are noted for the next one. */

import { fingerprintVersion, withoutVersion } from '../core/fingerprint-version.ts';
import type { JudgedFinding } from '../gate/verdict.ts';
import { fingerprintDigits, type LastReport, maxFingerprints, maxHiddenNameLength } from './hidden-line.ts';
import type { ReportModel } from './model.ts';
import { plainText } from './plain-text.ts';

/** The last report if it stays below this one, because it has a verdict and this one is inconclusive; else `null`. */
export function lastReportToKeep({ assessment, lastReport }: ReportModel): LastReport | null {
  const isUndecided = assessment.verdict.outcome === 'inconclusive';
  return isUndecided && lastReport?.outcome !== 'inconclusive' ? lastReport : null;
}

/** The facts that the next run compares with. An inconclusive report notes the last report with a verdict again. */
export function reportToNote(model: ReportModel): LastReport {
  const kept = lastReportToKeep(model);
  if (kept !== null) return kept;
  const { assessment, run } = model;
  const fingerprints = fingerprintsOf(model);
  const named = fingerprints === null ? [] : assessment.findings;
  return {
    outcome: assessment.verdict.outcome,
    sha: run.sha,
    blocking: assessment.blockingCount,
    fingerprintVersion,
    fingerprints,
    names: named.map(({ finding }) => plainText(finding.name, maxHiddenNameLength)),
  };
}

/** Shortened fingerprints of all findings; `null` if the list is incomplete, too long or not to be published. */
export function fingerprintsOf({ assessment, disclosure }: ReportModel): readonly string[] | null {
  const { findings, complete } = assessment;
  if (disclosure.mode === 'counts' || !complete || findings.length > maxFingerprints) return null;
  return findings.map(({ fingerprint }) => withoutVersion(fingerprint).slice(0, fingerprintDigits));
}

/** What changed since the last report. */
export interface ChangesSinceLast {
  /** How many findings are new. */
  readonly new: number;
  readonly fixed: number;
  readonly newFindings: ReadonlySet<JudgedFinding>;
  /** Names of fixed findings, as plain text, as far as the hidden line has them; `''` for a finding without a name. */
  readonly fixedNames: readonly string[];
}

/**
 * What is new and what is fixed since the last report. Ignored and known findings count like any other. Several
 * findings with the same fingerprint count one by one. `null` if one of the two lists is not known to be complete, or
 * if the last report has fingerprints of another version.
 */
export function changesSinceLast(model: ReportModel): ChangesSinceLast | null {
  const { lastReport, assessment } = model;
  const currentFingerprints = fingerprintsOf(model);
  const lastFingerprints = lastReport?.fingerprints ?? null;
  if (
    currentFingerprints === null ||
    lastFingerprints === null ||
    lastReport?.fingerprintVersion !== fingerprintVersion
  )
    return null;
  // For each fingerprint, the positions in the last report that no finding of this report was matched with yet.
  const unmatched = Map.groupBy(lastFingerprints.keys(), (index) => lastFingerprints[index] ?? '');
  const newFindings = new Set(
    assessment.findings.filter(
      (_, index) => unmatched.get(currentFingerprints[index] ?? '')?.shift() === undefined,
    ),
  );
  const fixed = [...unmatched.values()].flat().sort((one, other) => one - other);
  const fixedNames = fixed.flatMap((index) => lastReport.names[index] ?? []);
  return { new: newFindings.size, fixed: fixed.length, newFindings, fixedNames };
}
