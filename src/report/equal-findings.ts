/** Decides which findings share a row. */

import type { Finding } from '../gate/findings.ts';
import type { JudgedFinding } from '../gate/verdict.ts';

/** A page has no room for more rows, unless the rows are nearly empty. */
const maxRows = 2_000;

/** Findings that look the same to a reader, apart from their places. */
export interface FindingGroup {
  /** The first finding of the group. If there are several, `…` replaces the places in its texts. */
  readonly representative: JudgedFinding;
  readonly findings: readonly Finding[];
  readonly isNew: boolean;
}

/** Puts equal findings together, each group where its first one is. Leaves out findings beyond {@link maxRows}. */
export function groupEqualFindings(
  findings: readonly JudgedFinding[],
  isNew: (judged: JudgedFinding) => boolean = () => false,
): FindingGroup[] {
  const groups = Map.groupBy(findings.slice(0, maxRows), (judged) => rowKey(judged, isNew));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const finding = group.length === 1 ? first.finding : withoutPlaces(first.finding);
    return [
      {
        representative: { ...first, finding },
        findings: group.map((judged) => judged.finding),
        isNew: isNew(first),
      },
    ];
  });
}

/** How many findings are in `groups`. */
export function countFindings(groups: readonly FindingGroup[]): number {
  return groups.reduce((sum, { findings }) => sum + findings.length, 0);
}

/** Everything that a reader sees of a finding, apart from its places. */
function rowKey(judged: JudgedFinding, isNew: (judged: JudgedFinding) => boolean): string {
  const { status, knownFrom, ignoredBy } = judged;
  const { type, source, unreadableScore, where, whereCut, subjects, ...shownFields } = withoutPlaces(
    judged.finding,
  );
  return JSON.stringify([isNew(judged), status, ignoredBy?.line, knownFrom, shownFields]);
}

/**
 * A path in a text, such as `/a`, with the host before it and the query after it: `https://example.com/a?b=1`. A
 * punctuation mark at the end of the path belongs to the sentence.
 */
const pathInText =
  /(?<![\w.<*+/-])(?:https?:\/\/)?[\w.-]*(?::\d+)?(\/[^\s"'<>(),;`?#]*(?<![.:!]))(?:[?#][^\s"'<>(),;`]*)?/giu;

/**
 * Replaces each place of the finding with `…` in its name, description and remediation. The service writes places into
 * these texts, so without this, one weakness at five places would take five rows. For example, with the place
 * `/search`, `SQL injection in /search` becomes `SQL injection`, and
 * `The form at https://example.com/search?q=1 sends …` becomes `The form at … sends …`.
 */
function withoutPlaces(finding: Finding): Finding {
  if (finding.where.length === 0) return finding;
  // The host is removed, because a place on a subdomain begins with it.
  const paths = finding.where.map((place) => place.replace(/^[^/]*/u, ''));
  const withoutPaths = (text: string) =>
    paths.some((path) => text.includes(path))
      ? text.replace(pathInText, (match, path: string) => (paths.includes(path) ? '…' : match))
      : text;
  return {
    ...finding,
    // `SQL injection in …` reads better without its end.
    name: withoutPaths(finding.name).replace(/(?:[,:]| \p{Ll}{1,3})? …$|^…[:,]? /u, ''),
    description: withoutPaths(finding.description),
    remediation: withoutPaths(finding.remediation),
  };
}
