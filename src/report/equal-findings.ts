/** Puts findings of the same weakness into one row. */

import type { JudgedFinding } from '../gate/judgement.ts';

/** A page has no room for more rows, unless the rows are nearly empty. */
const maxRows = 2_000;

/** Findings that share a row. */
export interface FindingGroup {
  readonly representative: JudgedFinding;
  readonly count: number;
  /** The places of all of them, each once. */
  readonly places: readonly string[];
  readonly fingerprints: readonly string[];
}

/** Puts equal findings together, each group where its first one is. Leaves out findings beyond {@link maxRows}. */
export function groupEqualFindings(findings: readonly JudgedFinding[]): FindingGroup[] {
  const groups = Map.groupBy(findings.slice(0, maxRows), ({ weakness, finding, status, ignoredBy }) =>
    JSON.stringify([weakness, finding.severity, status, ignoredBy?.line]),
  );
  return [...groups.values()].flatMap((group) => {
    const [representative] = group;
    if (representative === undefined) return [];
    const places = [...new Set(group.flatMap(({ finding }) => finding.places))];
    const fingerprints = [...new Set(group.flatMap((judged) => judged.fingerprints))];
    return [{ representative, count: group.length, places, fingerprints }];
  });
}

/** How many findings are in `groups`. */
export function countFindings(groups: readonly FindingGroup[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0);
}
