/** The fold with the facts about the scan, the host and the policy. */

import { joinNonEmpty, type Language, numberFormats, say, wordsIn } from '../../core/say.ts';
import { utcMinute } from '../../core/time.ts';
import { isMapping } from '../../core/values.ts';
import { codeSpan, escapeMarkdown } from '../markdown/escape.ts';
import { bulletList, fold, joinBlocks, type SpaceLeft, titledList } from '../markdown/fit.ts';
import type { HostCertificate, HostFacts, HostService, ReportModel } from '../model.ts';
import { firstAndMore, label } from '../words.ts';
import { policyFileLink } from './rule-sections.ts';

/** How many entries of a list about the host are shown. The JSON result has the rest. */
const maxItems = 20;
/** A certificate that ends within this number of days is marked. */
const certificateSoonDays = 30;

/** Everything about scan, host and policy, folded. */
export function scanDetailsFold(model: ReportModel, space: SpaceLeft): string {
  const title = wordsIn(model.language)('Scan, host and policy', 'Detalhes do scan');
  if (!space.reserve(`\n\n${fold(title, [title])}`)) return '';
  // The texts of the host may be long: they come from the site.
  const [policy, scan] = [space.fit(policySection(model)), space.fit(scanSection(model))];
  return fold(title, [scan, space.fit(hostSection(model.host, model.language)), policy]);
}

/** The scan, its times, its baseline and its preferences; `''` if there was no scan. */
function scanSection(model: ReportModel): string {
  const { scan, judgement, language } = model;
  if (scan.id === null) return '';
  const t = wordsIn(language);
  const { number } = numberFormats[language];
  const { startedAt, endedAt } = scan;
  const { comparison, checkCount } = judgement;
  const facts: [name: string, value: string][] = [
    [label('scanId', language), codeSpan(scan.id, 100)],
    [
      t('Compared with scan', 'Comparado com o scan'),
      comparison.kind === 'compared' ? codeSpan(comparison.scanId, 100) : '',
    ],
    [t('Started', 'Início'), utcTime(startedAt)],
    [t('Ended', 'Fim'), utcTime(endedAt)],
    [t('Checks made', 'Verificações feitas'), checkCount === null ? '' : number(checkCount)],
    [t('Status of the target', 'Status do alvo'), acceptedStatusPhrase(model)],
    [t('Preferences', 'Preferências'), preferencesOf(model)],
  ];
  const shown = facts.filter(([, value]) => value !== '').map(([name, value]) => `${name}: ${value}`);
  return titledList('Scan', shown);
}

function utcTime(timeMs: number | null): string {
  const minute = utcMinute(timeMs);
  return minute === null ? '' : `${minute} UTC`;
}

function acceptedStatusPhrase({ acceptedStatus: status, language }: ReportModel): string {
  const accepted = wordsIn(language)('accepted by `allowed-statuses`', 'aceito por `allowed-statuses`');
  return status === null ? '' : `${status}, ${accepted}`;
}

/** The preferences on one line, those of `crawler_options` one by one. */
function preferencesOf({ scan }: ReportModel): string {
  const options = Object.entries(scan.preferences ?? {}).flatMap(([name, value]) =>
    isMapping(value)
      ? Object.entries(value).map(([option, optionValue]) => [`${name}.${option}`, optionValue] as const)
      : [[name, value] as const],
  );
  return options.map(([name, value]) => codeSpan(`${name}: ${String(value)}`, 120)).join(', ');
}

/** What the scan found out about the host, `''` if nothing: as lists, because a phone has no room for tables. */
function hostSection(host: HostFacts | null, language: Language): string {
  if (host === null) return '';
  const t = wordsIn(language);
  const listed = (title: string, items: readonly string[]) =>
    titledList(title, firstAndMore(items, maxItems, language));
  const services = host.services.map(servicePhrase);
  const certificates = host.certificates.map((certificate) => certificatePhrase(certificate, language));
  const firewalls = host.waf.map((name) => escapeMarkdown(name, 80));
  return joinBlocks([
    listed(t('Services', 'Serviços'), services),
    listed(t('Certificates', 'Certificados'), certificates),
    listed('Firewall (WAF)', firewalls),
  ]);
}

/** `443, open, https, nginx 1.18.0` */
function servicePhrase({ port, state, name, product, version }: HostService): string {
  const software = [state, name, `${product} ${version}`.trim()].map((text) => escapeMarkdown(text, 60));
  return joinNonEmpty([port === null ? '?' : String(port), ...software], ', ');
}

/** `www.example.com, ends in 12 days`; bold if it has expired or ends soon. */
function certificatePhrase({ commonName, daysLeft }: HostCertificate, language: Language): string {
  const ends = { en: 'ends in {count:day|days}', pt: 'vence em {count:dia|dias}' };
  const end =
    daysLeft === null
      ? '?'
      : daysLeft < 0
        ? wordsIn(language)('expired', 'vencido')
        : say(ends, { count: daysLeft }, language);
  const isMarked = daysLeft !== null && daysLeft <= certificateSoonDays;
  return joinNonEmpty([escapeMarkdown(commonName, 80), isMarked ? `⚠️ **${end}**` : end], ', ');
}

/** The policy file, and what was set, each with its source. `''` without a scan, because then nothing was judged. */
function policySection(model: ReportModel): string {
  if (model.scan.id === null) return '';
  const { language } = model;
  const t = wordsIn(language);
  const { setByUser, policy } = model.settings;
  const sources = { input: 'input', file: t('policy file', 'arquivo de política') };
  const items = setByUser.map(
    ({ name, value, source }) => `${codeSpan(name, 60)}: ${codeSpan(value, 200)} (${sources[source]})`,
  );
  if (policy.ignore.length > 0) items.push(`\`ignore\`: ${policy.ignore.length} (${sources.file})`);
  return joinBlocks([
    `**${t('Policy: what was set', 'Política: o que foi definido')}**`,
    `${label('policyFile', language)}: ${policyFileName(model)}`,
    bulletList(items),
  ]);
}

/** The policy file: of this repository, a link to its page, with its blob SHA; of another one, with the commit. */
function policyFileName({ ownPolicyFile, settings: { policyFile }, language }: ReportModel): string {
  if (policyFile === null) return wordsIn(language)('none', 'nenhum');
  const name = ownPolicyFile === null ? codeSpan(policyFile.name, 300) : policyFileLink(ownPolicyFile);
  const [kind, hash] = policyFile.commit === null ? ['blob', policyFile.blob] : ['commit', policyFile.commit];
  return `${name} (${kind} ${codeSpan(hash.slice(0, 7), 7)})`;
}
