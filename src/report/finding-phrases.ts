/** Findings in reports: what is said of one, as plain text that the caller has to escape, and which share a row. */

import { plainText } from '../core/plain-text.ts';
import { type Language, numberFormats } from '../core/say.ts';
import type { JudgedFinding } from '../gate/judgement.ts';
import type { Finding } from '../gate/read-findings.ts';
import { andMore } from './words.ts';

const maxSentenceLength = 180;
/** Up to a full stop or the like, unless a word in lower case follows or the full stop is of an abbreviation. */
const firstSentence = /^.*?(?<!\b(?:e\.g|i\.e|ex|vs))[.!?…。][”"')\]]*(?=\s+[^\s\p{Ll}])/u;

/** The first sentence of a description, on one line of plain text; `''` for an empty description. */
export function firstSentenceOf(description: string): string {
  // A very long text is cut before the slow steps.
  const [paragraph = ''] = description
    .trim()
    .slice(0, 4000)
    .split(/\r?\n\s*\n/u, 1);
  const line = plainText(paragraph, 4000);
  return plainText(firstSentence.exec(line)?.[0] ?? line, maxSentenceLength);
}

/** Places in one line: `/search, POST /login and 2 more`. Plain text; `''` for none. */
export function placesPhrase(places: readonly string[], language: Language, maxLength = 160): string {
  const shown = places.slice(0, 3).map((text) => plainText(text, 80));
  const more = places.length > 3 ? ` ${andMore(places.length - 3, language)}` : '';
  return plainText(`${shown.join(', ')}${more}`, maxLength);
}

/** The score; `''` if there is none, which 0.0 means too. */
export function scorePhrase({ cvss }: Finding, language: Language): string {
  return cvss === null || cvss.score === 0 ? '' : numberFormats[language].decimal(cvss.score);
}

/** More identifiers do not help a reader. All are in the JSON result. */
const maxIdentifiers = 8;

/** The first identifiers of a finding, such as `CWE-89`. */
export function identifiersOf({ cwe, cve }: Finding): string[] {
  return [...cwe.map((number) => `CWE-${number}`), ...cve].slice(0, maxIdentifiers);
}

/** A page has no room for more rows, unless the rows are nearly empty. */
const maxListedFindings = 2_000;

/** Findings that share a row. */
export interface FindingGroup {
  readonly representative: JudgedFinding;
  readonly count: number;
  /** The places of all of them, each once. */
  readonly places: readonly string[];
  readonly fingerprints: readonly string[];
}

/** Puts equal findings together, each group where its first one is. Of more than 2,000 findings, takes the first. */
export function groupEqualFindings(findings: readonly JudgedFinding[]): FindingGroup[] {
  const groups = Map.groupBy(
    findings.slice(0, maxListedFindings),
    ({ weaknessId, finding, status, ignoredBy }) =>
      JSON.stringify([weaknessId, finding.severity, status, ignoredBy?.line]),
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
