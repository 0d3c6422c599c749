/** Reads the `preferences` input, and finds the values in it that may be secrets. */

import { z } from 'zod';
import { fieldsOf } from '../core/fields.ts';
import { crawlerOptionNames, preferenceTypes } from '../core/interface-preferences.ts';
import { minDistinctLength } from '../core/never-secret.ts';
import { expectedBySchema } from './expected-by-schema.ts';
import { maskUrlSecrets } from './target-url.ts';
import { readYaml } from './yaml.ts';

/**
 * The service's `preferences` object, with the service's field names (`docs/internals/service-interface.md`, section
 * 2.1).
 */
export type Preferences = Readonly<Record<string, unknown>>;

const crawlerOptions = z.looseObject(
  Object.fromEntries(crawlerOptionNames.map((name) => [name, z.boolean().optional()])),
);

// The interface names no allowed values and ranges, so only the types are checked.
const schemaOfType = { string: z.string(), integer: z.int(), boolean: z.boolean() };
const interfaceFields = z.looseObject({
  ...Object.fromEntries(
    Object.entries(preferenceTypes).map(([name, type]) => [name, schemaOfType[type].optional()]),
  ),
  crawler_options: crawlerOptions.optional(),
});

export interface ParsedPreferences {
  readonly value: Preferences;
  /** Paths of fields that the interface does not name. They are sent anyway. */
  readonly unknown: readonly string[];
  /** Texts and numbers in these fields, which may be secrets. Also each long line and each long token of a text. */
  readonly secretTexts: readonly string[];
}

/** Reads the `preferences` input, which is YAML or JSON. An error quotes no value. */
export const preferencesSchema = z.string().transform((text, context): ParsedPreferences => {
  const refuse = (expected: string) => {
    context.addIssue(expected);
    return z.NEVER;
  };
  const { document, mistakes } = readYaml(text);
  const [mistake] = mistakes;
  if (mistake !== undefined)
    return refuse(
      `YAML or JSON (line ${mistake.line} is not valid, or has an alias, a tag or \`__proto__\`)`,
    );
  const checked = interfaceFields.safeParse(document.toJS(), { error: expectedBySchema });
  if (!checked.success) {
    const wrongFields = checked.error.issues
      .filter(({ path }) => path.length > 0)
      .map(({ path, message }) => `${maskUrlSecrets(path.join('.'))}: expected ${message}`);
    const details = wrongFields.length === 0 ? '' : ` (${wrongFields.join('; ')})`;
    return refuse(`a mapping of the service's preferences${details}`);
  }
  const unknownEntries = [
    ...unknownFields(checked.data, interfaceFields.shape, ''),
    ...unknownFields(checked.data.crawler_options ?? {}, crawlerOptions.shape, 'crawler_options.'),
  ];
  return {
    value: checked.data,
    unknown: unknownEntries.map(([name]) => name),
    secretTexts: [...new Set(unknownEntries.flatMap(([, value]) => secretTextsIn(value)))],
  };
});

function unknownFields(value: object, shape: object, prefix: string): [name: string, value: unknown][] {
  return Object.entries(value)
    .filter(([key]) => !Object.hasOwn(shape, key))
    .map(([key, field]) => [`${prefix}${maskUrlSecrets(key)}`, field]);
}

function secretTextsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(secretTextsIn);
  if (typeof value !== 'string' && typeof value !== 'number')
    return Object.values(fieldsOf(value)).flatMap(secretTextsIn);
  const text = String(value);
  // The token of `Bearer …`, and the value of a cookie.
  const tokens = text.split(/[\s=;,]+/).filter((part) => part.length >= 16 && /\d/.test(part));
  return [text, ...text.split(/[\r\n]+/), ...tokens]
    .map((part) => part.trim())
    .filter((part) => part.length >= minDistinctLength);
}
