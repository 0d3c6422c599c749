import type { Severity } from '../../../core/severity.ts';
import type { SettingSource } from '../../../policy/settings-table.ts';
import { number } from './numbers.ts';

/** The policy: its settings, what blocks by it, and the policy of the organization. */
export const enPolicy = {
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
  blocksFrom: (limits: readonly string[]) => `${limits.join(', or ')}${limits.length > 1 ? ',' : ''} blocks`,
  ifNew: (rule: string) => `${rule} if new`,
  onlyDefaults: 'Every setting has its default.',
  /** Link to the page that edits or creates the policy file. */
  editFile: (file: string) => `edit ${file} on the default branch`,
  createFile: (file: string) => `create ${file} on the default branch`,
};
