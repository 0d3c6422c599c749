import { SettingsError } from '../core/problem.ts';
import type { CommentMode, DisclosureSetting, FailOn, Language, ReportType } from '../core/words.ts';
import type { GivenSettings } from './given-settings.ts';
import { parseBaseline } from './parse-baseline.ts';
import type { Baseline, HostRules, IgnoreRule, OrganizationPolicy, Policy, SettingSource } from './policy.ts';
import type { ParsedPolicyFile } from './policy-file.ts';
import type { PolicyFile } from './policy-schema.ts';

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
  /** By the name of the key in the policy file. */
  readonly sources: Readonly<Record<string, SettingSource>>;
  /** Path of the policy file that was read, or `null`. */
  readonly file: string | null;
  /** Blob SHA of the policy file; `null` without one. */
  readonly blob: string | null;
  /** SHA-256 of the policy file, in hexadecimal digits; `null` without one. */
  readonly digest: string | null;
  /** The organization's policy; `null` if the run has none. */
  readonly organization: OrganizationPolicy | null;
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
    baselineScans: choose('baseline-scans', null, values['baseline-scans'], 1),
    minChecks: choose<number | null>('min-checks', given.minChecks, values['min-checks'], null),
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
  // One scan that the input names counts alone: the file is right for the runs without that input.
  if (given.baseline === null) refuseScansOfOneScan(policy);
  return {
    policy,
    reports: chooseReports(choose, { given, values, chosenLanguage }),
    sources,
    file: file?.path ?? null,
    blob: null,
    digest: file?.digest ?? null,
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
    summary: choose('summary', null, values.summary, true),
    annotations: choose('annotations', null, values.annotations, true),
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
  const is = baseline.kind === 'previous' ? '`previous`' : 'a scan id';
  throw new SettingsError(
    `\`baseline-scans\` is ${baselineScans}, and \`baseline\` is ${is}, which is one scan. Set \`baseline\` to a URL, or leave \`baseline-scans\` out.`,
  );
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
