/** Reads the `preferences` input. */

import { z } from 'zod';
import { crawlerOptionNames, preferenceTypes } from '../core/interface-preferences.ts';
import { expectedBySchema } from './expected-by-schema.ts';
import { maskUrlSecrets } from './target-url.ts';
import { readYaml } from './yaml.ts';

/** The service's `preferences` object (`docs/internals/service-interface.md`, section 2.1). */
export type Preferences = Readonly<Record<string, unknown>>;

// The interface names no allowed values and ranges, so only types are checked.
const schemaOfType = { string: z.string(), integer: z.int(), boolean: z.boolean() };
const crawlerOptions = z.looseObject(
  Object.fromEntries(crawlerOptionNames.map((name) => [name, z.boolean().optional()])),
);
const interfaceFields = z.looseObject({
  ...Object.fromEntries(
    Object.entries(preferenceTypes).map(([name, type]) => [name, schemaOfType[type].optional()]),
  ),
  crawler_options: crawlerOptions.optional(),
});

/** YAML or JSON. An error quotes nothing but names that the interface has. */
export const preferences = z.string().transform((text, context): Preferences => {
  const refuse = (details: readonly string[]) => {
    const inParentheses = details.length === 0 ? '' : ` (${details.join('; ')})`;
    context.addIssue(`a YAML or JSON mapping, as the service describes it${inParentheses}`);
    return z.NEVER;
  };
  const { document, mistakes } = readYaml(text);
  // A document with a mistake may be gigabytes.
  if (mistakes[0] !== undefined) return refuse([`line ${mistakes[0].line} is not valid`]);
  const checked = interfaceFields.safeParse(document.toJS(), { error: expectedBySchema });
  if (checked.success) return checked.data;
  const wrongFields = checked.error.issues.filter(({ path }) => path.length > 0);
  return refuse(wrongFields.map(({ path, message }) => `${path.join('.')}: expected ${message}`));
});

/** The fields that the interface does not name, with the paths of their names. They are sent anyway. */
export function unnamedPreferences(given: Preferences): readonly [path: string, value: unknown][] {
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
