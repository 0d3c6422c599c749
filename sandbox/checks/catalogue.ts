import type { Check } from './check.ts';
import { contentSecurityPolicyChecks } from './content-security-policy.ts';
import { cookieChecks } from './cookies.ts';
import { exposedFileChecks } from './exposed-files.ts';
import { headerChecks } from './headers.ts';
import { informationDisclosureChecks, secretChecks } from './information-disclosure.ts';
import { injectionChecks } from './injection.ts';
import { pageContentChecks } from './page-content.ts';
import { certificateChecks, transportChecks } from './tls.ts';

/** Every check, in the order of a scan. */
export const catalogue: readonly Check[] = [
  ...transportChecks,
  ...certificateChecks,
  ...contentSecurityPolicyChecks,
  ...headerChecks,
  ...cookieChecks,
  ...informationDisclosureChecks,
  ...pageContentChecks,
  ...exposedFileChecks,
  ...secretChecks,
  ...injectionChecks,
];
