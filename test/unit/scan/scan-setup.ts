import { readContext } from '../../../src/github/context.ts';
import { readEvent } from '../../../src/github/event.ts';
import type { TakeUpOptions } from '../../../src/scan/take-up.ts';
import { parseBaseline } from '../../../src/settings/baseline-setting.ts';
import { parsePreferences } from '../../../src/settings/preferences.ts';
import { readInputs } from '../../../src/settings/read-inputs.ts';
import { combineSettings } from '../../../src/settings/settings.ts';
import { parseSiteAddress, type SiteAddress } from '../../../src/settings/site-address.ts';
import { readYaml } from '../../../src/settings/yaml.ts';
import { acceptedOf } from '../../support/accepted-of.ts';

export type ScanSetup = TakeUpOptions['setup'];

export const runId = 77;

interface SetupOptions extends Partial<Omit<ScanSetup, 'inputs' | 'settings' | 'context'>> {
  readonly attempt?: number;
  /** The `baseline` of the policy file. */
  readonly fileBaseline?: string;
}

/** What the scan stage knows of a run with the inputs `given`: the first attempt, without a pull request. */
export function scanSetup(
  given: Readonly<Record<string, string>> = {},
  options: SetupOptions = {},
): ScanSetup {
  const { attempt = 1, fileBaseline, ...others } = options;
  const texts: Readonly<Record<string, string>> = {
    'api-key': 'key-0123456789',
    'base-url': 'https://api.example.com',
    url: 'https://a.example',
    'github-token': 'ghs_0123456789',
    ...given,
  };
  const { preferences: preferencesText = '' } = given;
  const preferences = preferencesText === '' ? null : parsePreferences(readYaml(preferencesText)).preferences;
  const context = { owner: 'acme', repo: 'storefront', mayLackSecrets: false, preferences };
  const { inputs, given: givenInputs, mistakes } = readInputs((name) => texts[name] ?? '', context);
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'));
  const settings = combineSettings(givenInputs, null, 'en');
  const baseline = fileBaseline === undefined ? null : acceptedOf(parseBaseline(fileBaseline));
  return {
    inputs,
    settings:
      baseline === null
        ? settings
        : {
            ...settings,
            policy: { ...settings.policy, baseline },
            setByUser: [{ name: 'baseline', value: '', source: 'file' }],
          },
    resolvedDisclosure: { mode: 'full' },
    commentKey: 'CI / scan',
    context: readContext(
      {
        GITHUB_REPOSITORY: 'acme/storefront',
        GITHUB_RUN_ID: String(runId),
        GITHUB_RUN_ATTEMPT: String(attempt),
      },
      readEvent(null),
    ),
    connect: () => Promise.reject(new Error('GitHub is not asked')),
    loginOf: () => Promise.reject(new Error('GitHub is not asked')),
    pullRequest: null,
    isPullRequestUnknown: false,
    ...others,
  };
}

export function targetOf(text: string): SiteAddress {
  return acceptedOf(parseSiteAddress(text));
}
