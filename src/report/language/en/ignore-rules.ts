import type { Severity } from '../../../core/severity.ts';
import type { RuleNotice } from '../../../gate/verdict.ts';
import type { Advice } from '../advice.ts';
import { number, plural } from './numbers.ts';

/** `expires`: the last day of the rule, `''` if it has none. */
const notice: Readonly<Record<RuleNotice['kind'], (expires: string) => Advice>> = {
  expired: (expires) => ({
    what: `The rule expired on ${expires} and no longer applies.`,
    remedy: 'Delete it, or renew `expires` if its reason still holds.',
  }),
  'expires-soon': (expires) => ({
    what: `The rule applies through ${expires} only.`,
    remedy: 'Fix what it ignores by then, or renew `expires`.',
  }),
  'matches-nothing': () => ({
    what: 'The rule matches no finding of this scan.',
    remedy: 'Delete it if the weakness is fixed; else check its fields.',
  }),
};

/** Texts about ignore rules: the rules that apply, notices about rules, and the rule to copy. */
export const enIgnoreRules = {
  notice,
  ignored: 'Ignored by the policy',
  ignoredCount: (count: number) =>
    `${plural(count, 'finding is', 'findings are')} ignored by the policy file.`,
  ruleNotices: (count: number) => `Notices about ignore rules (${number(count)})`,
  line: (line: number) => `line ${line}`,
  until: (day: string) => `until ${day}`,
  owner: (name: string) => `owner: ${name}`,
  ruleCount: (count: number) => plural(count, 'rule', 'rules'),
  /** Title of the snippet for the blocking findings. */
  ignoreOne: 'Not a problem here? Ignore a finding',
  /** Before a link to the policy file. */
  copyRule: 'Copy the rule of the finding, fill in `reason`, and add it under `ignore` in the policy file:',
  listExists: 'If the file has an `ignore:` already, leave that line out.',
  ruleLimits:
    'The finding blocks again if it becomes more severe than `severity`, and after the day in `expires`.',
  ruleIsMerged: 'The rule counts once it is merged: a pull request never changes its own policy.',
  /** How the pull request that adds a rule is merged. */
  howToMerge:
    'The pull request that adds it passes this check if a `baseline` counts, because it adds no finding. Else it fails while the finding is there, and somebody who may bypass the check must merge it.',
  /** Link to the run. */
  reRun: 'Re-run this job',
  /** After a link to the run and a colon. */
  judgedAgain:
    'after the merge the new rule applies. With `reuse-within`, the scan of this commit is judged again within seconds, and no new scan starts.',
  /** `above`: the severity up to which findings may be ignored; `null` if none may. */
  forbiddenRules: (above: Severity | null) =>
    `The organization's policy does not let this repository ignore findings${above === null ? '' : ` above \`${above}\``}. Fix them, or ask whoever owns that policy to accept them.`,
  moreRules: (count: number) =>
    `${plural(count, 'more finding blocks', 'more findings block')}. The same rule ignores them, each with its own \`fingerprint\` from the JSON result.`,
};
