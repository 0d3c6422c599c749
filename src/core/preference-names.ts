/** The fields of `preferences` that the interface names (`docs/internals/service-interface.md`, section 2.1). */

import { isMapping } from './values.ts';

/** Their types, beside `crawler_options`. */
export const preferenceTypes = {
  scan_type: 'string',
  leak_data_usage: 'integer',
  cms_brute_force: 'integer',
  scan_speed: 'string',
  web_brute_force: 'integer',
  search_in_web_cache: 'boolean',
  scan_deep: 'integer',
  xss: 'boolean',
  sqli: 'boolean',
  services_brute_force: 'integer',
} as const;
/** The names in `crawler_options`. All are booleans. */
export const crawlerOptionNames: readonly string[] = [
  'open_directory',
  'exposed_information',
  'backdoor_detection',
  'exposed_emails',
  'search_url_malware',
  'open_redirect',
  'exposed_apikeys',
];

/** The preferences of a scan that anybody may read: another field may be the password of an authenticated scan. */
export function documentedPreferences(preferences: unknown): Readonly<Record<string, unknown>> | null {
  if (!isMapping(preferences)) return null;
  const pick = (fields: Readonly<Record<string, unknown>>, names: readonly string[]) =>
    Object.entries(fields).filter(([name, value]) => names.includes(name) && typeof value !== 'object');
  const options = preferences['crawler_options'];
  return Object.fromEntries([
    ...pick(preferences, Object.keys(preferenceTypes)),
    ...(isMapping(options)
      ? [['crawler_options', Object.fromEntries(pick(options, crawlerOptionNames))]]
      : []),
  ]);
}
