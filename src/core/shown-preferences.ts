import { crawlerOptionNames, preferenceNames } from './choices.ts';
import { isMapping } from './fields.ts';

/**
 * Preferences of a scan as anybody may read them. `***` stands for the value of a field that the interface does not name: it
 * may be the password of an authenticated scan (`docs/contract.md`, promise 4).
 */
export function shownPreferences(
  preferences: Readonly<Record<string, unknown>>,
  names = preferenceNames,
): Readonly<Record<string, unknown>> {
  const entries = Object.entries(preferences).map(([name, value]) => {
    if (name === 'crawler_options' && names.includes(name) && isMapping(value))
      return [name, shownPreferences(value, crawlerOptionNames)];
    return [name, names.includes(name) ? shownPreference(value) : '***'];
  });
  return Object.fromEntries(entries);
}

/** The value of a preference that the interface names; `***` for an object or a list, in which it names nothing. */
export function shownPreference(value: unknown): string | number | boolean | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string' ? value : '***';
}
