/** Reads the `preferences` input. */

import * as z from 'zod/mini';
import { crawlerOptionNames, preferenceTypes } from '../core/preference-names.ts';
import { fieldsOf } from '../core/values.ts';
import { expectationOfIssue, expectedOf } from './mistakes.ts';
import { maskUrlSecrets } from './site-address.ts';
import { readYaml } from './yaml.ts';

/** The service's `preferences` object (`docs/internals/service-interface.md`, section 2.1). */
export type Preferences = Readonly<Record<string, unknown>>;

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

/** Reads YAML or JSON. `mistakes` quotes nothing but names that the interface has. */
export function parsePreferences(text: string): { preferences: Preferences | null; mistakes: string[] } {
  const refuse = (expected: string) => ({
    preferences: null,
    mistakes: [`\`preferences\` is ***, expected ${expected}`],
  });
  const { document, mistakes } = readYaml(text);
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
