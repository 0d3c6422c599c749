import type { Check } from './check.ts';
import { cookieChecks } from './cookies.ts';
import { disclosureChecks } from './disclosure.ts';
import { exposedFileChecks } from './exposed-files.ts';
import { headerChecks } from './headers.ts';
import { injectionChecks } from './injection.ts';

/** Every check, in the order of a scan. */
export const catalogue: readonly Check[] = [
  ...headerChecks,
  ...cookieChecks,
  ...disclosureChecks,
  ...exposedFileChecks,
  ...injectionChecks,
];
