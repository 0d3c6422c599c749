import { matchesGlob } from '../core/glob.ts';
import { compareSeverity } from '../core/severity.ts';
import type { IgnoreRule } from '../policy/policy.ts';
import type { Finding } from './findings.ts';

/** An ignore rule and whether it applies today. */
export interface DatedRule {
  readonly rule: IgnoreRule;
  readonly expired: boolean;
  /** True if the rule applies for at most 14 more days. */
  readonly expiresSoon: boolean;
}

const dayMs = 86_400_000;
const soonDays = 14;

/** A rule applies until the end of its last day, UTC. @param now in milliseconds since the Unix epoch */
export function dateRule(rule: IgnoreRule, now: number): DatedRule {
  if (rule.expires === null) return { rule, expired: false, expiresSoon: false };
  const endsAt = Date.parse(`${rule.expires}T00:00:00Z`) + dayMs;
  const expired = !(now < endsAt);
  return { rule, expired, expiresSoon: !expired && endsAt - now <= soonDays * dayMs };
}

/** True if every field of `rule` matches the finding. Letter case is ignored. */
export function ruleMatches(rule: IgnoreRule, finding: Finding, print: string): boolean {
  return (
    (rule.fingerprint === null || rule.fingerprint === print) &&
    (rule.name === null || matchesGlob(rule.name, finding.name)) &&
    isSame(rule.group, finding.group) &&
    isSame(rule.type, finding.type ?? '') &&
    (rule.cwe === null || finding.cwe.includes(rule.cwe)) &&
    (rule.cve === null || finding.cve.includes(rule.cve.toUpperCase())) &&
    (rule.severity === null || compareSeverity(finding.severity, rule.severity) >= 0)
  );
}

function isSame(wanted: string | null, given: string): boolean {
  return wanted === null || wanted.toLowerCase() === given.toLowerCase();
}
