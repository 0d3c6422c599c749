/** What the scan found out about the host. */

import { joinNonEmpty } from '../../../core/text.ts';
import { isoDay } from '../../../core/time.ts';
import type { HostCertificate, HostFacts, HostListName, HostService } from '../../../gate/host.ts';
import type { Texts } from '../../language/texts.ts';
import { escapeMarkdown } from '../../markdown/escape.ts';
import { factList, joinBlocks, limitList, titledList } from '../../markdown/fit.ts';

/** How many entries of a list are shown. The JSON result has the rest. */
const maxItems = 20;

/** A certificate that ends within this number of days is marked, even without a host rule. */
const soonDays = 30;

/** `2026-11-21`, in UTC. */
function dayOrUnknown(timeMs: number | null, texts: Texts): string {
  return timeMs === null ? texts.label.unknown : isoDay(timeMs);
}

/** The first of `items`, which stand for the entries of the list `name`, and how many more there are. */
function firstItems(
  host: HostFacts,
  name: HostListName,
  items: readonly string[],
  { phrase }: Texts,
): string[] {
  const morePhrase = host.cut.includes(name) ? phrase.andMoreThan : phrase.andMore;
  return limitList(items, maxItems, morePhrase).filter((text) => text !== '');
}

/** The entries of a list, with commas between them. */
function listPhrase(host: HostFacts, name: 'ips' | 'waf' | 'components', texts: Texts): string {
  const items = host[name].map((value) => escapeMarkdown(value, 80));
  return firstItems(host, name, items, texts).join(', ');
}

function hostFactList(host: HostFacts, texts: Texts): string {
  const words = texts.hostFacts;
  const emails = host.emails.length;
  const emailText = host.cut.includes('emails') ? words.emailsCut : words.emailCount;
  return factList(words.host, [
    [words.addresses, listPhrase(host, 'ips', texts)],
    [
      words.firewall,
      listPhrase(host, 'waf', texts) || (host.wafKnown ? words.noFirewall : texts.label.unknown),
    ],
    ...(['cdn', 'isp', 'webServer', 'cms', 'database', 'os'] as const).map(
      (name) => [words[name], escapeMarkdown(host[name] ?? '', 80)] as const,
    ),
    [words.components, listPhrase(host, 'components', texts)],
    // Only the number of e-mail addresses is published, because the addresses belong to people.
    [words.emails, emails === 0 ? '' : emailText(emails)],
  ]);
}

/** `Port 443 is open: https, nginx 1.18.0` */
function servicePhrase({ port, state, name, product, version }: HostService, texts: Texts): string {
  const shownPort = port === null ? texts.label.unknown : String(port);
  const software = joinNonEmpty(
    [escapeMarkdown(name, 60), escapeMarkdown(`${product} ${version}`, 80)],
    ', ',
  );
  return joinNonEmpty([texts.hostFacts.portIs(shownPort, escapeMarkdown(state, 30)), software], ': ');
}

/** `www.example.com, valid from 2026-09-01 to 2027-08-31`; bold if it has expired or ends soon. */
function certificatePhrase(certificate: HostCertificate, texts: Texts): string {
  const { commonName, subject, issuedOn, expiresOn, daysLeft } = certificate;
  const end = dayOrUnknown(expiresOn, texts);
  const valid = texts.hostFacts.validity(dayOrUnknown(issuedOn, texts), end);
  const isMarked = daysLeft !== null && daysLeft <= soonDays;
  const words = isMarked ? `⚠️ **${texts.hostFacts.certificateEnd(daysLeft, end)}**` : valid;
  return joinNonEmpty([escapeMarkdown(commonName || subject, 80), words], ', ');
}

/** What the scan found out about the host, `''` if nothing: as lists, because a phone has no room for tables. */
export function hostSection(host: HostFacts | null, texts: Texts): string {
  if (host === null) return '';
  const words = texts.hostFacts;
  const services = host.services.map((service) => servicePhrase(service, texts));
  const certificates = host.certificates.map((certificate) => certificatePhrase(certificate, texts));
  return joinBlocks([
    hostFactList(host, texts),
    titledList(words.services, firstItems(host, 'services', services, texts)),
    titledList(words.certificates, firstItems(host, 'certificates', certificates, texts)),
  ]);
}
