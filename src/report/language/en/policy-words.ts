/** The words of settings, ignore rules, rules for the host and baselines, in English. */

import type { Severity } from '../../../core/severity.ts';
import type { RuleNotice } from '../../../gate/verdict.ts';
import type { SettingSource } from '../../../policy/settings-table.ts';
import type { Advice, ViolationTexts } from '../advice.ts';
import { enNumbers } from '../numbers.ts';

const { number, plural } = enNumbers;

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

function daysLeft(days: number | null): string {
  if (days === null) return 'has no known end date';
  if (days < 0) return `expired ${plural(-days, 'day', 'days')} ago`;
  return days === 0 ? 'expires within a day' : `expires in ${plural(days, 'day', 'days')}`;
}

const violation: ViolationTexts = {
  port: ({ port, service }, allowedPorts) => {
    const allowed = allowedPorts === '' ? 'none is allowed' : `allowed: ${allowedPorts}`;
    const name = service === '' ? '' : ` (“${service}”)`;
    return port === null
      ? {
          what: `A port whose number is unknown${name} is open; ${allowed}.`,
          remedy: 'Find out which port it is and close it. A port without a number cannot be allowed.',
        }
      : {
          what: `Port \`${port}\`${name} is open; ${allowed}.`,
          remedy: `Close it or put it behind a firewall; if it must be open, add \`${port}\` to \`host.allowed-ports\`.`,
        };
  },
  certificate: ({ commonName, daysLeft: days, minDays }) => ({
    what: `The certificate${commonName === '' ? '' : ` of “${commonName}”`} ${daysLeft(days)}; the policy asks for at least ${plural(minDays, 'day', 'days')}.`,
    remedy: 'Renew the certificate, and check that its automatic renewal runs.',
  }),
  'no-certificate': ({ minDays }) => ({
    what: `The scan found no certificate; the policy asks for one that is valid for at least ${plural(minDays, 'day', 'days')}.`,
    remedy:
      'Serve the site over HTTPS with a valid certificate, or take `host.certificate-min-days` out of the policy file.',
  }),
  'no-waf': () => ({
    what: 'The scan detected no web application firewall.',
    remedy: 'Put the site behind one, or take `host.require-waf` out of the policy file.',
  }),
};

/**
 * The name of the baseline, and the words for the place of a finding that is in the baseline.
 *
 * @param baseline an address, `previous`, or `null` if it is another scan or may not be named
 */
function namesOfBaseline(baseline: string | null): { readonly name: string; readonly place: string } {
  if (baseline === null) return { name: 'the baseline', place: 'in the baseline' };
  if (baseline === 'previous') return { name: 'the previous scan', place: 'in the previous scan' };
  return { name: baseline, place: `on ${baseline}` };
}

export const enPolicy = {
  /** The policy: its settings, what blocks by it, and the policy of the organization. */
  policy: {
    source: {
      input: 'input',
      file: 'policy file',
      default: 'default',
      organization: 'organization',
    } satisfies Readonly<Record<SettingSource, string>>,
    whyItBlocks: 'Why it blocks',
    changedSettings: 'Policy: settings that are not defaults',
    policyFile: 'Policy file',
    blob: 'blob',
    organizationPolicy: 'Policy of the organization',
    none: 'none',
    /** Before what the organization's policy says. */
    byOrganization: (what: string) => `By the organization's policy: ${what}`,
    /** `rule`: what blocks, such as high or worse blocks. */
    blocksByOrganization: (rule: string) => `by the organization's policy, ${rule}`,
    /** After a rule by which a finding blocks. */
    assumedScore: (score: number) => `(without a score it counts as ${score.toFixed(1)})`,
    allowed: (count: number) => `allowed ${number(count)}`,
    ruleOfOrganization: (rule: string) => `${rule} (organization)`,
    /** What each of the two policies decides. `name`: `OWNER/REPO/PATH@REF`. */
    byPolicies: (by: Record<'repository' | 'organization' | 'name' | 'commit', string>) =>
      `By this repository's policy: ${by.repository}. By the organization's policy (\`${by.name}\`, commit \`${by.commit}\`): ${by.organization}.`,
    /** What blocks, after the counts. */
    fromSeverity: (severity: Severity) => `${severity}${severity === 'critical' ? '' : ' or worse'}`,
    fromScore: (score: number) => `CVSS ${score.toFixed(1)} or more`,
    /** `most`: what `max-findings` allows, such as `1 low`. */
    moreThan: (most: string) => `more than ${most}`,
    noSeverityBlocks: 'no severity blocks by itself (`fail-on: never`)',
    blocksFrom: (limits: readonly string[]) =>
      `${limits.join(', or ')}${limits.length > 1 ? ',' : ''} blocks`,
    ifNew: (rule: string) => `${rule} if new`,
    onlyDefaults: 'Every setting has its default.',
    /** Link to the page that edits or creates the policy file. */
    editFile: (file: string) => `edit ${file} on the default branch`,
    createFile: (file: string) => `create ${file} on the default branch`,
  },
  /** Texts about ignore rules: the rules that apply, notices about rules, and the rule to copy. */
  ignoreRules: {
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
  },
  /** Rules for the host that are violated. */
  hostRules: {
    violation,
    violatedRule: 'Violated rule for the host',
    /** Violations of rules for the host that do not block. */
    harmlessViolations: (count: number) =>
      `${plural(count, 'violated rule for the host that does', 'violated rules for the host that do')} not block`,
  },
  /** The baseline: what the comparison says, and a baseline that could not be read. */
  baseline: {
    /** `baseline`: as in {@link namesOfBaseline}. `fixed`: `null` if the list of findings is not complete. */
    compared: (
      baseline: string | null,
      { new: fresh, known, fixed }: { new: number; known: number; fixed: number | null },
    ) =>
      `Compared with ${namesOfBaseline(baseline).name}: ${number(fresh)} new, ${number(known)} already there${fixed === null ? '' : `, ${number(fixed)} fixed`}.`,
    /** After {@link compared}. */
    olderScans: (count: number) => `${plural(count, 'older scan counts', 'older scans count')} too.`,
    /** In the table of counts: the findings that `baseline` has, as in {@link compared}. */
    alreadyIn: (baseline: string | null) => `Already ${namesOfBaseline(baseline).place}`,
    /** `baseline`: the setting, as it may be shown. */
    nothingToCompare: (baseline: string) =>
      `There is no finished scan of the baseline (\`${baseline}\`) yet: every finding counts as new.`,
    /** For a known finding. */
    seenIn: (scanId: string) => `seen in scan \`${scanId}\`, not in the newest`,
    unread: (baseline: string) =>
      `The baseline \`${baseline}\` could not be read, so it is not known what is new.`,
    notFinished: (percentage: number) => `Its scan is not finished: it is at ${percentage}%.`,
    another: 'Have the baseline scanned again, or set `baseline` to a scan that has finished.',
  },
};
