import type { JudgedFinding } from '../gate/verdict.ts';

/** More rows than this fit on no page, unless they are nearly empty. */
const maxRows = 2_000;

/** Findings that look the same to a reader. */
export interface FindingGroup {
  readonly judged: JudgedFinding;
  readonly count: number;
}

/**
 * Puts equal findings together, each group where its first finding is. Only looks at as many findings as a page can have
 * room for.
 */
export function groupEqual(
  findings: readonly JudgedFinding[],
  { isNew }: { readonly isNew: (judged: JudgedFinding) => boolean },
): FindingGroup[] {
  const groups = Map.groupBy(findings.slice(0, maxRows), (judged) => allShown(judged, isNew));
  return Array.from(groups.values(), ([first, ...others]) =>
    first === undefined ? [] : [{ judged: first, count: 1 + others.length }],
  ).flat();
}

/** How many findings are in `groups`. */
export function countIn(groups: readonly FindingGroup[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0);
}

/** Everything that a reader sees of a finding. */
function allShown(judged: JudgedFinding, isNew: (judged: JudgedFinding) => boolean): string {
  const { finding, fingerprint, status, seenIn } = judged;
  const { type: _type, unreadableScore: _path, ...shown } = finding;
  return JSON.stringify([isNew(judged), status, fingerprint, seenIn, shown]);
}
