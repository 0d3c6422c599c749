import { type Characters, charactersOf, matchesGlob } from '../core/glob.ts';
import { compareSeverity } from '../core/severity.ts';
import { dayMs } from '../core/time.ts';
import type { IgnoreRule } from '../policy/policy.ts';
import type { Finding } from './findings.ts';
import type { RuleNotice } from './verdict.ts';

/** An ignore rule and whether it applies today. */
export interface PreparedRule {
  readonly rule: IgnoreRule;
  readonly isExpired: boolean;
  /** True if the rule applies for at most 14 more days. */
  readonly endsSoon: boolean;
  /** The glob over the name; `null` for none. */
  readonly name: Characters | null;
  /** The glob over the places; `null` for none. */
  readonly where: Characters | null;
}

const soonDays = 14;

/** A rule applies until the end of its last day, UTC. @param now in milliseconds since the Unix epoch */
export function prepareRule(rule: IgnoreRule, now: number): PreparedRule {
  const { expires } = rule;
  const endsAt = expires === null ? Number.POSITIVE_INFINITY : Date.parse(`${expires}T00:00:00Z`) + dayMs;
  const isExpired = !(now < endsAt);
  const endsSoon = !isExpired && endsAt - now <= soonDays * dayMs;
  return { rule, isExpired, endsSoon, name: globOf(rule.name), where: globOf(rule.where) };
}

function globOf(glob: string | null): Characters | null {
  return glob === null ? null : charactersOf(glob);
}

/** A longer name matches no glob, to limit the work: a site may choose the names of a hundred thousand findings. */
const maxNameLength = 1000;

/**
 * The rules that apply and match the finding in every field. Letter case is ignored.
 *
 * @param fingerprint of the finding
 */
export function matchingRules(
  rules: readonly PreparedRule[],
  finding: Finding,
  fingerprint: string,
): readonly PreparedRule[] {
  const isNeeded = rules.some((prepared) => prepared.name !== null) && finding.name.length <= maxNameLength;
  const name = isNeeded ? charactersOf(finding.name) : null;
  return rules.filter(
    (prepared) =>
      !prepared.isExpired &&
      fieldsMatch(prepared.rule, finding, fingerprint) &&
      (prepared.name === null || (name !== null && matchesGlob(prepared.name, name))) &&
      (prepared.where === null || isOnlyAt(prepared.where, finding)),
  );
}

function fieldsMatch(rule: IgnoreRule, finding: Finding, fingerprint: string): boolean {
  return (
    (rule.fingerprint === null || rule.fingerprint === fingerprint) &&
    isSame(rule.group, finding.group) &&
    isSame(rule.type, finding.type ?? '') &&
    coversAll('cwe', rule, finding) &&
    coversAll('cve', rule, finding) &&
    (rule.severity === null || compareSeverity(finding.severity, rule.severity) >= 0)
  );
}

/** True if the finding has places, all its places are known, and all of them match. */
function isOnlyAt(glob: Characters, { where, whereCut }: Finding): boolean {
  return where.length > 0 && !whereCut && where.every((place) => matchesGlob(glob, charactersOf(place)));
}

/**
 * True if the finding has identifiers in `field`, and the rule names all of them. False if the field has other entries,
 * because no rule can name those.
 */
function coversAll(field: 'cwe' | 'cve', rule: IgnoreRule, finding: Finding): boolean {
  const wanted: readonly unknown[] | null = rule[field];
  if (wanted === null) return true;
  const identifiers: readonly unknown[] = finding[field];
  const hasOther = finding.otherIdentifiers.some((entry) => entry.startsWith(field));
  return identifiers.length > 0 && !hasOther && identifiers.every((entry) => wanted.includes(entry));
}

function isSame(wanted: string | null, actual: string): boolean {
  return wanted === null || wanted.toLowerCase() === actual.toLowerCase();
}

/**
 * Notices about rules that have expired, that expire soon, or that apply but match nothing.
 *
 * @param used the rules that match a finding
 */
export function noticesOf(rules: readonly PreparedRule[], used: ReadonlySet<PreparedRule>): RuleNotice[] {
  return rules.flatMap((prepared): RuleNotice[] => {
    const { rule, isExpired, endsSoon } = prepared;
    if (isExpired) return [{ rule, kind: 'expired' }];
    const notices: RuleNotice[] = endsSoon ? [{ rule, kind: 'expires-soon' }] : [];
    return used.has(prepared) ? notices : [...notices, { rule, kind: 'matches-nothing' }];
  });
}
