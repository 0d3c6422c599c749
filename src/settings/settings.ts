/** The settings in force: each from its input, else from the policy file, else its default. */

import type { Language } from '../core/say.ts';
import { baselineText } from './baseline-setting.ts';
import {
  type GivenValues,
  type InputValue,
  inputTable,
  type PolicySettingName,
  policySettingNames,
} from './input-table.ts';
import type { ParsedPolicyFile } from './policy-file.ts';

/** What the policy file can set, each by its name, and the ignore rules. */
export type PolicySettings = Settings['policy'];

/** The settings in force, and where each comes from. */
export type Settings = ReturnType<typeof combineSettings>;

/** @param language the default of the PDF reports' language */
export function combineSettings(inputs: GivenValues, file: ParsedPolicyFile | null, language: Language) {
  const fromFile: GivenValues = file?.values ?? {};
  const values = Object.fromEntries(
    policySettingNames.map((name) => [name, inputs[name] ?? fromFile[name] ?? inputTable[name].defaultValue]),
    // `Object.fromEntries` does not know which value a name has.
  ) as { readonly [Name in PolicySettingName]: InputValue<Name> };
  return {
    policy: {
      ...values,
      'report-language': values['report-language'] ?? language,
      ignore: file?.ignore ?? [],
    },
    /** What was set, by input or policy file, as it would be typed. */
    setByUser: policySettingNames
      .filter((name) => (inputs[name] ?? fromFile[name]) !== undefined)
      .map((name) => ({
        name,
        value: settingText(values[name]),
        source: inputs[name] === undefined ? ('file' as const) : ('input' as const),
      })),
    /** The policy file that was read; `null` if there is none. */
    policyFile: file?.version ?? null,
  };
}

/** A value as it would be typed, without the parts of an address that may hold a secret. */
function settingText(value: InputValue<PolicySettingName>): string {
  if (value instanceof URL) return `${value.protocol}//${value.host}${value.pathname}`;
  if (Array.isArray(value)) return value.join(', ') || 'none';
  return typeof value === 'object' && value !== null && 'kind' in value ? baselineText(value) : String(value);
}
