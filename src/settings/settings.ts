/** The settings in force: each from its input, else from the policy file, else its default. */

import { SettingsError } from '../core/problem.ts';
import type { Language } from '../core/say.ts';
import { isSameScan } from '../core/text.ts';
import type { ParsedPolicyFile } from './policy-file.ts';
import { type GivenInputs, type InputValue, type SettingName, settingNames, settingsTable } from './table.ts';
import { targetIdentity } from './target-url.ts';
import { type BaselineSetting, baselineText } from './values.ts';

/** What the policy file can set, each by its name, and the ignore rules. */
export type Policy = Settings['policy'];

/** The settings in force, and where each comes from. */
export type Settings = ReturnType<typeof combineSettings>;

/** @param language the default of the PDF reports' language */
export function combineSettings(inputs: GivenInputs, file: ParsedPolicyFile | null, language: Language) {
  const fromFile: GivenInputs = file?.values ?? {};
  const values = Object.fromEntries(
    settingNames.map((name) => [name, inputs[name] ?? fromFile[name] ?? settingsTable[name].defaultValue]),
    // `Object.fromEntries` does not know which value a name has.
  ) as { readonly [Name in SettingName]: InputValue<Name> };
  return {
    policy: {
      ...values,
      'report-language': values['report-language'] ?? language,
      ignore: file?.ignore ?? [],
    },
    /** What was set, by input or policy file, as it would be typed. */
    given: settingNames
      .filter((name) => (inputs[name] ?? fromFile[name]) !== undefined)
      .map((name) => ({
        name,
        value: settingText(values[name]),
        source: inputs[name] === undefined ? ('file' as const) : ('input' as const),
      })),
    /** The policy file that was read; `null` if there is none. */
    file: file?.version ?? null,
  };
}

/** A value as it would be typed, without the parts of an address that may hold a secret. */
function settingText(value: InputValue<SettingName>): string {
  if (value instanceof URL) return `${value.protocol}//${value.host}${value.pathname}`;
  if (Array.isArray(value)) return value.join(', ') || 'none';
  return typeof value === 'object' && value !== null && 'kind' in value ? baselineText(value) : String(value);
}

/**
 * The baseline to compare with. A baseline that is the target itself would pass, in the second run, everything that the
 * first one brought in. From the input it is an error. In the policy file it may be meant for runs of other targets, so
 * it is left out, and everything counts. Called as soon as something is known to compare: the target, before it is
 * asked; the list of scans; and the id of the scan.
 *
 * @param scan the address of its target and its id, `null` while they are not known
 * @param isSameTarget tells if two addresses are of one target, as the list of scans is searched
 * @returns `null` if there is no baseline, or it is left out
 * @throws SettingsError
 */
export function usableBaseline(
  { policy: { baseline }, given }: Pick<Settings, 'policy' | 'given'>,
  scan: { readonly target: string | null; readonly scanId: string | null },
  isSameTarget = (one: string, other: string) => targetIdentity(one) === targetIdentity(other),
): BaselineSetting | null {
  const { target, scanId } = scan;
  if (baseline === null) return null;
  if (baseline.kind === 'scan') {
    if (scanId === null || !isSameScan(baseline.scanId, scanId)) return baseline;
    throw new SettingsError(
      '`baseline` is the scan itself, so nothing could ever be new. Give another scan.',
    );
  }
  if (target !== null && !isSameTarget(baseline.target.fullAddress, target)) return baseline;
  if (given.some(({ name, source }) => name === 'baseline' && source === 'file')) return null;
  throw new SettingsError(
    target === null
      ? '`baseline` is a URL, and the target of the scan is not known. Give `url` too.'
      : '`baseline` is the target itself, so a second run would pass everything that the first one brought in. Give another site, such as production, or a scan id.',
  );
}

/** The notice that a run logs if {@link usableBaseline} leaves the baseline out. */
export const ownBaselineNotice =
  'The `baseline` of the policy file is the target itself, or the target is not known, so nothing is compared with it: every finding counts. This is right for a scan of the baseline itself.';
