import { crawlerOptionNames, preferenceNames } from './choices.ts';
import { isMapping } from './fields.ts';

/**
 * Preferences of a scan as anybody may read them: of a field that the interface does not name, only the name. Its value may
 * be the password of an authenticated scan (`docs/contract.md`, promise 4).
 */
export function shownPreferences(
  preferences: Readonly<Record<string, unknown>>,
  names = preferenceNames,
): Readonly<Record<string, unknown>> {
  const shown = Object.entries(preferences).map(([name, value]) => {
    if (name === 'crawler_options' && names.includes(name) && isMapping(value))
      return [name, shownPreferences(value, crawlerOptionNames)];
    return [name, names.includes(name) ? shownPreference(value) : '***'];
  });
  return Object.fromEntries(shown);
}

/** Fields and entries below a preference of the interface are none of the interface. */
export function shownPreference(value: unknown): string | number | boolean | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string' ? value : '***';
}
