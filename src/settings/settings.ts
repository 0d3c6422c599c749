/** The settings in force: each from its input, else from the policy file, else its default. */

import type { Language } from '../core/say.ts';
import { ignoreRuleOf } from './ignore-rule.ts';
import type { ParsedPolicyFile, PolicyFileVersion } from './policy-file.ts';
import {
  type GivenSettings,
  type InputValue,
  type SettingName,
  settingNames,
  settingsTable,
} from './table.ts';
import { baselineText } from './values.ts';

/** What may block. */
export type Policy = Settings['policy'];

/** Where the value of a setting comes from. */
export type SettingSource = 'input' | 'file';

/** The settings in force, and where each comes from. */
export type Settings = ReturnType<typeof combineSettings>;

/** @param language the default of the PDF reports' language */
export function combineSettings(inputs: GivenSettings, file: ParsedPolicyFile | null, language: Language) {
  const fromFile: GivenSettings = file?.values ?? {};
  const settingOf = <Name extends SettingName>(name: Name): InputValue<Name> =>
    inputs[name] ?? fromFile[name] ?? settingsTable[name].defaultValue;
  const sourceOf = (name: SettingName): SettingSource | null => {
    if (inputs[name] !== undefined) return 'input';
    return fromFile[name] === undefined ? null : 'file';
  };
  return {
    policy: {
      failOn: settingOf('fail-on'),
      baseline: settingOf('baseline'),
      /** A scan with fewer checks is no trustworthy answer; `null`: one check is enough. */
      minChecks: settingOf('min-checks'),
      /** What the verdict does to the step, and to nothing else. */
      onFail: settingOf('on-fail'),
      onInconclusive: settingOf('on-inconclusive'),
      /** Statuses that are right for the target, such as 404 of an API without a root page. */
      allowedStatuses: settingOf('allowed-statuses'),
      ignore: (file?.values.ignore ?? []).map((rule, index) =>
        ignoreRuleOf(rule, file?.ignoreLines[index] ?? 1),
      ),
    },
    publishing: {
      comment: settingOf('comment'),
      /** As asked for. What is really published where is `Disclosures`. */
      disclosure: settingOf('disclosure'),
      trackIssue: settingOf('track-issue'),
      reports: settingOf('reports'),
      reportLanguage: settingOf('report-language') ?? language,
      reportLogo: settingOf('report-logo'),
      reportColor: settingOf('report-color'),
    },
    /** What was set, by input or policy file, as it would be typed. */
    given: settingNames.flatMap((name) => {
      const source = sourceOf(name);
      return source === null ? [] : [{ name, value: settingText(settingOf(name)), source }];
    }),
    /** The policy file that was read; `null` if there is none. */
    file: file === null ? null : versionOf(file),
  };
}

function versionOf({ name, repository, path, commit, blob }: ParsedPolicyFile): PolicyFileVersion {
  return { name, repository, path, commit, blob };
}

/** A value as it would be typed, without the parts of an address that may hold a secret. */
function settingText(value: InputValue<SettingName>): string {
  if (value instanceof URL) return `${value.protocol}//${value.host}${value.pathname}`;
  if (Array.isArray(value)) return value.join(', ') || 'none';
  return typeof value === 'object' && value !== null && 'kind' in value ? baselineText(value) : String(value);
}
