import { matchesGlob } from '../core/glob.ts';
import { compareSeverity } from '../core/severity.ts';
import type { IgnoreRule } from '../policy/policy.ts';
import type { Finding } from './findings.ts';

/** An ignore rule on the day of the run. */
export interface DatedRule {
  readonly rule: IgnoreRule;
  readonly expired: boolean;
  /** True within the last 14 days of a rule that still applies. */
  readonly expiresSoon: boolean;
}

const dayMs = 86_400_000;
const soonDays = 14;

/** @param now in milliseconds since the Unix epoch; a rule is valid through its last day, UTC */
export function dateRule(rule: IgnoreRule, now: number): DatedRule {
  if (rule.expires === null) return { rule, expired: false, expiresSoon: false };
  const endsAt = Date.parse(`${rule.expires}T00:00:00Z`) + dayMs;
  const expired = !(now < endsAt);
  return { rule, expired, expiresSoon: !expired && endsAt - now <= soonDays * dayMs };
}

/** True when every field that `rule` gives fits the finding. Letter case does not count. */
export function ruleMatches(rule: IgnoreRule, finding: Finding, print: string): boolean {
  return (
    (rule.fingerprint === null || rule.fingerprint === print) &&
    (rule.name === null || matchesGlob(rule.name, finding.name)) &&
    same(rule.group, finding.group) &&
    same(rule.type, finding.type ?? '') &&
    (rule.cwe === null || finding.cwe.includes(rule.cwe)) &&
    (rule.cve === null || finding.cve.includes(rule.cve.toUpperCase())) &&
    (rule.severity === null || compareSeverity(finding.severity, rule.severity) >= 0)
  );
}

function same(wanted: string | null, given: string): boolean {
  return wanted === null || wanted.toLowerCase() === given.toLowerCase();
}
