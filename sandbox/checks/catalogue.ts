import { certificateChecks } from './certificate.ts';
import type { Check } from './check.ts';
import { contentSecurityPolicyChecks } from './content-security-policy.ts';
import { cookieChecks } from './cookies.ts';
import { crossOriginChecks } from './cross-origin.ts';
import { exposedFileChecks } from './exposed-files.ts';
import { exposedPageChecks } from './exposed-pages.ts';
import { injectionChecks } from './injection.ts';
import { malwareChecks } from './malware.ts';
import { pageContentChecks } from './page-content.ts';
import { pageDisclosureChecks } from './page-disclosure.ts';
import { secretChecks } from './secrets.ts';
import { securityHeaderChecks } from './security-headers.ts';
import { transportChecks } from './transport.ts';
import { versionChecks } from './versions.ts';

/** Every check, in the order in which a scan performs them. */
export const CATALOGUE: readonly Check[] = [
  ...transportChecks,
  ...certificateChecks,
  ...contentSecurityPolicyChecks,
  ...securityHeaderChecks,
  ...crossOriginChecks,
  ...cookieChecks,
  ...versionChecks,
  ...pageDisclosureChecks,
  ...pageContentChecks,
  ...malwareChecks,
  ...exposedFileChecks,
  ...exposedPageChecks,
  ...secretChecks,
  ...injectionChecks,
];
