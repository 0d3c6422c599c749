import { SettingsError } from '../core/problem.ts';
import { type Severity, severities } from '../core/severity.ts';
import {
  type CommentMode,
  commentModes,
  type DisclosureSetting,
  disclosures,
  type FailOn,
  type Language,
  languages,
  type ReportType,
  reportTypes,
  thresholds,
} from '../core/words.ts';
import {
  boolean,
  hexColor,
  type InputReader,
  integer,
  longDuration,
  oneOf,
  type Parsed,
  type Parser,
  parseYaml,
  splitList,
  webUrl,
} from '../inputs/read-input.ts';
import { parseBaseline } from './parse-baseline.ts';
import type { Baseline, HostRules, IgnoreRule, OrganizationPolicy, Policy, SettingSource } from './policy.ts';
import type { ParsedPolicyFile } from './policy-file.ts';
import type { PolicyFile } from './policy-schema.ts';

/** More checks than any scan makes. */
const maxMinChecks = 1_000_000_000;

/** The inputs that can also be set in the policy file; `null` where an input is empty. */
export interface GivenSettings {
  readonly failOn: FailOn | null;
  readonly failOnCvss: number | null;
  readonly maxFindings: Policy['maxFindings'] | null;
  readonly baseline: Baseline | null;
  readonly baselineScans: number | null;
  readonly minChecks: number | null;
  readonly fixWithinMs: Policy['fixWithinMs'] | null;
  readonly failFast: boolean | null;
  readonly onFail: 'fail' | 'warn' | null;
  readonly onInconclusive: 'fail' | 'warn' | null;
  readonly allowedStatuses: readonly number[] | null;
  readonly comment: CommentMode | null;
  readonly disclosure: DisclosureSetting | null;
  readonly summary: boolean | null;
  readonly annotations: boolean | null;
  readonly trackIssue: boolean | null;
  readonly reports: readonly ReportType[] | null;
  readonly reportLanguage: Language | null;
  readonly reportLogo: URL | null;
  readonly reportColor: string | null;
}

/** The settings in force, and where each comes from. */
export interface Settings {
  readonly policy: Policy;
  readonly reports: {
    readonly comment: CommentMode;
    readonly disclosure: DisclosureSetting;
    readonly summary: boolean;
    readonly annotations: boolean;
    readonly trackIssue: boolean;
    readonly types: readonly ReportType[];
    readonly language: Language;
    readonly logo: URL | null;
    readonly color: string | null;
  };
  /** By the name of the input. */
  readonly sources: Readonly<Record<string, SettingSource>>;
  /** Path of the policy file that was read, or `null`. */
  readonly file: string | null;
  /** The commit at which the policy file was read, or was found to be missing; `null` if GitHub was not asked. */
  readonly commit: string | null;
  /** SHA-256 of the policy file, in hexadecimal digits; `null` without one. */
  readonly digest: string | null;
  /** The branch that this commit is the tip of; `null` where there is none. */
  readonly branch: string | null;
  /** The organization's policy; `null` if the run has none. */
  readonly organization: OrganizationPolicy | null;
}

/** Reads the inputs that can also be set in the policy file. */
export async function readGivenSettings(reader: InputReader): Promise<GivenSettings> {
  const budgets = reader.text('max-findings');
  return {
    failOn: reader.optional<FailOn>('fail-on', oneOf(thresholds)),
    failOnCvss: reader.optional('fail-on-cvss', score),
    maxFindings:
      budgets === ''
        ? null
        : reader.take<Policy['maxFindings'] | null>('max-findings', await parseBudgets(budgets), null),
    baseline: reader.optional('baseline', parseBaseline),
    baselineScans: reader.optional('baseline-scans', integer(1, 5)),
    minChecks: reader.optional('min-checks', integer(0, maxMinChecks)),
    fixWithinMs: await readFixWithin(reader),
    failFast: reader.optional('fail-fast', boolean),
    onFail: reader.optional('on-fail', oneOf(['fail', 'warn'])),
    onInconclusive: reader.optional('on-inconclusive', oneOf(['fail', 'warn'])),
    allowedStatuses: reader.optional('allowed-statuses', allowedStatuses),
    comment: reader.optional('comment', oneOf(commentModes)),
    disclosure: reader.optional('disclosure', oneOf(disclosures)),
    summary: reader.optional('summary', boolean),
    annotations: reader.optional('annotations', boolean),
    trackIssue: reader.optional('track-issue', boolean),
    reports: reader.optional('reports', reports),
    reportLanguage: reader.optional('report-language', oneOf(languages)),
    reportLogo: reader.optional('report-logo', webUrl),
    reportColor: reader.optional('report-color', hexColor),
  };
}

/**
 * Takes each setting from its input, else from the policy file, else from the defaults.
 *
 * @param chosenLanguage the `language` input, which is the default for the reports
 * @throws SettingsError for settings that exclude each other
 */
export function resolveSettings(
  given: GivenSettings,
  file: ParsedPolicyFile | null,
  chosenLanguage: Language,
): Settings {
  const values: PolicyFile = file?.values ?? {};
  const sources: Record<string, SettingSource> = {};
  const choose = <T>(name: string, input: T | null, fromFile: T | null | undefined, fallback: T): T => {
    sources[name] =
      input !== null ? 'input' : fromFile !== null && fromFile !== undefined ? 'file' : 'default';
    return input ?? fromFile ?? fallback;
  };
  const policy: Policy = {
    failOn: choose<FailOn>('fail-on', given.failOn, values['fail-on'], 'high'),
    failOnCvss: choose<number | null>('fail-on-cvss', given.failOnCvss, values['fail-on-cvss'], null),
    maxFindings: choose<Policy['maxFindings']>('max-findings', given.maxFindings, values['max-findings'], {}),
    baseline: choose<Baseline | null>('baseline', given.baseline, baselineOf(values.baseline), null),
    baselineScans: choose('baseline-scans', given.baselineScans, values['baseline-scans'], 1),
    minChecks: choose<number | null>('min-checks', given.minChecks, values['min-checks'], null),
    fixWithinMs: choose<Policy['fixWithinMs']>(
      'fix-within',
      given.fixWithinMs,
      values['fix-within'] === undefined ? null : durationsOf(values['fix-within']),
      {},
    ),
    failFast: choose('fail-fast', given.failFast, values['fail-fast'], false),
    onFail: choose('on-fail', given.onFail, values['on-fail'], 'fail'),
    onInconclusive: choose('on-inconclusive', given.onInconclusive, values['on-inconclusive'], 'fail'),
    ignore: (values.ignore ?? []).map((rule, index) => ignoreRule(rule, file?.ignoreLines[index] ?? 1)),
    host: hostRules(values.host),
    allowedRedirects: values.target?.['allowed-redirects'] ?? [],
    allowedStatuses: choose<readonly number[]>(
      'allowed-statuses',
      given.allowedStatuses,
      values['allowed-statuses'],
      [],
    ),
  };
  refuseScansOfOneScan(policy);
  return {
    policy,
    reports: chooseReports(choose, { given, values, chosenLanguage }),
    sources,
    file: file?.path ?? null,
    commit: null,
    digest: file?.digest ?? null,
    branch: null,
    organization: null,
  };
}

type Choose = <T>(name: string, input: T | null, fromFile: T | null | undefined, fallback: T) => T;

interface ReportChoices {
  readonly given: GivenSettings;
  readonly values: PolicyFile;
  readonly chosenLanguage: Language;
}

function chooseReports(
  choose: Choose,
  { given, values, chosenLanguage }: ReportChoices,
): Settings['reports'] {
  const logo = values['report-logo'];
  return {
    comment: choose('comment', given.comment, values.comment, 'always'),
    disclosure: choose('disclosure', given.disclosure, values.disclosure, 'full'),
    summary: choose('summary', given.summary, values.summary, true),
    annotations: choose('annotations', given.annotations, values.annotations, true),
    trackIssue: choose('track-issue', given.trackIssue, values['track-issue'], false),
    types: choose<readonly ReportType[]>('reports', given.reports, reportsOf(values.reports), [
      'ACTION_REPORT',
    ]),
    language: choose('report-language', given.reportLanguage, values['report-language'], chosenLanguage),
    logo: choose<URL | null>(
      'report-logo',
      given.reportLogo,
      logo === undefined ? null : new URL(logo),
      null,
    ),
    color: choose<string | null>('report-color', given.reportColor, values['report-color'], null),
  };
}

/** Only a URL has several scans to count (`docs/contract.md`, `baseline-scans`). */
function refuseScansOfOneScan({ baseline, baselineScans }: Policy): void {
  if (baselineScans === 1 || baseline === null || baseline.kind === 'url') return;
  const isPrevious = baseline.kind === 'previous';
  throw new SettingsError((texts) => texts.scansOfOneScan(baselineScans, isPrevious));
}

type FileRule = NonNullable<PolicyFile['ignore']>[number];

function ignoreRule(rule: FileRule, line: number): IgnoreRule {
  const { fingerprint = null, name = null, group = null, type = null, where = null } = rule;
  const { severity = null, reason, expires = null, owner = null } = rule;
  const cwe = rule.cwe === undefined ? null : [rule.cwe].flat();
  const cve = rule.cve === undefined ? null : [rule.cve].flat().map((entry) => entry.toUpperCase());
  return { fingerprint, name, group, type, cwe, cve, where, severity, reason, expires, owner, line };
}

/** `null` if no rule is given. Then the scan needs no information about the host. */
function hostRules(given: PolicyFile['host']): HostRules | null {
  const rules: HostRules = {
    allowedPorts: given?.['allowed-ports'] ?? null,
    certificateMinDays: given?.['certificate-min-days'] ?? null,
    requireWaf: given?.['require-waf'] ?? false,
    severity: given?.severity ?? 'high',
  };
  const { allowedPorts, certificateMinDays, requireWaf } = rules;
  return allowedPorts === null && certificateMinDays === null && !requireWaf ? null : rules;
}

function reportsOf(value: PolicyFile['reports']): readonly ReportType[] | null {
  if (value === undefined) return null;
  if (value === 'none') return [];
  return typeof value === 'string' ? [value] : value;
}

function baselineOf(value: string | undefined): Baseline | null {
  const parsed = value === undefined ? null : parseBaseline(value);
  return parsed?.ok ? parsed.value : null;
}

const score: Parser<number> = (text) => {
  const value = Number(text);
  return /^\d{1,2}(?:\.\d{1,3})?$/.test(text) && value <= 10
    ? { ok: true, value }
    : { ok: false, expected: ({ expected }) => expected.score };
};

async function parseBudgets(text: string): Promise<Parsed<Policy['maxFindings']>> {
  const document = await parseYaml(text);
  const { policyFileSchema } = await import('./policy-schema.ts');
  const checked = document.ok ? policyFileSchema.shape['max-findings'].safeParse(document.value) : null;
  return checked?.data === undefined
    ? { ok: false, expected: ({ expected }) => expected.budgets }
    : { ok: true, value: checked.data };
}

async function readFixWithin(reader: InputReader): Promise<Policy['fixWithinMs'] | null> {
  const text = reader.text('fix-within');
  if (text === '') return null;
  const document = await parseYaml(text);
  const { policyFileSchema } = await import('./policy-schema.ts');
  const checked = document.ok ? policyFileSchema.shape['fix-within'].safeParse(document.value) : null;
  const parsed: Parsed<Policy['fixWithinMs']> =
    checked?.data === undefined
      ? { ok: false, expected: ({ expected }) => expected.daysBySeverity }
      : { ok: true, value: durationsOf(checked.data) };
  return reader.take<Policy['fixWithinMs'] | null>('fix-within', parsed, null);
}

/** In milliseconds. */
function durationsOf(values: NonNullable<PolicyFile['fix-within']>): Policy['fixWithinMs'] {
  const durations: Partial<Record<Severity, number>> = {};
  for (const severity of severities) {
    const parsed = values[severity] === undefined ? null : longDuration(String(values[severity]));
    if (parsed?.ok) durations[severity] = parsed.value;
  }
  return durations;
}

const status = integer(300, 499);

function allowedStatuses(text: string): Parsed<readonly number[]> {
  const values = splitList(text).map((item) => {
    const parsed = status(item);
    return parsed.ok && parsed.value !== 429 ? parsed.value : null;
  });
  const known = values.filter((value) => value !== null);
  return known.length > 0 && known.length === values.length
    ? { ok: true, value: [...new Set(known)] }
    : { ok: false, expected: ({ expected }) => expected.statuses };
}

/** A list of report types, or just `none`. */
function reports(text: string): Parsed<readonly ReportType[]> {
  const items = splitList(text);
  if (items.length === 1 && items[0] === 'none') return { ok: true, value: [] };
  const known = reportTypes.filter((type) => items.includes(type));
  const understood = items.length > 0 && items.every((item) => reportTypes.some((type) => type === item));
  return understood
    ? { ok: true, value: known }
    : { ok: false, expected: ({ expected }) => expected.reports };
}
