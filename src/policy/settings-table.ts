/**
 * The settings that are one value each, one row per setting. Everything else follows from the row: the types of policy
 * and settings, the inputs, the policy file, the sources, the list in the comment, what is withheld. `action.yml`
 * describes the settings that are also inputs.
 */

import { commentValues, disclosureValues, failOnValues, languages } from '../core/choices.ts';
import * as kinds from './setting-kinds.ts';

/** More checks than any scan makes. */
const maxMinChecks = 1_000_000_000;
/** Most scans of a baseline that count together. */
const maxBaselineScans = 5;

/** One setting. Its values have the type of its default. */
export interface SettingRow<Name extends string = string, T = unknown>
  extends Required<kinds.SettingKind<T>> {
  /** The key in the policy file, and the name of the input. */
  readonly name: Name;
  readonly defaultValue: T;
  /** False for a key that only the policy file has. */
  readonly isInput: boolean;
}

/** A setting that holds for the whole run. */
export interface WholeRunRow<Name extends string = string, T = unknown> extends SettingRow<Name, T> {
  /**
   * The stricter of two values. A value is `null` if its policy does not give the setting. The result may be `null`
   * only if neither policy gives it.
   */
  stricterOf(repository: T | null, organization: T | null): T | null;
}

type SettingTable = Readonly<Record<string, SettingRow>>;

/** The values of rows, by the same keys. */
export type ValuesOf<Table extends SettingTable> = {
  readonly [Key in keyof Table]: Table[Key]['defaultValue'];
};

/** One value for each row, by the same keys. */
export function mapRows<Row extends SettingRow, Table extends Readonly<Record<string, Row>>>(
  rows: Table,
  toValue: (row: Row, key: keyof Table & string) => unknown,
): ValuesOf<Table> {
  return uncheckedFromEntries(Object.entries(rows).map(([key, row]) => [key, toValue(row, key)]));
}

/**
 * The entries as an object. Its type is stated and not checked: `Object.fromEntries` does not know which row a key has.
 * `settings-in-force.test.ts` reads each setting.
 */
function uncheckedFromEntries<T>(entries: readonly (readonly unknown[])[]): T {
  return Object.fromEntries(entries);
}

function setting<Name extends string, T>(
  name: Name,
  kind: kinds.SettingKind<T>,
  defaultValue: NoInfer<T>,
): SettingRow<Name, T> {
  return { inputSchema: kind.schema, ...kind, name, defaultValue, isInput: true };
}

/** A setting without a default. Its `show` and its `withhold` are for a value that is given. */
function optionalSetting<Name extends string, T>(name: Name, kind: kinds.SettingKind<T>) {
  return setting<Name, T | null>(name, kind, null);
}

/** A setting that is a key of the policy file, and no input. */
function fileOnlySetting<Name extends string, T>(
  row: SettingRow<Name, T>,
  description: string,
): SettingRow<Name, T> {
  return { ...row, schema: row.schema.describe(description), isInput: false };
}

/** What both lists allow. If only one list is given, what that list allows. */
export function allowedByBoth<T>(
  repository: readonly T[] | null,
  organization: readonly T[] | null,
  includes = (list: readonly T[], entry: T): boolean => list.includes(entry),
): readonly T[] | null {
  if (repository === null || organization === null) return repository ?? organization;
  const allowed = [
    ...repository.filter((entry) => includes(organization, entry)),
    ...organization.filter((entry) => includes(repository, entry)),
  ];
  return [...new Set(allowed)];
}

const effects = ['fail', 'warn'] as const;
type Effect = (typeof effects)[number];

/** The step only warns if both say `warn`. */
function stricterEffect(repository: Effect | null, organization: Effect | null): Effect {
  return repository === 'warn' && organization === 'warn' ? 'warn' : 'fail';
}

const effect = kinds.choice(effects);

/** The settings that judge a scan. The organization's policy has an assessment of its own (`org-policy`). */
const judgingRows = {
  failOn: setting('fail-on', kinds.choice(failOnValues), 'high'),
  /** Lowest CVSS score that blocks, 0.0 to 10.0. */
  failOnCvss: optionalSetting('fail-on-cvss', kinds.score),
  /** More findings of a severity than allowed here block. */
  maxFindings: setting('max-findings', kinds.allowedCounts, {}),
  baseline: optionalSetting('baseline', kinds.baseline),
  baselineScans: fileOnlySetting(
    setting('baseline-scans', kinds.wholeNumber(1, maxBaselineScans), 1),
    'How many of the newest finished scans of a URL baseline count together.',
  ),
  /** A scan with fewer checks is no trustworthy answer; `null`: one check is enough. */
  minChecks: optionalSetting('min-checks', kinds.wholeNumber(0, maxMinChecks)),
  failFast: setting('fail-fast', kinds.onOff, false),
};

/**
 * The settings that hold for the whole run. If the organization has a policy, the stricter value counts
 * (`withOrganization`).
 */
export const wholeRunRows = {
  /** What the verdict does to the step, and to nothing else. */
  onFail: { ...setting('on-fail', effect, 'fail'), stricterOf: stricterEffect },
  onInconclusive: { ...setting('on-inconclusive', effect, 'fail'), stricterOf: stricterEffect },
  /** Statuses from 300 to 499 that are right for the target, such as 404 of an API without a root page. */
  allowedStatuses: {
    ...setting('allowed-statuses', kinds.httpStatuses, []),
    stricterOf: allowedByBoth<number>,
  },
};

/** What may block. */
export const policyRows = { ...judgingRows, ...wholeRunRows };

/** What is published. */
export const publishingRows = {
  comment: setting('comment', kinds.choice(commentValues), 'always'),
  disclosure: setting('disclosure', kinds.choice(disclosureValues), 'full'),
  summary: fileOnlySetting(setting('summary', kinds.onOff, true), 'Write the job summary.'),
  annotations: fileOnlySetting(
    setting('annotations', kinds.onOff, true),
    'Annotate the run with the blocking findings.',
  ),
  trackIssue: setting('track-issue', kinds.onOff, false),
  pdfChoices: setting('reports', kinds.pdfReports, ['ACTION_REPORT']),
  /** By default the `language` input. */
  pdfLanguage: setting('report-language', kinds.choice(languages), 'en'),
  pdfLogo: optionalSetting('report-logo', kinds.logo),
  pdfColor: optionalSetting('report-color', kinds.color),
};

export const settingRows = { ...policyRows, ...publishingRows };

/** Where the value of a setting comes from. */
export type SettingSource = 'input' | 'file' | 'default' | 'organization';

/** The key of a setting in the policy file, and the name of its input. */
export type SettingName = (typeof settingRows)[keyof typeof settingRows]['name'];

export type SettingSources = Readonly<Record<SettingName, SettingSource>>;

/** The sources when nothing is set. */
export const defaultSources: SettingSources = uncheckedFromEntries(
  Object.values(settingRows).map(({ name }) => [name, 'default']),
);

/** The schemas of rows, by the names of their settings. */
export function schemasOf<Table extends SettingTable>(
  rows: Table,
): { readonly [Row in Table[keyof Table] as Row['name']]: Row['schema'] } {
  return uncheckedFromEntries(Object.values(rows).map(({ name, schema }) => [name, schema]));
}
