/**
 * The settings that are one value each, one row per setting. Everything else follows from the row: the types of policy and
 * settings, the inputs, the policy file, the sources, the list in the comment, what is withheld. What is an input too is
 * described in `action.yml`.
 */
import { z } from 'zod';
import {
  commentModes,
  disclosures,
  languages,
  type ReportChoice,
  reportChoices,
  thresholds,
} from '../core/choices.ts';
import { type Severity, severities } from '../core/severity.ts';
import {
  accept,
  boolean,
  hexColor,
  integer,
  oneOf,
  type Parsed,
  type Parser,
  refuse,
  splitList,
  webUrl,
} from '../inputs/reader.ts';
import { parseYaml } from '../inputs/yaml.ts';
import { type Baseline, baselineText, parseBaseline } from './baseline.ts';

/** More checks than any scan makes. */
const maxMinChecks = 1_000_000_000;
/** Most scans of a baseline that count together. */
const maxBaselineScans = 5;

/** What holds for all values of a kind. */
interface Kind<T> {
  /** Parses the text of an input. */
  parse(text: string): Parsed<T>;
  /** Its values in the policy file. A message says what is expected, as the end of a sentence. */
  readonly schema: z.ZodType<T>;
  /** How the comment shows a value, as plain text; `''` for none. */
  show(value: T): string;
  /** What anybody may read of a value. */
  withhold(value: T): T;
}

/** One setting. The type of its values is that of its default. */
export interface SettingRow<Name extends string = string, T = unknown> extends Kind<T> {
  /** The key in the policy file, and the name of the input. */
  readonly name: Name;
  readonly fallback: T;
  /** False for a key of the policy file alone. */
  readonly isInput: boolean;
}

/** A setting that holds for the whole run. */
export interface RunRow<Name extends string = string, T = unknown> extends SettingRow<Name, T> {
  /** The stricter of repository and organization; `null` for what a policy does not give. */
  stricter(own: T | null, other: T | null): T;
}

type Rows = Readonly<Record<string, SettingRow>>;

/** The values of rows, by the same keys. */
export type ValuesOf<Table extends Rows> = { readonly [Key in keyof Table]: Table[Key]['fallback'] };

/** One value for each row, by the same keys. */
export function mapRows<Each extends SettingRow, Table extends Readonly<Record<string, Each>>>(
  rows: Table,
  toValue: (row: Each, key: keyof Table & string) => unknown,
): ValuesOf<Table> {
  // Entries of this loose type make an object of any type: the compiler cannot follow a key to the type of its row.
  const entries: unknown[][] = Object.entries(rows).map(([key, row]) => [key, toValue(row, key)]);
  return Object.fromEntries(entries);
}

function setting<Name extends string, T>(
  name: Name,
  kind: Kind<T>,
  fallback: NoInfer<T>,
): SettingRow<Name, T> {
  return { ...kind, name, fallback, isInput: true };
}

/** A setting without a default. */
function optional<Name extends string, T>(name: Name, kind: Kind<T>): SettingRow<Name, T | null> {
  const show = (value: T | null) => (value === null ? '' : kind.show(value));
  const withhold = (value: T | null) => (value === null ? null : kind.withhold(value));
  return { ...kind, name, show, withhold, fallback: null, isInput: true };
}

/** A setting that is a key of the policy file, and no input. */
function fileOnly<Name extends string, T>(
  row: SettingRow<Name, T>,
  description: string,
): SettingRow<Name, T> {
  return { ...row, schema: row.schema.describe(description), isInput: false };
}

/** Values that anybody may read. */
function publicValue<T>(given: Omit<Kind<T>, 'withhold'>): Kind<T> {
  return { ...given, withhold: (value) => value };
}

/** Values that anybody may read, shown as they are typed. */
function plain<T extends string | number | boolean>(parse: Parser<T>, schema: z.ZodType<T>): Kind<T> {
  return publicValue({ parse, schema, show: String });
}

function choice<const T extends string>(values: readonly T[]): Kind<T> {
  return plain(oneOf(values), z.enum(values));
}

function whole(min: number, max: number): Kind<number> {
  return plain(integer(min, max), z.int().min(min).max(max));
}

/** The schema of a text that `parse` reads in an input too. */
function textRead<T>(parse: Parser<T>, text: z.ZodString): z.ZodType<T> {
  return text.transform((given, context) => {
    const parsed = parse(given);
    if (parsed.ok) return parsed.value;
    context.addIssue(parsed.expected);
    return z.NEVER;
  });
}

const onOff = plain(boolean, z.boolean());
const effect = choice(['fail', 'warn']);

/** With at most one decimal, as CVSS scores have: reports show one. */
const score = publicValue<number>({
  parse: (text) => {
    const value = Number(text);
    const isScore = /^\d{1,2}(?:\.\d)?$/.test(text) && value <= 10;
    return isScore ? accept(value) : refuse('a CVSS score from 0.0 to 10.0, with at most one decimal');
  },
  schema: z
    .number()
    .min(0)
    .max(10)
    .refine((given) => Number(given.toFixed(1)) === given, 'a score with at most one decimal'),
  show: (value) => value.toFixed(1),
});

type Budgets = Readonly<Partial<Record<Severity, number>>>;

const budgetsSchema: z.ZodType<Budgets> = z.partialRecord(z.enum(severities), z.int().min(0));

const budgets = publicValue<Budgets>({
  parse: (text) => {
    const document = parseYaml(text);
    const read = budgetsSchema.safeParse(document.ok ? document.value : null);
    return read.success
      ? accept(read.data)
      : refuse('a mapping of severities to counts, such as `{ high: 0, medium: 5 }`');
  },
  schema: budgetsSchema,
  show: (counts) => {
    const given = severities.filter((severity) => counts[severity] !== undefined);
    return given.map((severity) => `${severity}: ${counts[severity]}`).join(', ');
  },
});

const baseline: Kind<Baseline> = {
  parse: parseBaseline,
  schema: textRead(parseBaseline, z.string().meta({ pattern: '^\\S+$' })),
  show: baselineText,
  withhold: (value) =>
    value.kind === 'url'
      ? { kind: 'url', url: { ...value.url, given: '***', bareAddress: '***', logName: '***' } }
      : value,
};

/** A list of different items that `parse` reads. @param expected names the whole list */
function listOf<T>(parse: Parser<T>, expected: string): Parser<readonly T[]> {
  return (text) => {
    const items = splitList(text).map(parse);
    const values = items.flatMap((item) => (item.ok ? [item.value] : []));
    const isKnown = values.length > 0 && values.length === items.length;
    return isKnown ? accept([...new Set(values)]) : refuse(expected);
  };
}

const status: Parser<number> = (text) => {
  const parsed = integer(300, 499)(text);
  return parsed.ok && parsed.value === 429 ? refuse('another status') : parsed;
};

/** 429 says nothing about the site, so it cannot be named. */
const statusSchema = z
  .int()
  .min(300)
  .max(499)
  .refine((given) => given !== 429, 'another status than 429')
  .meta({ not: { const: 429 } });

const statuses = publicValue<readonly number[]>({
  parse: listOf(status, 'whole numbers from 300 to 499 without 429, one per line or comma-separated'),
  schema: z.array(statusSchema),
  show: (list) => list.join(', '),
});

const expectedReports = '`ACTION_REPORT`, `COMMERCIAL_RISK_REPORT`, `on-failure`, a list of these, or `none`';
const reportList = listOf(oneOf(reportChoices), expectedReports);

/** The choices in their order. `on-failure` alone is about the default report. */
function orderedReports(given: readonly ReportChoice[]): readonly ReportChoice[] {
  const all = given.join() === 'on-failure' ? ['ACTION_REPORT', ...given] : given;
  return reportChoices.filter((choice) => all.includes(choice));
}

/** A list of choices, or just `none`. */
const reports = publicValue<readonly ReportChoice[]>({
  parse: (text) => {
    if (splitList(text).join() === 'none') return accept([]);
    const parsed = reportList(text);
    return parsed.ok ? accept(orderedReports(parsed.value)) : parsed;
  },
  schema: z
    .union([z.literal('none'), z.enum(reportChoices), z.array(z.enum(reportChoices)).min(1)], expectedReports)
    .transform((given) => (given === 'none' ? [] : orderedReports([given].flat()))),
  show: (choices) => choices.join(', ') || 'none',
});

const logo = publicValue<URL>({
  parse: webUrl,
  schema: textRead(webUrl, z.string().meta({ format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://' })),
  // Without the query, which may hold a secret.
  show: ({ protocol, host, pathname }) => `${protocol}//${host}${pathname}`,
});

const color = plain(hexColor, textRead(hexColor, z.string().meta({ pattern: '^#([0-9a-fA-F]{3}){1,2}$' })));

/** What both lists allow. Where only one is given, what that one allows. */
export function ofBoth<T>(
  own: readonly T[] | null,
  other: readonly T[] | null,
  allows = (list: readonly T[], entry: T): boolean => list.includes(entry),
): readonly T[] {
  if (own === null || other === null) return own ?? other ?? [];
  const both = [
    ...own.filter((entry) => allows(other, entry)),
    ...other.filter((entry) => allows(own, entry)),
  ];
  return [...new Set(both)];
}

type Effect = 'fail' | 'warn';

/** Only both together can make it a warning. */
function stricterEffect(own: Effect | null, other: Effect | null): Effect {
  return own === 'warn' && other === 'warn' ? 'warn' : 'fail';
}

/** What a scan is judged by. The organization's policy has an assessment of its own (`org-policy`). */
const judgedRows = {
  failOn: setting('fail-on', choice(thresholds), 'high'),
  /** Lowest CVSS score that blocks, 0.0 to 10.0. */
  failOnCvss: optional('fail-on-cvss', score),
  /** More findings of a severity than allowed here block. */
  maxFindings: setting('max-findings', budgets, {}),
  baseline: optional('baseline', baseline),
  baselineScans: fileOnly(
    setting('baseline-scans', whole(1, maxBaselineScans), 1),
    'How many of the newest finished scans of a URL baseline count together.',
  ),
  /** A scan that made fewer checks is no answer; `null` for any number above zero. */
  minChecks: optional('min-checks', whole(0, maxMinChecks)),
  failFast: setting('fail-fast', onOff, false),
};

/** What holds once for the whole run. With a policy of the organization, the stricter of both (`bindSettings`). */
export const runRows = {
  /** What the verdict does to the step, and to nothing else. */
  onFail: { ...setting('on-fail', effect, 'fail'), stricter: stricterEffect },
  onInconclusive: { ...setting('on-inconclusive', effect, 'fail'), stricter: stricterEffect },
  /** Statuses from 300 to 499 that are right for the target, such as 404 of an API without a root page. */
  allowedStatuses: { ...setting('allowed-statuses', statuses, []), stricter: ofBoth<number> },
};

/** What may block. */
export const policyRows = { ...judgedRows, ...runRows };

/** What is published. */
export const reportRows = {
  comment: setting('comment', choice(commentModes), 'always'),
  disclosure: setting('disclosure', choice(disclosures), 'full'),
  summary: fileOnly(setting('summary', onOff, true), 'Write the job summary.'),
  annotations: fileOnly(setting('annotations', onOff, true), 'Annotate the run with the blocking findings.'),
  trackIssue: setting('track-issue', onOff, false),
  reportChoices: setting('reports', reports, ['ACTION_REPORT']),
  /** By default the `language` input. */
  reportLanguage: setting('report-language', choice(languages), 'en'),
  reportLogo: optional('report-logo', logo),
  reportColor: optional('report-color', color),
};

export const settingRows = { ...policyRows, ...reportRows };

/** The schemas of rows, by the names of their settings. */
export function schemasOf<Table extends Rows>(
  rows: Table,
): { readonly [Row in Table[keyof Table] as Row['name']]: Row['schema'] } {
  return Object.fromEntries(Object.values(rows).map(({ name, schema }): unknown[] => [name, schema]));
}
