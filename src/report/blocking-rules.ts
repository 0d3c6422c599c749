import { scoreOf } from '../gate/thresholds.ts';
import type { JudgedFinding } from '../gate/verdict.ts';
import { wordRule } from '../text/policy-texts.ts';
import type { Texts } from '../text/texts.ts';

/** The rules by which a finding blocks, each in words, as plain text; names stand between backticks. */
export function ruleWords({ finding, blockedBy }: JudgedFinding, texts: Texts): string[] {
  const assumedScore = finding.cvss === null ? scoreOf(finding) : null;
  return blockedBy.map((rule) => wordRule(texts.policy, rule, assumedScore));
}

/** True when a reader cannot tell from the severity alone why each of `blocking` blocks. */
export function needsWhy(blocking: readonly JudgedFinding[]): boolean {
  return blocking.some(({ blockedBy }) => blockedBy.some(({ kind }) => kind !== 'fail-on'));
}

/** True when blocking findings are to be marked as new: only then are there others. */
export function marksNew({ kind }: { readonly kind: 'none' | 'first' | 'compared' }): boolean {
  return kind === 'compared';
}
