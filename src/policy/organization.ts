/** The organization's policy, which a repository can tighten and never loosen (`docs/contract.md`, `org-policy`). */

import { reaches } from '../core/severity.ts';
import { dayMs, isoDay } from '../core/time.ts';
import type { IgnoreRule, OrganizationPolicy, Policy } from './policy.ts';
import { parseBySchema } from './policy-file.ts';
import { organizationFileSchema } from './policy-schema.ts';
import { combineSettings, type Settings } from './settings-in-force.ts';
import {
  allowedByBoth,
  mapRows,
  type SettingName,
  type WholeRunRow,
  wholeRunRows,
} from './settings-table.ts';

/**
 * The policy that the text of an organization's file sets.
 *
 * @throws SettingsError if the file is wrong
 */
export function parseOrganizationPolicy(
  text: string,
  { name, commit }: Pick<OrganizationPolicy, 'name' | 'commit'>,
): OrganizationPolicy {
  const file = parseBySchema(text, { path: name, blob: null }, organizationFileSchema);
  const { policy, sources } = combineSettings(null, file, 'en');
  const { 'allow-ignores': ignores, 'allow-baseline': allowBaseline = false } = file.values;
  const allowIgnores =
    ignores === undefined ? null : { maxDays: ignores['max-days'], maxSeverity: ignores['max-severity'] };
  return { name, commit, digest: file.digest, policy, sources, allowIgnores, allowBaseline };
}

/**
 * The settings of a repository whose organization has a policy too. Most settings belong to one of the two assessments,
 * so each policy keeps its own. For a setting that holds for the whole run, such as `on-fail`, the stricter value
 * counts.
 */
export function withOrganization(settings: Settings, organization: OrganizationPolicy): Settings {
  const { policy: repository } = settings;
  const sources = { ...settings.sources };
  const wholeRunValues = mapRows(wholeRunRows, ({ name, stricterOf }: WholeRunRow<SettingName>, key) => {
    const valueSetBy = ({ policy, sources: from }: Pick<Settings, 'policy' | 'sources'>) =>
      from[name] === 'default' ? null : policy[key];
    const value = stricterOf(valueSetBy(settings), valueSetBy(organization)) ?? repository[key];
    if (JSON.stringify(value) !== JSON.stringify(repository[key])) sources[name] = 'organization';
    return value;
  });
  const organizationRedirects = organization.policy.allowedRedirects;
  const allowedRedirects = allowedByBoth(repository.allowedRedirects, organizationRedirects, allowsRedirect);
  return {
    ...settings,
    policy: { ...repository, ...wholeRunValues, allowedRedirects },
    sources,
    organization,
  };
}

/** True if `list` allows redirects to `host`. An entry without a port allows every port. */
function allowsRedirect(list: readonly string[], host: string): boolean {
  const wanted = host.toLowerCase();
  return list.some((entry) => [wanted, wanted.replace(/:\d+$/, '')].includes(entry.toLowerCase()));
}

/** The policies that judge a scan: the repository's, then the organization's if there is one. */
export function judgingPolicies(
  { policy, organization }: Pick<Settings, 'policy' | 'organization'>,
  nowMs: number,
): readonly Policy[] {
  return organization === null ? [policy] : [policy, policyWithAllowances(policy, organization, nowMs)];
}

/**
 * The policy of the organization's assessment: what its file sets, and what the organization allows from the
 * repository's policy.
 */
export function policyWithAllowances(
  repository: Policy,
  organization: OrganizationPolicy,
  nowMs: number,
): Policy {
  const { policy, allowBaseline } = organization;
  const ignore = [...policy.ignore, ...allowedIgnores(repository.ignore, organization, nowMs)];
  const allowedBaseline = allowBaseline && repository.baseline?.kind === 'url' ? repository.baseline : null;
  return { ...policy, ignore, baseline: policy.baseline ?? allowedBaseline };
}

/**
 * The ignore rules of the repository that count. A rule counts if it ends soon enough, and only for findings that are
 * not too severe.
 */
function allowedIgnores(
  rules: readonly IgnoreRule[],
  { allowIgnores }: OrganizationPolicy,
  nowMs: number,
): IgnoreRule[] {
  if (allowIgnores === null) return [];
  const { maxDays, maxSeverity } = allowIgnores;
  const lastDay = isoDay(nowMs + maxDays * dayMs);
  return rules
    .filter(({ expires }) => expires !== null && expires <= lastDay)
    .map((rule) => {
      const isLower = rule.severity !== null && reaches(maxSeverity, rule.severity);
      return isLower ? rule : { ...rule, severity: maxSeverity };
    });
}
