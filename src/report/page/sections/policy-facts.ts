/** The policy file and the settings in force. */

import { hasProblem } from '../../../gate/verdict.ts';
import type { Policy } from '../../../policy/policy.ts';
import { defaultHostSeverity, type Settings } from '../../../policy/settings-in-force.ts';
import {
  type SettingName,
  type SettingRow,
  type SettingSource,
  settingRows,
} from '../../../policy/settings-table.ts';
import type { Texts } from '../../language/texts.ts';
import { codeSpan } from '../../markdown/escape.ts';
import { bulletList, joinBlocks } from '../../markdown/fit.ts';
import { link } from '../../markdown/link.ts';
import type { ReportModel } from '../../model.ts';
import { quotableText } from '../../plain-text.ts';

/**
 * The policy file, and the settings in force that are not defaults, each with its source. `''` if the settings judged
 * nothing, because there was no scan or the policy file could not be read.
 */
export function policySection(model: ReportModel, texts: Texts): string {
  if (model.scan.id === null || hasProblem(model.assessment, 'policy-unreadable')) return '';
  const words = texts.policy;
  const items = [
    ...settingsInForce(model.settings, texts),
    ...organizationSettings(model.settings, texts),
  ].map(([name, value, source]) => `${codeSpan(name, 60)}: ${value} (${words.source[source]})`);
  const { organization } = model.settings;
  const organizationFile =
    organization === null
      ? ''
      : `${words.organizationPolicy}: ${codeSpan(organization.name, 300)} (${texts.label.commit} ${codeSpan(organization.commit.slice(0, 7), 7)})`;
  return joinBlocks([
    `**${words.changedSettings}**`,
    `${words.policyFile}: ${linkedPolicyFile(model, texts)}`,
    organizationFile,
    items.length === 0 ? words.onlyDefaults : bulletList(items),
  ]);
}

/** The policy file as a link to the page that shows it, with its blob SHA. */
function linkedPolicyFile({ policyPages: pages, settings: { file } }: ReportModel, texts: Texts): string {
  const words = texts.policy;
  if (pages === null || !pages.exists) return words.none;
  const hash = file?.blob ? ` (${words.blob} ${codeSpan(file.blob.slice(0, 7), 7)})` : '';
  return `${link(quotableText(pages.path, 200), pages.viewUrl)}${hash}`;
}

/** The name as in the workflow or the policy file, the value as Markdown, and the source of the value. */
type Setting = readonly [name: string, value: string, source: SettingSource];

/** A value as a user types it in the policy file. */
function settingValue(value: string, texts: Texts): string {
  return value === '' ? texts.policy.none : codeSpan(value, 200);
}

/** The rules for host and target that are not defaults, as a user types them in the policy file. */
function hostAndTargetSettings({ hostRules, allowedRedirects }: Policy): [name: string, value: string][] {
  const ports = hostRules?.allowedPorts?.join(', ');
  const severity = hostRules?.severity ?? defaultHostSeverity;
  const rules: [name: string, value: string][] = [
    ['host.allowed-ports', ports === undefined ? '' : `[${ports}]`],
    ['host.certificate-min-days', String(hostRules?.certificateMinDays ?? '')],
    ['host.require-waf', hostRules?.requireWaf ? 'true' : ''],
    ['host.severity', severity === defaultHostSeverity ? '' : severity],
    ['target.allowed-redirects', allowedRedirects?.join(', ') ?? ''],
  ];
  return rules.filter(([, value]) => value !== '');
}

/** What the organization's file sets, and what it allows the repository. */
function organizationSettings(settings: Settings, texts: Texts): Setting[] {
  const { organization } = settings;
  if (organization === null) return [];
  const { policy, sources, allowIgnores, allowBaseline } = organization;
  const inForce = settingsInForce({ ...settings, policy, sources }, texts);
  const setByOrganization = inForce.filter(([, , source]) => source === 'file');
  const allowedIgnores =
    allowIgnores === null
      ? ''
      : `max-days: ${allowIgnores.maxDays}, max-severity: ${allowIgnores.maxSeverity}`;
  return [
    ...setByOrganization.map(([name, value]): Setting => [name, value, 'organization']),
    ['allow-ignores', settingValue(allowedIgnores, texts), 'organization'],
    ['allow-baseline', settingValue(String(allowBaseline), texts), 'organization'],
  ];
}

/** Every setting in force that is not a default. */
function settingsInForce({ policy, publishing, sources }: Settings, texts: Texts): Setting[] {
  const values: Readonly<Record<string, unknown>> = { ...policy, ...publishing };
  const shown = (row: SettingRow, value: unknown) => (value === null ? '' : row.show(value));
  const rows = Object.entries<SettingRow<SettingName>>(settingRows).map(
    ([key, row]): Setting => [row.name, settingValue(shown(row, values[key]), texts), sources[row.name]],
  );
  const ruleCount = texts.ignoreRules.ruleCount(policy.ignore.length);
  return [
    ...rows.filter(([, , source]) => source !== 'default'),
    ...(policy.ignore.length === 0 ? [] : [['ignore', ruleCount, 'file'] as const]),
    ...hostAndTargetSettings(policy).map(
      ([name, value]): Setting => [name, settingValue(value, texts), 'file'],
    ),
  ];
}
