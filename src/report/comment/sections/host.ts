import type { HostInformation, HostList } from '../../../gate/host.ts';
import { inline } from '../../markdown/escape.ts';
import type { Texts } from '../../texts/texts.ts';
import { utcMinute } from '../../wording.ts';

type ShownList = Exclude<HostList, 'emails' | 'alternativeNames'>;

/** Entries of a list that are shown; the rest is in the JSON result. */
const maxRows = 20;

/** `2026-11-21`, in UTC. */
function day(timeMs: number | null, texts: Texts): string {
  return utcMinute(timeMs)?.slice(0, 10) ?? texts.label.unknown;
}

/** How many entries are not shown; `''` if none. */
function notShown(host: HostInformation, name: ShownList, texts: Texts): string {
  const more = host[name].length - maxRows;
  if (more <= 0) return '';
  return host.cut.includes(name) ? texts.phrase.andMoreThan(more) : texts.phrase.andMore(more);
}

function list(host: HostInformation, name: 'ips' | 'waf' | 'components', texts: Texts): string {
  const shown = host[name].slice(0, maxRows).map((value) => inline(value, 80));
  return [...shown, notShown(host, name, texts)].filter((value) => value !== '').join(', ');
}

function table(heads: readonly string[], rows: readonly (readonly string[])[], more: string): string {
  const lines = [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return [lines.join('\n'), more].filter((text) => text !== '').join('\n\n');
}

function servicesTable(host: HostInformation, texts: Texts): string {
  const { services } = host;
  if (services.length === 0) return '';
  const { label } = texts;
  const rows = services
    .slice(0, maxRows)
    .map((service) => [
      service.port === null ? label.unknown : String(service.port),
      inline(service.state, 30),
      inline(service.name, 60),
      inline(`${service.product} ${service.version}`, 80),
    ]);
  const heads = [label.port, label.state, label.service, label.product];
  return `**${label.services}**\n\n${table(heads, rows, notShown(host, 'services', texts))}`;
}

function certificatesTable(host: HostInformation, texts: Texts): string {
  const { certificates } = host;
  if (certificates.length === 0) return '';
  const { label } = texts;
  const rows = certificates
    .slice(0, maxRows)
    .map((certificate) => [
      inline(certificate.commonName || certificate.subject, 80),
      day(certificate.issuedOn, texts),
      day(certificate.expiresOn, texts),
    ]);
  const heads = [label.certificate, label.validFrom, label.validUntil];
  return `**${label.certificates}**\n\n${table(heads, rows, notShown(host, 'certificates', texts))}`;
}

function facts(host: HostInformation, texts: Texts): string {
  const { label } = texts;
  const firewall = host.waf.length === 0 ? label.noFirewall : list(host, 'waf', texts);
  const emails = host.emails.length;
  const emailText = host.cut.includes('emails') ? texts.phrase.emailsCut : texts.phrase.emailCount;
  const entries: readonly (readonly [string, string])[] = [
    [label.addresses, list(host, 'ips', texts)],
    [label.firewall, firewall],
    [label.network, inline(host.cdn ?? '', 80)],
    [label.provider, inline(host.isp ?? '', 80)],
    [label.webServer, inline(host.webServer ?? '', 80)],
    [label.contentSystem, inline(host.cms ?? '', 80)],
    [label.database, inline(host.database ?? '', 80)],
    [label.operatingSystem, inline(host.os ?? '', 80)],
    [label.components, list(host, 'components', texts)],
    // E-mail addresses of people are not published.
    [label.emails, emails === 0 ? '' : emailText(emails)],
  ];
  return entries
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `- **${name}:** ${value}`)
    .join('\n');
}

/** What the scan found out about the host, folded; `''` where it found out nothing. */
export function hostSection(host: HostInformation | null, texts: Texts): string {
  if (host === null) return '';
  const blocks = [facts(host, texts), servicesTable(host, texts), certificatesTable(host, texts)];
  const shown = blocks.filter((text) => text !== '');
  return [`<details><summary>${texts.label.host}</summary>`, ...shown, '</details>'].join('\n\n');
}
