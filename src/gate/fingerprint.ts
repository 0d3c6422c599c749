/** What makes two findings the same over time. */

import { fingerprintVersion, shortDigest } from '../core/ids.ts';
import { reaches } from '../core/severity.ts';
import { comparableNameReader, normalized, type Site } from './comparable-name.ts';
import type { Finding } from './read-findings.ts';

const unnamedPrefix = 'unnamed';

/** A finding, and what makes it the same in another scan. */
export interface IdentifiedFinding {
  readonly finding: Finding;
  /** The fingerprint of the finding without its places. */
  readonly weaknessId: string;
  /** One for each place of the finding, in their order; only `weaknessId` if it has none or is of the whole site. */
  readonly fingerprints: readonly string[];
  readonly isOfWholeSite: boolean;
}

/** A weakness in more places is of the whole site, like a header that no page sends. */
const maxPlacesOfWeakness = 10;

/**
 * Identifies the findings of a scan, in their order (`docs/policy.md`, “Fingerprints”). A fingerprint, such as
 * `v1:6b1f…`, is a hash of the group, the name as {@link comparableNameReader} reads it, the CWE numbers, the CVE
 * identifiers, and the place. Score, texts, links and other raw data are left out, because they can change while the
 * weakness stays. So is the severity, but a weakness that becomes high is no longer of the whole site.
 *
 * If you change how fingerprints are made, change {@link fingerprintVersion} too.
 *
 * A finding without a readable name could be anything. Its fingerprints start with `unnamed:` and are never recognized
 * in another scan ({@link isRecognizable}).
 */
export function identifyFindings(findings: readonly Finding[], site: Site): readonly IdentifiedFinding[] {
  const readName = comparableNameReader(site);
  const withId = findings.map((finding) => ({ finding, weaknessId: weaknessIdOf(finding, readName) }));
  const belowHigh = Map.groupBy(withId.filter(mayBeOfWholeSite), ({ weaknessId }) => weaknessId);
  const placesOf = new Map(
    Array.from(belowHigh, ([weaknessId, all]) => [
      weaknessId,
      new Set(all.flatMap((one) => one.finding.places)),
    ]),
  );
  return withId.map(({ finding, weaknessId }) => {
    const placeCount = placesOf.get(weaknessId)?.size ?? 0;
    const isOfWholeSite = mayBeOfWholeSite({ finding }) && placeCount > maxPlacesOfWeakness;
    const { places } = finding;
    const isAtPlaces = places.length > 0 && !isOfWholeSite;
    const fingerprints = isAtPlaces ? places.map((place) => fingerprintAt(weaknessId, place)) : [weaknessId];
    return { finding, weaknessId, fingerprints, isOfWholeSite };
  });
}

/** High and critical ones are not: a new place of them must not be overlooked. */
function mayBeOfWholeSite({ finding }: Pick<IdentifiedFinding, 'finding'>): boolean {
  return !reaches(finding.severity, 'high');
}

/** True if a finding with this fingerprint can be recognized in another scan. */
export function isRecognizable(fingerprint: string): boolean {
  return !fingerprint.startsWith(`${unnamedPrefix}:`);
}

function weaknessIdOf(finding: Finding, readName: (name: string) => string): string {
  const { cwe, cve, otherIdentifiers: others } = finding;
  const name = readName(finding.name);
  const lists = [cwe.map(String), cve, others.cwe, others.cve];
  const identity = [normalized(finding.group), name, ...lists.map((list) => list.toSorted())];
  const prefix = /[\p{L}\p{N}]/u.test(name) ? fingerprintVersion : unnamedPrefix;
  return `${prefix}:${shortDigest(JSON.stringify(identity), 20)}`;
}

function fingerprintAt(weaknessId: string, place: string): string {
  return weaknessId.replace(/:.*$/, `:${shortDigest(`${weaknessId} ${place}`, 20)}`);
}
