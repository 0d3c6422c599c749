import type { HostCertificate, HostInformation, HostService } from '../../../gate/host.ts';
import { inline } from '../../markdown/escape.ts';
import { joinBlocks } from '../../markdown/fit.ts';
import type { Texts } from '../../texts/texts.ts';
import { utcMinute } from '../../wording.ts';

/** Entries of a list that are shown; the rest is in the JSON result. */
const maxItems = 20;

/** `2026-11-21`, in UTC. */
function day(timeMs: number | null, texts: Texts): string {
  return utcMinute(timeMs)?.slice(0, 10) ?? texts.label.unknown;
}

/** The first `maxItems` entries that show anything, and how many more there are. */
function shorten<Entry>(
  entries: readonly Entry[],
  show: (entry: Entry) => string,
  { phrase }: Texts,
): string[] {
  const more = entries.length - maxItems;
  const shown = entries.slice(0, maxItems).map(show);
  return [...shown, ...(more > 0 ? [phrase.andMore(more)] : [])].filter((text) => text !== '');
}

function list(values: readonly string[], texts: Texts): string {
  return shorten(values, (value) => inline(value, 80), texts).join(', ');
}

function facts(host: HostInformation, texts: Texts): string[] {
  const { label } = texts;
  const firewall = host.waf.length === 0 ? label.noFirewall : list(host.waf, texts);
  const entries: readonly (readonly [string, string])[] = [
    [label.addresses, list(host.ips, texts)],
    [label.firewall, firewall],
    [label.network, inline(host.cdn ?? '', 80)],
    [label.provider, inline(host.isp ?? '', 80)],
    [label.webServer, inline(host.webServer ?? '', 80)],
    [label.contentSystem, inline(host.cms ?? '', 80)],
    [label.database, inline(host.database ?? '', 80)],
    [label.operatingSystem, inline(host.os ?? '', 80)],
    [label.components, list(host.components, texts)],
    // E-mail addresses of people are not published.
    [label.emails, host.emails.length === 0 ? '' : texts.phrase.emailCount(host.emails.length)],
  ];
  return entries.filter(([, value]) => value !== '').map(([name, value]) => `${name}: ${value}`);
}

/** `443 open https nginx 1.18.0` */
function serviceWords({ port, state, name, product, version }: HostService, texts: Texts): string {
  const number = port === null ? texts.label.unknown : String(port);
  return [number, inline(state, 30), inline(name, 60), inline(`${product} ${version}`, 80)]
    .filter((word) => word !== '')
    .join(' ');
}

function certificateWords(
  { commonName, subject, issuedOn, expiresOn }: HostCertificate,
  texts: Texts,
): string {
  const valid = texts.phrase.validity(day(issuedOn, texts), day(expiresOn, texts));
  return `${inline(commonName || subject, 80)}, ${valid}`;
}

function section(title: string, items: readonly string[]): string {
  return items.length === 0 ? '' : `**${title}**\n\n${items.map((item) => `- ${item}`).join('\n')}`;
}

/** What the scan found out about the host; `''` where it found out nothing. Lists, because a phone has no room for tables. */
export function hostSection(host: HostInformation | null, texts: Texts): string {
  if (host === null) return '';
  const { label } = texts;
  return joinBlocks([
    section(label.host, facts(host, texts)),
    section(
      label.services,
      shorten(host.services, (service) => serviceWords(service, texts), texts),
    ),
    section(
      label.certificates,
      shorten(host.certificates, (certificate) => certificateWords(certificate, texts), texts),
    ),
  ]);
}
