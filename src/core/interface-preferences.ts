/** The fields of `preferences` that the interface names, and who may read their values. */

import { isMapping } from './fields.ts';

/** The types of `preferences` (`docs/internals/service-interface.md`, section 2.1), beside `crawler_options`. */
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
export const preferenceNames: readonly string[] = [...Object.keys(preferenceTypes), 'crawler_options'];
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

/**
 * Preferences of a scan as anybody may read them. `***` stands for the value of a field that the interface does not
 * name: it may be the password of an authenticated scan (`docs/contract.md`, promise 4).
 */
export function shownPreferences(
  preferences: Readonly<Record<string, unknown>>,
  names = preferenceNames,
): Readonly<Record<string, unknown>> {
  const entries = Object.entries(preferences).map(([name, value]) => {
    if (name === 'crawler_options' && names.includes(name) && isMapping(value))
      return [name, shownPreferences(value, crawlerOptionNames)];
    return [name, names.includes(name) ? shownPreferenceValue(value) : '***'];
  });
  return Object.fromEntries(entries);
}

/**
 * The value of a preference that the interface names; `***` for an object or a list, whose parts have no names there.
 */
export function shownPreferenceValue(value: unknown): string | number | boolean | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string' ? value : '***';
}
