import { matchesGlob } from '../core/glob.ts';
import { compareSeverity } from '../core/severity.ts';
import { dayMs } from '../core/time.ts';
import type { IgnoreRule } from '../policy/policy.ts';
import type { Finding } from './findings.ts';

/** An ignore rule and whether it applies today. */
export interface DatedRule {
  readonly rule: IgnoreRule;
  readonly expired: boolean;
  /** True if the rule applies for at most 14 more days. */
  readonly expiresSoon: boolean;
}

const soonDays = 14;

/** A rule applies until the end of its last day, UTC. @param now in milliseconds since the Unix epoch */
export function dateRule(rule: IgnoreRule, now: number): DatedRule {
  if (rule.expires === null) return { rule, expired: false, expiresSoon: false };
  const endsAt = Date.parse(`${rule.expires}T00:00:00Z`) + dayMs;
  const expired = !(now < endsAt);
  return { rule, expired, expiresSoon: !expired && endsAt - now <= soonDays * dayMs };
}

/**
 * True if every field of `rule` matches the finding. Letter case is ignored.
 *
 * @param fingerprint of the finding
 */
export function ruleMatches(rule: IgnoreRule, finding: Finding, fingerprint: string): boolean {
  return (
    (rule.fingerprint === null || rule.fingerprint === fingerprint) &&
    (rule.name === null || nameMatches(rule.name, finding.name)) &&
    isSame(rule.group, finding.group) &&
    isSame(rule.type, finding.type ?? '') &&
    covers(rule.cwe, finding.cwe, others(finding, 'cwe')) &&
    covers(rule.cve, finding.cve, others(finding, 'cve')) &&
    (rule.severity === null || compareSeverity(finding.severity, rule.severity) >= 0) &&
    (rule.where === null || isOnlyAt(rule.where, finding))
  );
}

/** No glob is for names of megabytes, and matching one would take seconds. */
const maxNameLength = 10_000;

function nameMatches(glob: string, name: string): boolean {
  return name.length <= maxNameLength && matchesGlob(glob, name);
}

/** True if the finding has places, all of them are known, and all match. */
function isOnlyAt(glob: string, { where, whereCut }: Finding): boolean {
  return where.length > 0 && !whereCut && where.every((place) => matchesGlob(glob, place));
}

/** What a finding names in this field besides identifiers. No rule can name that. */
function others({ otherIdentifiers }: Finding, field: 'cwe' | 'cve'): readonly string[] {
  return otherIdentifiers.filter((entry) => entry.startsWith(field));
}

/** True if the finding names something, and the rule names all of it. */
function covers<T>(wanted: readonly T[] | null, given: readonly T[], other: readonly string[]): boolean {
  if (wanted === null) return true;
  return given.length > 0 && other.length === 0 && given.every((entry) => wanted.includes(entry));
}

function isSame(wanted: string | null, given: string): boolean {
  return wanted === null || wanted.toLowerCase() === given.toLowerCase();
}
