/**
 * The preferences of a scan: how the input is read, and which fields the interface names
 * (`docs/internals/service-interface.md`, section 2.1).
 */

import * as z from 'zod/mini';
import { fieldsOf, isMapping } from '../core/values.ts';
import { expectationOfIssue, expectedOf } from './mistakes.ts';
import { maskUrlSecrets } from './site-address.ts';
import type { readYaml } from './yaml.ts';

/** The service's `preferences` object. */
export type Preferences = Readonly<Record<string, unknown>>;

/** The fields that the interface names, beside `crawler_options`, with their types. */
const preferenceTypes = {
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
const crawlerOptionNames: readonly string[] = [
  'open_directory',
  'exposed_information',
  'backdoor_detection',
  'exposed_emails',
  'search_url_malware',
  'open_redirect',
  'exposed_apikeys',
];

const expectedPreferences = 'a YAML or JSON mapping, as the service describes it';

// The interface names no allowed values and ranges, so only types are checked.
const schemaOfType = { string: z.string(), integer: z.int(), boolean: z.boolean() };
const crawlerOptions = z.looseObject(
  Object.fromEntries(crawlerOptionNames.map((name) => [name, z.optional(z.boolean())])),
);
const interfaceFields = z.looseObject(
  {
    ...Object.fromEntries(
      Object.entries(preferenceTypes).map(([name, type]) => [name, z.optional(schemaOfType[type])]),
    ),
    crawler_options: z.optional(crawlerOptions),
  },
  expectedPreferences,
);

/** Reads what YAML made of the input. `mistakes` quotes nothing but names that the interface has. */
export function parsePreferences({ document, mistakes }: ReturnType<typeof readYaml>): {
  preferences: Preferences | null;
  mistakes: string[];
} {
  const refuse = (expected: string) => ({
    preferences: null,
    mistakes: [`\`preferences\` is ***, expected ${expected}`],
  });
  // A document with a mistake may be gigabytes.
  if (mistakes[0] !== undefined)
    return refuse(`${expectedPreferences} (line ${mistakes[0].line} is not valid)`);
  const checked = interfaceFields.safeParse(document.toJS(), { error: expectationOfIssue });
  return checked.success
    ? { preferences: checked.data, mistakes: [] }
    : refuse(expectedOf(checked.error.issues));
}

/** The fields that the interface does not name, with the paths of their names. They are sent anyway. */
export function undocumentedPreferences(given: Preferences): readonly [path: string, value: unknown][] {
  const options = crawlerOptions.safeParse(given['crawler_options']).data ?? {};
  return [
    ...fieldsBeside(interfaceFields.shape, given, ''),
    ...fieldsBeside(crawlerOptions.shape, options, 'crawler_options.'),
  ];
}

function fieldsBeside(named: object, given: object, prefix: string): [path: string, value: unknown][] {
  return Object.entries(given)
    .filter(([name]) => !Object.hasOwn(named, name))
    .map(([name, value]) => [`${prefix}${maskUrlSecrets(name)}`, value]);
}

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

/** In characters. A shorter text is too often a part of other texts. */
const minSecretLength = 8;

/** Texts that may be secrets: what the interface does not name may be the login of an authenticated scan. */
export function preferenceSecrets(given: Preferences): string[] {
  return undocumentedPreferences(given)
    .flatMap(([, value]) => stringsIn(value))
    .filter((text) => text.length >= minSecretLength);
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value.trim()];
  return (Array.isArray(value) ? value : Object.values(fieldsOf(value))).flatMap(stringsIn);
}
