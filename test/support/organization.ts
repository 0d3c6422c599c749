/** An organization with a policy in a repository of its own. */
import type { GitHubOptions } from './github/server.ts';

/** The only token that can read the repository. */
export const organizationToken = 'ghs_organizationOrganizationOrganization01';

/** The inputs of a run that the policy binds. */
export const boundByOrganization = {
  'org-policy': 'acme/policies/gate.yml@main',
  'org-policy-token': organizationToken,
};

/** A GitHub on which the organization has a policy file with `text`. */
export function organizationHas(text: string): GitHubOptions {
  const contents = { main: { 'gate.yml': text } };
  return { other: { repository: 'acme/policies', tokens: [organizationToken], contents } };
}
