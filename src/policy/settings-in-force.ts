/** Combines inputs, policy file and defaults into the settings of a run. */

import type { Language } from '../core/choices.ts';
import { SettingsError } from '../core/problem.ts';
import type { InputReader } from '../inputs/reader.ts';
import type { HostRules, IgnoreRule, OrganizationPolicy, Policy } from './policy.ts';
import type { ParsedPolicyFile, PolicyFileVersion } from './policy-file.ts';
import type { PolicyFile } from './policy-schema.ts';
import {
  defaultSources,
  mapRows,
  policyRows,
  publishingRows,
  type SettingName,
  type SettingRow,
  type SettingSources,
  settingRows,
  type ValuesOf,
} from './settings-table.ts';

type Values = ValuesOf<typeof settingRows>;

/** The settings that inputs give; `null` if an input is empty, and for a setting that is no input. */
export type InputSettings = { readonly [Key in keyof Values]: Values[Key] | null };

/** Reads the inputs that can also be set in the policy file. */
export function readInputSettings(reader: InputReader): InputSettings {
  return mapRows(settingRows, ({ name, isInput, inputSchema }) =>
    isInput ? reader.readOptional(name, inputSchema) : null,
  );
}

/** The settings in force, and where each comes from. */
export interface Settings {
  readonly policy: Policy;
  readonly publishing: ValuesOf<typeof publishingRows>;
  readonly sources: SettingSources;
  /** The policy file that was read; `null` if there is none. */
  readonly file: PolicyFileVersion | null;
  /** The organization's policy; `null` if the run has none. */
  readonly organization: OrganizationPolicy | null;
}

/**
 * Takes each setting from its input, else from the policy file, else from the defaults.
 *
 * @param fromInputs the settings that inputs give; `null` for a policy file by itself
 * @param languageInput the `language` input, which is the default for the reports
 * @throws SettingsError for settings that exclude each other
 */
export function combineSettings(
  fromInputs: InputSettings | null,
  file: ParsedPolicyFile | null,
  languageInput: Language,
): Settings {
  const values: PolicyFile = file?.values ?? {};
  const fromFile: Readonly<Record<string, unknown>> = values;
  const sources = { ...defaultSources };
  const valueOfRow = ({ name, defaultValue }: SettingRow<SettingName>, key: keyof InputSettings) => {
    const input = fromInputs?.[key] ?? null;
    if (input !== null) sources[name] = 'input';
    else if (fromFile[name] !== undefined) sources[name] = 'file';
    return input ?? fromFile[name] ?? defaultValue;
  };
  const chosen = mapRows(policyRows, valueOfRow);
  // If the input `baseline` names one scan, only that scan counts, whatever `baseline-scans` in the policy file is.
  const isOneScan = (fromInputs?.baseline?.kind ?? 'url') !== 'url';
  if (isOneScan) sources['baseline-scans'] = 'default';
  const policy: Policy = {
    ...chosen,
    baselineScans: isOneScan ? 1 : chosen.baselineScans,
    ignore: ignoreRules(values, file?.ignoreLines ?? []),
    hostRules: hostRules(values.host),
    allowedRedirects: values.target?.['allowed-redirects'] ?? null,
  };
  refuseCountOfOneScan(policy);
  const publishing = mapRows(publishingRows, valueOfRow);
  const pdfLanguage = sources['report-language'] === 'default' ? languageInput : publishing.pdfLanguage;
  return {
    policy,
    publishing: { ...publishing, pdfLanguage },
    sources,
    file: file === null ? null : { path: file.path, blob: file.blob, digest: file.digest },
    organization: null,
  };
}

/** Only a URL has several scans to count (`docs/contract.md`, `baseline-scans`). */
function refuseCountOfOneScan({ baseline, baselineScans }: Policy): void {
  if (baselineScans === 1 || baseline === null || baseline.kind === 'url') return;
  const scanInWords = baseline.kind === 'previous' ? '`previous`' : 'a scan id';
  throw new SettingsError(
    `\`baseline-scans\` is ${baselineScans}, and \`baseline\` is ${scanInWords}, which is one scan. Set \`baseline\` to a URL, or leave \`baseline-scans\` out.`,
  );
}

function ignoreRules({ ignore = [] }: PolicyFile, lines: readonly number[]): IgnoreRule[] {
  return ignore.map((rule, index) => {
    const { fingerprint = null, name = null, group = null, type = null, cwe = null, cve = null } = rule;
    const { where = null, severity = null, reason, expires = null, owner = null } = rule;
    const matchers = { fingerprint, name, group, type, cwe, cve, where };
    return { ...matchers, severity, reason, expires, owner, line: lines[index] ?? 1 };
  });
}

/** The severity of a violated host rule, unless the policy file sets another. */
export const defaultHostSeverity = 'high';

/** `null` if no rule is given. Then the scan needs no information about the host. */
function hostRules(hostInFile: PolicyFile['host']): HostRules | null {
  const rules: HostRules = {
    allowedPorts: hostInFile?.['allowed-ports'] ?? null,
    certificateMinDays: hostInFile?.['certificate-min-days'] ?? null,
    requireWaf: hostInFile?.['require-waf'] ?? false,
    severity: hostInFile?.severity ?? defaultHostSeverity,
  };
  const { allowedPorts, certificateMinDays, requireWaf } = rules;
  return allowedPorts === null && certificateMinDays === null && !requireWaf ? null : rules;
}
