/** The kinds of values that a setting can have: how each is read in an input and in the policy file, and shown. */

import { z } from 'zod';
import { type PdfChoice, pdfChoices } from '../core/choices.ts';
import { type Severity, severities } from '../core/severity.ts';
import {
  boolean,
  hexColor,
  integer,
  oneOf,
  type ParseResult,
  type Parser,
  parsedValue,
  parseFailure,
  splitList,
  webUrl,
} from '../inputs/parsers.ts';
import { readYaml } from '../inputs/yaml.ts';
import { type BaselineSetting, baselineText, parseBaseline } from './baseline.ts';

/** What holds for all values of a kind. */
export interface SettingKind<T> {
  /** Parses the text of an input. */
  parse(text: string): ParseResult<T>;
  /** Its values in the policy file. A message says what is expected, as the end of a sentence. */
  readonly schema: z.ZodType<T>;
  /** How the comment shows a value, as plain text; `''` for none. */
  show(value: T): string;
  /** What anybody may read of a value. */
  withhold(value: T): T;
}

/** Values that anybody may read. */
function publicKind<T>(kind: Omit<SettingKind<T>, 'withhold'>): SettingKind<T> {
  return { ...kind, withhold: (value) => value };
}

/** Single values that anybody may read, shown as they are typed. */
function scalarKind<T extends string | number | boolean>(
  parse: Parser<T>,
  schema: z.ZodType<T>,
): SettingKind<T> {
  return publicKind({ parse, schema, show: String });
}

export function choiceKind<const T extends string>(values: readonly T[]): SettingKind<T> {
  return scalarKind(oneOf(values), z.enum(values));
}

export function wholeNumberKind(min: number, max: number): SettingKind<number> {
  return scalarKind(integer(min, max), z.int().min(min).max(max));
}

/** The schema of a text that `parse` also reads in an input. */
function schemaOfParser<T>(parse: Parser<T>, text: z.ZodString): z.ZodType<T> {
  return text.transform((value, context) => {
    const parsed = parse(value);
    if (parsed.ok) return parsed.value;
    context.addIssue(parsed.expected);
    return z.NEVER;
  });
}

/** Reads the value of an input by the schema of the policy file. */
function readBySchema<T>(schema: z.ZodType<T>, value: unknown, expected: string): ParseResult<T> {
  const checked = schema.safeParse(value);
  return checked.success ? parsedValue(checked.data) : parseFailure(expected);
}

export const onOffKind = scalarKind(boolean, z.boolean());

/** A CVSS score. It has at most one decimal, because reports show one. */
export const scoreKind = publicKind<number>({
  parse: (text) => {
    const value = Number(text);
    const isScore = /^\d{1,2}(?:\.\d)?$/.test(text) && value <= 10;
    return isScore
      ? parsedValue(value)
      : parseFailure('a CVSS score from 0.0 to 10.0, with at most one decimal');
  },
  schema: z
    .number()
    .min(0)
    .max(10)
    .refine((value) => Number(value.toFixed(1)) === value, 'a score with at most one decimal'),
  show: (value) => value.toFixed(1),
});

type AllowedCounts = Readonly<Partial<Record<Severity, number>>>;

const allowedCountsSchema: z.ZodType<AllowedCounts> = z.partialRecord(z.enum(severities), z.int().min(0));

export const allowedCountsKind = publicKind<AllowedCounts>({
  parse: (text) => {
    const { document, mistakes } = readYaml(text);
    const value: unknown = mistakes.length === 0 ? document.toJS() : null;
    const expected = 'a mapping of severities to counts, such as `{ high: 0, medium: 5 }`';
    return readBySchema(allowedCountsSchema, value, expected);
  },
  schema: allowedCountsSchema,
  show: (counts) => {
    const limited = severities.filter((severity) => counts[severity] !== undefined);
    return limited.map((severity) => `${severity}: ${counts[severity]}`).join(', ');
  },
});

export const baselineKind: SettingKind<BaselineSetting> = {
  parse: parseBaseline,
  schema: schemaOfParser(parseBaseline, z.string().meta({ pattern: '^\\S+$' })),
  show: baselineText,
  withhold: (value) =>
    value.kind === 'url'
      ? { kind: 'url', target: { ...value.target, fullAddress: '***', shownAddress: '***' } }
      : value,
};

/** Status 429 says nothing about the site, so it cannot be allowed. */
const httpStatusSchema = z
  .int()
  .min(300)
  .max(499)
  .refine((status) => status !== 429, 'another status than 429')
  .meta({ not: { const: 429 } });

export const httpStatusesKind = publicKind<readonly number[]>({
  parse: (text) => {
    const items = splitList(text).map((item) => (/^\d+$/.test(item) ? Number(item) : item));
    const expected = 'whole numbers from 300 to 499 without 429, one per line or comma-separated';
    return readBySchema(z.array(httpStatusSchema).min(1), [...new Set(items)], expected);
  },
  schema: z.array(httpStatusSchema),
  show: (list) => list.join(', '),
});

const expectedReports = '`ACTION_REPORT`, `COMMERCIAL_RISK_REPORT`, `on-failure`, a list of these, or `none`';

/** Puts the reports in the order of `pdfChoices`. `on-failure` alone means the default report, on failure. */
function orderedReports(choices: readonly PdfChoice[]): readonly PdfChoice[] {
  const namesNoReport = choices.every((choice) => choice === 'on-failure');
  const wanted = namesNoReport ? ['ACTION_REPORT', ...choices] : choices;
  return pdfChoices.filter((choice) => wanted.includes(choice));
}

/** A list of choices, or just `none`. */
const reportsSchema = z
  .union([z.literal('none'), z.enum(pdfChoices), z.array(z.enum(pdfChoices)).min(1)], expectedReports)
  .transform((value) => (value === 'none' ? [] : orderedReports([value].flat())));

export const pdfReportsKind = publicKind<readonly PdfChoice[]>({
  parse: (text) => {
    const items = splitList(text);
    return readBySchema(reportsSchema, items.join() === 'none' ? 'none' : items, expectedReports);
  },
  schema: reportsSchema,
  show: (choices) => choices.join(', ') || 'none',
});

export const logoKind = publicKind<URL>({
  parse: webUrl,
  schema: schemaOfParser(webUrl, z.string().meta({ format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://' })),
  // Without the query, which may hold a secret.
  show: ({ protocol, host, pathname }) => `${protocol}//${host}${pathname}`,
});

export const colorKind = scalarKind(
  hexColor,
  schemaOfParser(hexColor, z.string().meta({ pattern: '^#([0-9a-fA-F]{3}){1,2}$' })),
);
