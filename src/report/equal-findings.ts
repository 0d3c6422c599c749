import type { Finding } from '../gate/findings.ts';
import type { JudgedFinding } from '../gate/verdict.ts';

/** More rows than this fit on no page, unless they are nearly empty. */
const maxRows = 2_000;

/** Findings that look the same to a reader, apart from their places. */
export interface FindingGroup {
  /** The first of the findings. If there are several, with `…` for its places. */
  readonly judged: JudgedFinding;
  readonly findings: readonly Finding[];
  readonly isNew: boolean;
}

/**
 * Puts equal findings together, each group where its first finding is. Only looks at as many findings as a page can have
 * room for.
 */
export function groupEqual(
  findings: readonly JudgedFinding[],
  isNew: (judged: JudgedFinding) => boolean = () => false,
): FindingGroup[] {
  const groups = Map.groupBy(findings.slice(0, maxRows), (judged) => allShown(judged, isNew));
  return Array.from(groups.values(), (group) => {
    const [first] = group;
    if (first === undefined) return [];
    const finding = group.length === 1 ? first.finding : withoutPlaces(first.finding);
    const all = group.map((judged) => judged.finding);
    return [{ judged: { ...first, finding }, findings: all, isNew: isNew(first) }];
  }).flat();
}

/** How many findings are in `groups`. */
export function countIn(groups: readonly FindingGroup[]): number {
  return groups.reduce((sum, { findings }) => sum + findings.length, 0);
}

/** Everything that a reader sees of a finding, apart from its places. */
function allShown(judged: JudgedFinding, isNew: (judged: JudgedFinding) => boolean): string {
  const { status, seenIn, ignoredBy } = judged;
  const { type, source, unreadableScore, where, whereCut, evidence, ...shown } = withoutPlaces(
    judged.finding,
  );
  return JSON.stringify([isNew(judged), status, ignoredBy?.line, seenIn, shown]);
}

/** A path in a text, with the host before it and the query after it. */
const pathInText =
  /(?<![\w.<*+/-])(?:https?:\/\/)?[\w.-]*(?::\d+)?(\/[^\s"'<>(),;`?#]*)(?:[?#][^\s"'<>(),;`]*)?/giu;

/** `finding` with `…` for each of its places in name, description and remediation. */
function withoutPlaces(finding: Finding): Finding {
  if (finding.where.length === 0) return finding;
  const paths = new Set(finding.where.map((place) => place.replace(/^[^/]*/u, '')));
  const bare = (text: string) =>
    text.replace(pathInText, (whole, path: string) => {
      // It may be the end of a sentence.
      const place = paths.has(path) ? path : path.replace(/[.:!]$/u, '');
      return paths.has(place) ? `…${path.slice(place.length)}` : whole;
    });
  const { name, description, remediation } = finding;
  // `SQL injection in …` reads better without its end.
  const shortName = bare(name).replace(/(?:[,:]| \p{Ll}{1,3})? …$|^…[:,]? /u, '');
  return { ...finding, name: shortName, description: bare(description), remediation: bare(remediation) };
}
