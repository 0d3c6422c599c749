/** Policies of an organization for tests. */
import type { OrganizationPolicy, Policy } from '../../../src/policy/policy.ts';
import { defaultSources } from '../../../src/policy/settings-table.ts';
import { plainPolicy } from '../../support/plain-policy.ts';

export const organizationName = 'acme/policies/scan-gate.yml@main';
export const organizationCommit = '4f2a'.repeat(10);

/** A policy that allows nothing of the repository, and blocks from `high` on unless `policy` says otherwise. */
export function organizationOf(
  policy: Partial<Policy> = {},
  allows: Partial<Pick<OrganizationPolicy, 'allowIgnores' | 'allowBaseline'>> = {},
): OrganizationPolicy {
  return {
    name: organizationName,
    commit: organizationCommit,
    digest: 'ef'.repeat(32),
    policy: { ...plainPolicy, ...policy },
    sources: { ...defaultSources, 'fail-on': 'file' },
    allowIgnores: null,
    allowBaseline: false,
    ...allows,
  };
}
