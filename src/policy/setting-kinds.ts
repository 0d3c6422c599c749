/**
 * The kinds of values that a setting can have: how each is read in an input and in the policy file, and shown, and what
 * anybody may read of it.
 */

import { z } from 'zod';
import { type PdfChoice, pdfChoices } from '../core/choices.ts';
import { type Severity, severities } from '../core/severity.ts';
import { boolean, hexColor, integer, parsedText, splitList, webUrl } from '../inputs/parsers.ts';
import type { Target } from '../inputs/target-url.ts';
import { readYaml } from '../inputs/yaml.ts';
import { type BaselineSetting, baselineText, parseBaseline } from './baseline.ts';

/** What holds for all values of a kind. In both schemas a message says what is expected, as the end of a sentence. */
export interface SettingKind<T> {
  /** Its values in the policy file. */
  readonly schema: z.ZodType<T>;
  /** Its values as the text of an input, if `schema` does not read that text. */
  readonly inputSchema?: z.ZodType<T>;
  /** How the comment shows a value, as plain text. */
  show(value: T): string;
  /** What anybody may read of a value. */
  withhold(value: T): T;
}

/** For values that anybody may read. */
function nothingWithheld<T>(value: T): T {
  return value;
}

/** For values that are shown as they are typed, and that anybody may read. */
const shownAsTyped = { show: String, withhold: nothingWithheld };

export function choice<const T extends string>(values: readonly T[]): SettingKind<T> {
  return { schema: z.enum(values), ...shownAsTyped };
}

export function wholeNumber(min: number, max: number): SettingKind<number> {
  return { schema: z.int().min(min).max(max), inputSchema: integer(min, max), ...shownAsTyped };
}

export const onOff: SettingKind<boolean> = {
  schema: z.boolean(),
  inputSchema: boolean,
  ...shownAsTyped,
};

/** A CVSS score. It has at most one decimal, because reports show one. */
export const score: SettingKind<number> = {
  schema: z
    .number()
    .min(0)
    .max(10)
    .refine((value) => Number(value.toFixed(1)) === value, 'a score with at most one decimal'),
  inputSchema: z
    .string()
    .regex(/^(?:0?\d(?:\.\d)?|10(?:\.0)?)$/, 'a CVSS score from 0.0 to 10.0, with at most one decimal')
    .transform(Number),
  show: (value) => value.toFixed(1),
  withhold: nothingWithheld,
};

type AllowedCounts = Readonly<Partial<Record<Severity, number>>>;

const countsSchema: z.ZodType<AllowedCounts> = z.partialRecord(z.enum(severities), z.int().min(0));

export const allowedCounts: SettingKind<AllowedCounts> = {
  schema: countsSchema,
  inputSchema: parsedText('a mapping of severities to counts, such as `{ high: 0, medium: 5 }`', (text) => {
    const { document, mistakes } = readYaml(text);
    return mistakes.length === 0 ? (countsSchema.safeParse(document.toJS()).data ?? null) : null;
  }),
  show: (counts) => {
    const limited = severities.filter((severity) => counts[severity] !== undefined);
    return limited.map((severity) => `${severity}: ${counts[severity]}`).join(', ');
  },
  withhold: nothingWithheld,
};

const withheldTarget: Target = {
  fullAddress: '***',
  shownAddress: '***',
  url: new URL('https://***'),
  hasScheme: false,
};

export const baseline: SettingKind<BaselineSetting> = {
  schema: parsedText(
    'a URL, a scan id, or `previous`',
    parseBaseline,
    z.string().meta({ pattern: '^\\S+$' }),
  ),
  show: baselineText,
  withhold: (value) => (value.kind === 'url' ? { kind: 'url', target: withheldTarget } : value),
};

/** Status 429 says nothing about the site, so it cannot be allowed. */
const statusesSchema = z.array(
  z
    .int()
    .min(300)
    .max(499)
    .refine((status) => status !== 429, 'another status than 429')
    .meta({ not: { const: 429 } }),
);
const expectedStatuses = 'whole numbers from 300 to 499 without 429, one per line or comma-separated';

export const httpStatuses: SettingKind<readonly number[]> = {
  schema: statusesSchema,
  inputSchema: parsedText(expectedStatuses, (text) => {
    const items = splitList(text).map((item) => (/^\d+$/.test(item) ? Number(item) : item));
    return statusesSchema.min(1).safeParse([...new Set(items)]).data ?? null;
  }),
  show: (list) => list.join(', '),
  withhold: nothingWithheld,
};

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

export const pdfReports: SettingKind<readonly PdfChoice[]> = {
  schema: reportsSchema,
  inputSchema: parsedText(expectedReports, (text) => {
    const items = splitList(text);
    return reportsSchema.safeParse(items.join() === 'none' ? 'none' : items).data ?? null;
  }),
  show: (choices) => choices.join(', ') || 'none',
  withhold: nothingWithheld,
};

export const logo: SettingKind<URL> = {
  schema: webUrl(
    'an `http` or `https` URL without user name and password',
    z.string().meta({ format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://' }),
  ),
  // Without the query, which may hold a secret.
  show: ({ protocol, host, pathname }) => `${protocol}//${host}${pathname}`,
  withhold: nothingWithheld,
};

export const color: SettingKind<string> = { schema: hexColor, ...shownAsTyped };
