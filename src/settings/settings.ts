/** The settings in force: each from its input, else from the policy file, else its default. */

import { isSameScan } from '../core/ids.ts';
import { SettingsError } from '../core/problem.ts';
import type { Language } from '../core/say.ts';
import {
  type GivenValues,
  type InputValue,
  inputTable,
  type PolicySettingName,
  policySettingNames,
} from './input-table.ts';
import type { ParsedPolicyFile } from './policy-file.ts';
import { targetIdentity } from './target-url.ts';
import { baselineText } from './value-schemas.ts';

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
    explicit: policySettingNames
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

/** What may show that a baseline is the run's own. The address of its target and the id of its scan, if known. */
export interface ScanInQuestion {
  readonly targetAddress: string | null;
  readonly scanId: string | null;
  /** Tells if two addresses are of one target. The list of scans may know better than {@link targetIdentity}. */
  readonly isSameAddress?: (one: string, other: string) => boolean;
}

/**
 * True if the baseline is the scan or the target itself, or if it is a URL and the target is not known. Such a baseline
 * would pass, in the second run, everything that the first one brought in.
 */
export function isBaselineOfItself(
  { policy: { baseline } }: Pick<Settings, 'policy'>,
  { targetAddress, scanId, isSameAddress = isSameIdentity }: ScanInQuestion,
): boolean {
  if (baseline === null) return false;
  if (baseline.kind === 'scan') return scanId !== null && isSameScan(baseline.scanId, scanId);
  return targetAddress === null || isSameAddress(baseline.target.givenAddress, targetAddress);
}

function isSameIdentity(one: string, other: string): boolean {
  return targetIdentity(one) === targetIdentity(other);
}

/**
 * Refuses such a baseline. A URL in the policy file is not refused, because it may be meant for runs of other targets:
 * the scan stage leaves it out. Called as soon as something is known to compare: the target, before it is
 * asked; the list of scans; and the id of the scan.
 *
 * @throws SettingsError
 */
export function refuseBaselineOfItself(
  settings: Pick<Settings, 'policy' | 'explicit'>,
  scan: ScanInQuestion,
): void {
  if (!isBaselineOfItself(settings, scan)) return;
  if (settings.policy.baseline?.kind === 'scan')
    throw new SettingsError(
      '`baseline` is the scan itself, so nothing could ever be new. Give another scan.',
    );
  if (settings.explicit.some(({ name, source }) => name === 'baseline' && source === 'file')) return;
  throw new SettingsError(
    scan.targetAddress === null
      ? '`baseline` is a URL, and the target of the scan is not known. Give `url` too.'
      : '`baseline` is the target itself, so a second run would pass everything that the first one brought in. Give another site, such as production, or a scan id.',
  );
}

/** The notice that a run logs if a baseline of the policy file is left out ({@link refuseBaselineOfItself}). */
export const leftOutBaselineNotice =
  'The `baseline` of the policy file is the target itself, or the target is not known, so nothing is compared with it: every finding counts. This is right for a scan of the baseline itself.';
