import type { Severity } from '../../../core/severity.ts';
import type { RuleNotice } from '../../../gate/verdict.ts';
import type { SettingSource } from '../../../policy/settings-table.ts';
import type { Advice, ViolationTexts } from '../by-kind.ts';
import { number, plural } from './numbers.ts';

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

const source: Readonly<Record<SettingSource, string>> = {
  input: 'input',
  file: 'policy file',
  default: 'default',
  organization: 'organization',
};

/** Policy, baseline and ignore rules. */
export const enPolicy = {
  violation,
  notice,
  source,
  /** After the verdict, in brackets. */
  partialResult: 'partial result',
  whyItBlocks: 'Why it blocks',
  isNew: 'new',
  /** Rows of the table of counts. */
  blocks: 'Blocks',
  ignored: 'Ignored by the policy',
  passes: "Doesn't block",
  unlisted: 'Counted, but not listed',
  violatedRule: 'Violated rule for the host',
  changedSettings: 'Policy: settings that are not defaults',
  policyFile: 'Policy file',
  blob: 'blob',
  organizationPolicy: 'Policy of the organization',
  none: 'none',
  /** Title of the snippet for the blocking findings. */
  ignoreOne: 'Not a problem here? Ignore a finding',
  /** Link to the run. */
  reRun: 'Re-run this job',
  isPartial: (percentage: number | null) =>
    `This result is partial: with \`fail-fast\`, the run stopped waiting${percentage === null ? '' : ` at ${percentage}%`}, and the scan may find more.`,
  /**
   * `baseline`: an address, `previous`, or `null` if it is another scan or may not be named. `fixed`: `null` if the
   * list of findings is not complete.
   */
  compared: (
    baseline: string | null,
    { new: fresh, known, fixed }: { new: number; known: number; fixed: number | null },
  ) =>
    `Compared with ${baseline === null ? 'the baseline' : baseline === 'previous' ? 'the previous scan' : baseline}: ${number(fresh)} new, ${number(known)} already there${fixed === null ? '' : `, ${number(fixed)} fixed`}.`,
  /** In the table of counts: the findings that `baseline` has, as in {@link compared}. */
  alreadyIn: (baseline: string | null) =>
    `Already ${baseline === null ? 'in the baseline' : baseline === 'previous' ? 'in the previous scan' : `on ${baseline}`}`,
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
  /** After {@link compared}. */
  olderScans: (count: number) => `${plural(count, 'older scan counts', 'older scans count')} too.`,
  /** Of a known finding. */
  seenIn: (scanId: string) => `seen in scan \`${scanId}\`, not in the newest`,
  /** What blocks, after the counts. */
  fromSeverity: (severity: Severity) => `${severity}${severity === 'critical' ? '' : ' or worse'}`,
  fromScore: (score: number) => `CVSS ${score.toFixed(1)} or more`,
  /** `most`: what `max-findings` allows, such as `1 low`. */
  moreThan: (most: string) => `more than ${most}`,
  noSeverityBlocks: 'no severity blocks by itself (`fail-on: never`)',
  blocksFrom: (limits: readonly string[]) => `${limits.join(', or ')}${limits.length > 1 ? ',' : ''} blocks`,
  ifNew: (whatBlocks: string) => `${whatBlocks} if new`,
  /** `baseline`: the setting, as it may be shown. */
  nothingToCompare: (baseline: string) =>
    `There is no finished scan of the baseline (\`${baseline}\`) yet: every finding counts as new.`,
  ignoredCount: (count: number) =>
    `${plural(count, 'finding is', 'findings are')} ignored by the policy file.`,
  /** `list`: statuses, such as `401, 404`. */
  acceptedStatuses: (list: string) => `The target answered HTTP ${list}, which \`allowed-statuses\` accepts.`,
  /** Violations of rules for the host that do not block. */
  harmlessViolations: (count: number) =>
    `${plural(count, 'violated rule for the host that does', 'violated rules for the host that do')} not block`,
  /** What to do about violated rules for the host; a link to the run follows. */
  fixHost: 'Fix the host as each row says, then run the job again:',
  /** The same, if the rows are not shown. */
  fixHostCounted: (service: string) =>
    `Open this scan in the dashboard of ${service}, compare its host with the rules under \`host\`, fix what differs, then run the job again:`,
  /** Before a link to the policy file. */
  changeHostRule: 'If a rule is wrong for this host, change `host` in the policy file:',
  organizationHostRule: (name: string) =>
    `If a rule of the organization is wrong for this host, ask for a change of \`${name}\`.`,
  onlyDefaults: 'Every setting has its default.',
  ruleNotices: (count: number) => `Notices about ignore rules (${number(count)})`,
  line: (line: number) => `line ${line}`,
  until: (day: string) => `until ${day}`,
  owner: (name: string) => `owner: ${name}`,
  ruleCount: (count: number) => plural(count, 'rule', 'rules'),
  /** Before a link to the policy file. */
  copyRule: 'Copy the rule of the finding, fill in `reason`, and add it under `ignore` in the policy file:',
  /** Link to the page that edits or creates the policy file. */
  editFile: (file: string) => `edit ${file} on the default branch`,
  createFile: (file: string) => `create ${file} on the default branch`,
  listExists: 'If the file has an `ignore:` already, leave that line out.',
  ruleLimits:
    'The finding blocks again if it becomes more severe than `severity`, and after the day in `expires`.',
  ruleIsMerged: 'The rule counts once it is merged: a pull request never changes its own policy.',
  /** How the pull request that adds a rule is merged. */
  mergeWithBaseline:
    'The pull request that adds it passes this check, because it adds no finding to the baseline.',
  mergeWithoutBaseline:
    'The pull request that adds it fails this check too while the finding is there, so somebody who may bypass the check must merge it. With `baseline` it would pass, because it adds no finding.',
  /** After a link to the run and a colon. */
  judgedAgain:
    'after the merge the new rule applies. With `reuse-within`, the scan of this commit is judged again within seconds, and no new scan starts.',
  /** `above`: the severity up to which findings may be ignored; `null` if none may. */
  forbiddenRules: (above: Severity | null) =>
    `The organization's policy does not let this repository ignore findings${above === null ? '' : ` above \`${above}\``}. Fix them, or ask whoever owns that policy to accept them.`,
  moreRules: (count: number) =>
    `${plural(count, 'more finding blocks', 'more findings block')}. The same rule ignores them, each with its own \`fingerprint\` from the JSON result.`,
};
