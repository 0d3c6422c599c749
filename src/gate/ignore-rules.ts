/** Which places of a finding an ignore rule covers, until when, and what its owner should know of it. */

import { matchesGlob } from '../core/glob.ts';
import { compareSeverity } from '../core/severity.ts';
import { dayMs } from '../core/time.ts';
import type { IgnoreRule } from '../settings/policy-file.ts';
import { maxNameLength, normalized } from './comparable-name.ts';
import type { IdentifiedFinding } from './fingerprint.ts';
import type { RuleNotice } from './judgement.ts';
import type { Finding } from './read-findings.ts';

/** An ignore rule, with its texts ready to match, and whether it applies today. */
export type CompiledRule = ReturnType<typeof compileRule>;

/** In this many last days, a rule counts as ending soon. */
const ruleSoonDays = 14;

/** A rule applies until the end of its last day, UTC. @param now in milliseconds since the Unix epoch */
export function compileRule(rule: IgnoreRule, now: number) {
  const { expires, name, group, fingerprint } = rule;
  const endsAt = expires === null ? Number.POSITIVE_INFINITY : Date.parse(`${expires}T00:00:00Z`) + dayMs;
  const isExpired = !(now < endsAt);
  return {
    rule,
    isExpired,
    expiresSoon: !isExpired && endsAt - now <= ruleSoonDays * dayMs,
    nameGlob: name === null ? null : normalized(name),
    group: group === null ? null : normalized(group),
    fingerprints: fingerprint && new Set(fingerprint),
  };
}

/**
 * Which rules cover places of a finding.
 *
 * @returns `covering`: the rules that cover at least one place, in their order; `isIgnored`: true if together they
 *   cover all places
 */
export function coverageOf(rules: readonly CompiledRule[], identified: IdentifiedFinding) {
  if (rules.length === 0) return { covering: [], isIgnored: false };
  const { name, group } = identified.finding;
  const texts = { name: normalized(name), group: normalized(group) };
  const matching = rules.filter((rule) => matchesFinding(rule, identified.finding, texts));
  // Most findings match no rule, and places take the most time.
  const places = matching.length === 0 ? [] : placesToCover(identified);
  const covering = matching.filter((rule) => places.some((place) => coversPlace(rule, place)));
  const isIgnored =
    covering.length > 0 && places.every((place) => covering.some((rule) => coversPlace(rule, place)));
  return { covering, isIgnored };
}

/** A place with its fingerprint. `place` is `null` for the only entry of a finding without places. */
interface PlaceToCover {
  readonly fingerprint: string;
  readonly place: string | null;
}

function placesToCover({ finding, fingerprints, weaknessId }: IdentifiedFinding): readonly PlaceToCover[] {
  const { places } = finding;
  if (places.length === 0) return [{ fingerprint: weaknessId, place: null }];
  return places.map((place, index) => ({
    // A finding of the whole site has one fingerprint for all its places.
    fingerprint: fingerprints.length === places.length ? (fingerprints[index] ?? weaknessId) : weaknessId,
    place,
  }));
}

function coversPlace({ rule, fingerprints }: CompiledRule, { fingerprint, place }: PlaceToCover): boolean {
  const isNamed = fingerprints === null || fingerprints.has(fingerprint);
  return isNamed && (rule.where === null || (place !== null && matchesGlob(rule.where, place)));
}

/** True if the rule applies and the finding matches every field but `fingerprint` and `where`. */
function matchesFinding(
  { rule, isExpired, nameGlob, group }: CompiledRule,
  finding: Finding,
  texts: { readonly name: string; readonly group: string },
): boolean {
  return (
    !isExpired &&
    (group === null || group === texts.group) &&
    namesAllIdentifiers('cwe', rule, finding) &&
    namesAllIdentifiers('cve', rule, finding) &&
    (rule.severity === null || compareSeverity(finding.severity, rule.severity) >= 0) &&
    (nameGlob === null || (finding.name.length <= maxNameLength && matchesGlob(nameGlob, texts.name)))
  );
}

/**
 * True if the finding has identifiers in `field`, and the rule names all of them. False if the field has other entries,
 * because no rule can name those.
 */
function namesAllIdentifiers(field: 'cwe' | 'cve', rule: IgnoreRule, finding: Finding): boolean {
  const wanted: readonly unknown[] | null = rule[field];
  if (wanted === null) return true;
  const identifiers: readonly unknown[] = finding[field];
  const hasOthers = finding.otherIdentifiers[field].length > 0;
  return identifiers.length > 0 && !hasOthers && identifiers.every((entry) => wanted.includes(entry));
}

/**
 * Notices about rules that have expired, that expire soon, or that apply but cover nothing.
 *
 * @param coveringRules the rules that cover a place of a finding
 */
export function noticesOf(
  rules: readonly CompiledRule[],
  coveringRules: ReadonlySet<CompiledRule>,
): RuleNotice[] {
  return rules.flatMap((compiledRule): RuleNotice[] => {
    const { rule, isExpired, expiresSoon } = compiledRule;
    if (isExpired) return [{ rule, kind: 'expired' }];
    const notices: RuleNotice[] = expiresSoon ? [{ rule, kind: 'expires-soon' }] : [];
    return coveringRules.has(compiledRule) ? notices : [...notices, { rule, kind: 'matches-nothing' }];
  });
}
