/** The kinds of values that a setting can have: how each is read in an input and in the policy file, and shown. */

import { z } from 'zod';
import { type PdfChoice, pdfChoices } from '../core/choices.ts';
import { type Severity, severities } from '../core/severity.ts';
import { boolean, hexColor, integer, parsedText, splitList, webUrl } from '../inputs/parsers.ts';
import { readYaml } from '../inputs/yaml.ts';
import { type BaselineSetting, baselineText, parseBaseline } from './baseline.ts';

/** What holds for all values of a kind. In both schemas a message says what is expected, as the end of a sentence. */
export interface SettingKind<T> {
  /** Its values in the policy file. */
  readonly schema: z.ZodType<T>;
  /** Its values as the text of an input. */
  readonly inputSchema: z.ZodType<T>;
  /** How the comment shows a value, as plain text. */
  show(value: T): string;
}

/** A kind whose values are shown as they are typed, unless `show` is given. */
function kindOf<T>(
  schema: z.ZodType<T>,
  inputSchema = schema,
  show: (value: T) => string = String,
): SettingKind<T> {
  return { schema, inputSchema, show };
}

export function choice<const T extends string>(values: readonly T[]): SettingKind<T> {
  return kindOf<T>(z.enum(values));
}

export function wholeNumber(min: number, max: number): SettingKind<number> {
  return kindOf<number>(z.int().min(min).max(max), integer(min, max));
}

export const onOff = kindOf<boolean>(z.boolean(), boolean);

/** A CVSS score. It has at most one decimal, because reports show one. */
export const score = kindOf<number>(
  z
    .number()
    .min(0)
    .max(10)
    .refine((value) => Number(value.toFixed(1)) === value, 'a score with at most one decimal'),
  z
    .string()
    .regex(/^(?:0?\d(?:\.\d)?|10(?:\.0)?)$/, 'a CVSS score from 0.0 to 10.0, with at most one decimal')
    .transform(Number),
  (value) => value.toFixed(1),
);

type AllowedCounts = Readonly<Partial<Record<Severity, number>>>;

const countsSchema: z.ZodType<AllowedCounts> = z.partialRecord(z.enum(severities), z.int().min(0));

export const allowedCounts = kindOf(
  countsSchema,
  parsedText('a mapping of severities to counts, such as `{ high: 0, medium: 5 }`', (text) => {
    const { document, mistakes } = readYaml(text);
    return mistakes.length === 0 ? (countsSchema.safeParse(document.toJS()).data ?? null) : null;
  }),
  (counts) => {
    const limited = severities.filter((severity) => counts[severity] !== undefined);
    return limited.map((severity) => `${severity}: ${counts[severity]}`).join(', ');
  },
);

const baselineSchema = parsedText<BaselineSetting>(
  'a URL, a scan id, or `previous`',
  parseBaseline,
  z.string().meta({ pattern: '^\\S+$' }),
);

export const baseline = kindOf(baselineSchema, baselineSchema, baselineText);

/** Status 429 says nothing about the site, so it cannot be allowed. */
const httpStatus = z
  .int()
  .min(300)
  .max(499)
  .refine((status) => status !== 429, 'another status than 429')
  .meta({ not: { const: 429 } });

const expectedStatuses = 'whole numbers from 300 to 499 without 429, one per line or comma-separated';

export const httpStatuses = kindOf<readonly number[]>(
  z.array(httpStatus),
  parsedText(expectedStatuses, (text) => {
    const items = splitList(text).map((item) => (/^\d+$/.test(item) ? Number(item) : item));
    return (
      z
        .array(httpStatus)
        .min(1)
        .safeParse([...new Set(items)]).data ?? null
    );
  }),
  (list) => list.join(', '),
);

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

export const pdfReports = kindOf<readonly PdfChoice[]>(
  reportsSchema,
  parsedText(expectedReports, (text) => {
    const items = splitList(text);
    return reportsSchema.safeParse(items.join() === 'none' ? 'none' : items).data ?? null;
  }),
  (choices) => choices.join(', ') || 'none',
);

const logoSchema = webUrl(
  'an `http` or `https` URL without user name and password',
  z.string().meta({ format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://' }),
);

// Without the query, which may hold a secret.
export const logo = kindOf(
  logoSchema,
  logoSchema,
  ({ protocol, host, pathname }) => `${protocol}//${host}${pathname}`,
);

export const color = kindOf(hexColor);
