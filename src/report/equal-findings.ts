import type { Finding } from '../gate/findings.ts';
import type { JudgedFinding } from '../gate/verdict.ts';

/** A page has no room for more rows, unless they are nearly empty. */
const maxRows = 2_000;

/** Findings that look the same to a reader, apart from their places. */
export interface FindingGroup {
  /** The first of the findings. If there are several, its texts have a `…` for each of its places. */
  readonly judged: JudgedFinding;
  readonly findings: readonly Finding[];
  readonly isNew: boolean;
}

/** Puts equal findings together, each group where its first finding is. The findings beyond the limit are left out. */
export function groupEqual(
  findings: readonly JudgedFinding[],
  isNew: (judged: JudgedFinding) => boolean = () => false,
): FindingGroup[] {
  const groups = Map.groupBy(findings.slice(0, maxRows), (judged) => allShown(judged, isNew));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const finding = group.length === 1 ? first.finding : withoutPlaces(first.finding);
    const all = group.map((judged) => judged.finding);
    return [{ judged: { ...first, finding }, findings: all, isNew: isNew(first) }];
  });
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
  // A place on a subdomain begins with the host.
  const paths = new Set(finding.where.map((place) => place.replace(/^[^/]*/u, '')));
  return {
    ...finding,
    // `SQL injection in …` reads better without its end.
    name: withoutPaths(finding.name, paths).replace(/(?:[,:]| \p{Ll}{1,3})? …$|^…[:,]? /u, ''),
    description: withoutPaths(finding.description, paths),
    remediation: withoutPaths(finding.remediation, paths),
  };
}

/** `text` with `…` for each of `paths`. */
function withoutPaths(text: string, paths: ReadonlySet<string>): string {
  return text.replace(pathInText, (match, path: string) => {
    // A sign at the end may belong to the sentence.
    const place = paths.has(path) ? path : path.replace(/[.:!]$/u, '');
    return paths.has(place) ? `…${path.slice(place.length)}` : match;
  });
}
