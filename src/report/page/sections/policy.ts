import { hasProblem } from '../../../gate/verdict.ts';
import type { Policy, SettingSource } from '../../../policy/policy.ts';
import { type Row, settingRows } from '../../../policy/settings-table.ts';
import type { Texts } from '../../language/texts.ts';
import { code, inline, markup, quotable } from '../../markdown/escape.ts';
import { joinBlocks } from '../../markdown/fit.ts';
import { ownLink } from '../../markdown/link.ts';
import type { ReportModel } from '../../model.ts';

/**
 * The policy file and the settings in force that are not defaults, each with its source; `''` where they judged nothing:
 * without a scan, and where the policy file could not be read.
 */
export function policySection(model: ReportModel, texts: Texts): string {
  if (model.scan.id === null || hasProblem(model.assessment, 'policy-unreadable')) return '';
  const { label, source, phrase } = texts.policy;
  const items = [...settingsInForce(model, texts), ...organizationSettings(model, texts)]
    .filter(({ from }) => from !== 'default')
    .map(({ name, value, isWords, from }) => {
      const shown = value === '' ? label.none : isWords ? inline(value, 200) : code(value, 200);
      return `- ${code(name, 60)}: ${shown} (${source[from]})`;
    });
  const { organization } = model.settings;
  const other =
    organization === null
      ? ''
      : `${markup(label.organizationPolicy)}: ${code(organization.name, 300)} (${texts.label.commit} ${code(organization.commit.slice(0, 7), 7)})`;
  return joinBlocks([
    `**${inline(label.policy)}**`,
    `${markup(label.policyFile)}: ${policyFile(model, texts)}`,
    other,
    items.length === 0 ? markup(phrase.onlyDefaults()) : items.join('\n'),
  ]);
}

/** The policy file as a link to the page that shows it, with its blob SHA. */
function policyFile({ policyFile: place, settings: { blob } }: ReportModel, texts: Texts): string {
  const { label } = texts.policy;
  if (place === null || !place.exists) return label.none;
  const hash = blob === null ? '' : ` (${label.blob} ${code(blob.slice(0, 7), 7)})`;
  return `${ownLink(quotable(place.path, 200), place.viewUrl)}${hash}`;
}

interface ShownSetting {
  /** As in the workflow or the policy file. */
  readonly name: string;
  /** Plain text; empty where nothing is set. */
  readonly value: string;
  /** True for a value in words, which nobody types. */
  readonly isWords: boolean;
  readonly from: SettingSource;
}

/** The rules for host and target, where the policy file has them. */
function ruleSettings({
  host,
  allowedRedirects,
}: Policy): [name: string, value: string, from: SettingSource][] {
  const rules: [name: string, value: string, from: SettingSource][] = [];
  if (host !== null) {
    const { allowedPorts, certificateMinDays, requireWaf, severity } = host;
    if (allowedPorts !== null) rules.push(['host.allowed-ports', `[${allowedPorts.join(', ')}]`, 'file']);
    if (certificateMinDays !== null)
      rules.push(['host.certificate-min-days', String(certificateMinDays), 'file']);
    rules.push(['host.require-waf', String(requireWaf), requireWaf ? 'file' : 'default']);
    rules.push(['host.severity', severity, severity === 'high' ? 'default' : 'file']);
  }
  if (allowedRedirects.length > 0)
    rules.push(['target.allowed-redirects', allowedRedirects.join(', '), 'file']);
  return rules;
}

/** What the organization's file sets, and what it allows the repository. */
function organizationSettings(model: ReportModel, texts: Texts): ShownSetting[] {
  const { organization } = model.settings;
  if (organization === null) return [];
  const { policy, sources } = organization;
  const set = settingsInForce({ ...model, policy, settings: { ...model.settings, sources } }, texts);
  const { allowIgnores: ignores, allowBaseline } = organization;
  const allows = (name: string, value: string) => ({
    name,
    value,
    isWords: false,
    from: 'organization' as const,
  });
  return [
    ...set
      .filter(({ from }) => from === 'file')
      .map((setting) => ({ ...setting, from: 'organization' as const })),
    allows('allow-ignores', ignores === null ? '' : `${ignores.maxDays} days, ${ignores.maxSeverity}`),
    allows('allow-baseline', String(allowBaseline)),
  ];
}

/** Every setting in force, with its source. */
function settingsInForce(model: ReportModel, texts: Texts): ShownSetting[] {
  const { policy, settings } = model;
  const { sources } = settings;
  const values: Readonly<Record<string, unknown>> = { ...policy, ...settings.reports };
  const typed = (name: string, value: string, from: SettingSource) => ({ name, value, isWords: false, from });
  return [
    ...Object.entries<Row>(settingRows).map(([key, row]) =>
      typed(row.name, row.show(values[key]), sources[row.name] ?? 'default'),
    ),
    {
      name: 'ignore',
      value: policy.ignore.length === 0 ? '' : texts.policy.phrase.ruleCount(policy.ignore.length),
      isWords: true,
      from: policy.ignore.length === 0 ? 'default' : 'file',
    },
    ...ruleSettings(policy).map(([name, value, from]) => typed(name, value, from)),
  ];
}
