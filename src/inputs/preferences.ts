import { z } from 'zod';
import { crawlerOptionNames, preferenceTypes } from '../core/choices.ts';
import { expectedBy } from './expected.ts';
import { accept, maskUrlSecrets, type Parsed, refuse } from './reader.ts';
import { parseYaml } from './yaml.ts';

/** The service's `preferences` object, with the service's field names (`docs/service-interface.md`, section 2.1). */
export type Preferences = Readonly<Record<string, unknown>>;

const crawlerOptions = z.looseObject(
  Object.fromEntries(crawlerOptionNames.map((name) => [name, z.boolean().optional()])),
);

// The interface names no allowed values and ranges, so only the types are checked.
const types = { string: z.string(), integer: z.int(), boolean: z.boolean() };
const preferencesSchema = z.looseObject({
  ...Object.fromEntries(
    Object.entries(preferenceTypes).map(([name, type]) => [name, types[type].optional()]),
  ),
  crawler_options: crawlerOptions.optional(),
});

export interface GivenPreferences {
  readonly value: Preferences;
  /** Paths of fields that the interface does not name. They are sent anyway. */
  readonly unknown: readonly string[];
}

/** Parses the `preferences` input, which is YAML or JSON. */
export function parsePreferences(text: string): Parsed<GivenPreferences> {
  const document = parseYaml(text);
  if (!document.ok) return document;
  const checked = preferencesSchema.safeParse(document.value, { reportInput: true });
  if (!checked.success) {
    const wrong = checked.error.issues
      .filter(({ path }) => path.length > 0)
      .map((issue) => `${maskUrlSecrets(issue.path.join('.'))}: expected ${expectedBy(issue)}`);
    const which = wrong.length === 0 ? '' : ` (${wrong.join('; ')})`;
    return refuse(`a mapping of the service's preferences${which}`);
  }
  const unknown = [
    ...unknownKeys(checked.data, preferencesSchema.shape, ''),
    ...unknownKeys(checked.data.crawler_options ?? {}, crawlerOptions.shape, 'crawler_options.'),
  ];
  return accept({ value: checked.data, unknown });
}

function unknownKeys(value: object, shape: object, prefix: string): string[] {
  return Object.keys(value)
    .filter((key) => !Object.hasOwn(shape, key))
    .map((key) => `${prefix}${maskUrlSecrets(key)}`);
}
