/** Which findings an ignore rule matches, from when to when, and what its owner should know of it. */

import { type Characters, charactersOf, matchesGlob } from '../core/glob.ts';
import { compareSeverity } from '../core/severity.ts';
import { dayMs } from '../core/time.ts';
import type { IgnoreRule } from '../policy/policy.ts';
import type { Finding } from './findings.ts';
import type { RuleNotice } from './verdict.ts';

/** An ignore rule with its globs ready to match, and whether it applies today. */
export type CompiledRule = ReturnType<typeof compileRule>;

/** In this many last days, a rule counts as ending soon. */
const soonDays = 14;

/** A rule applies until the end of its last day, UTC. @param now in milliseconds since the Unix epoch */
export function compileRule(rule: IgnoreRule, now: number) {
  const { expires } = rule;
  const endsAt = expires === null ? Number.POSITIVE_INFINITY : Date.parse(`${expires}T00:00:00Z`) + dayMs;
  const isExpired = !(now < endsAt);
  return {
    rule,
    isExpired,
    expiresSoon: !isExpired && endsAt - now <= soonDays * dayMs,
    nameGlob: charactersOfGlob(rule.name),
    whereGlob: charactersOfGlob(rule.where),
  };
}

function charactersOfGlob(glob: string | null): Characters | null {
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
  rules: readonly CompiledRule[],
  finding: Finding,
  fingerprint: string,
): readonly CompiledRule[] {
  const isNameNeeded = rules.some(({ nameGlob }) => nameGlob !== null);
  const name = isNameNeeded && finding.name.length <= maxNameLength ? charactersOf(finding.name) : null;
  return rules.filter(
    ({ rule, isExpired, nameGlob, whereGlob }) =>
      !isExpired &&
      (rule.fingerprint === null || rule.fingerprint === fingerprint) &&
      matchesText(rule.group, finding.group) &&
      matchesText(rule.type, finding.type ?? '') &&
      namesAllIdentifiers('cwe', rule, finding) &&
      namesAllIdentifiers('cve', rule, finding) &&
      (rule.severity === null || compareSeverity(finding.severity, rule.severity) >= 0) &&
      (nameGlob === null || (name !== null && matchesGlob(nameGlob, name))) &&
      (whereGlob === null || isOnlyAt(whereGlob, finding)),
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
function namesAllIdentifiers(field: 'cwe' | 'cve', rule: IgnoreRule, finding: Finding): boolean {
  const wanted: readonly unknown[] | null = rule[field];
  if (wanted === null) return true;
  const identifiers: readonly unknown[] = finding[field];
  const hasUnreadableEntry = finding.otherIdentifiers.some((entry) => entry.startsWith(field));
  return (
    identifiers.length > 0 && !hasUnreadableEntry && identifiers.every((entry) => wanted.includes(entry))
  );
}

function matchesText(wanted: string | null, actual: string): boolean {
  return wanted === null || wanted.toLowerCase() === actual.toLowerCase();
}

/**
 * Notices about rules that have expired, that expire soon, or that apply but match nothing.
 *
 * @param matchedRules the rules that match a finding
 */
export function noticesOf(
  rules: readonly CompiledRule[],
  matchedRules: ReadonlySet<CompiledRule>,
): RuleNotice[] {
  return rules.flatMap((compiledRule): RuleNotice[] => {
    const { rule, isExpired, expiresSoon } = compiledRule;
    if (isExpired) return [{ rule, kind: 'expired' }];
    const notices: RuleNotice[] = expiresSoon ? [{ rule, kind: 'expires-soon' }] : [];
    return matchedRules.has(compiledRule) ? notices : [...notices, { rule, kind: 'matches-nothing' }];
  });
}
