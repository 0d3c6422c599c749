/** Decides which addresses become links, and makes the links. */

import { plainText } from '../../core/plain-text.ts';
import { escapeMarkdown } from './escape.ts';

/** Longer addresses do not become links: no reference is that long, and browsers and mail programs cut them. */
const maxUrlLength = 2000;

/** A host as browsers write it. The parser accepts other hosts too, but a `)` in a host would end a Markdown link. */
const usualHost = /^(?:[\w.-]+|\[[0-9a-f:.]+\])(?::\d+)?$/u;

/** `url` parsed, if it is `http` or `https` with a usual host and no user info, which could look like a host. */
function parseWebUrl(url: string): URL | null {
  const trimmed = url.trim();
  if (trimmed.length > maxUrlLength || !/^https?:\/\//iu.test(trimmed)) return null;
  const parsed = URL.parse(trimmed);
  if (parsed === null || parsed.username !== '' || parsed.password !== '') return null;
  return usualHost.test(parsed.host) ? parsed : null;
}

/**
 * The address as the destination of a Markdown link. Characters that could end the link or a table cell are
 * percent-encoded. If a link goes to an issue, pull request, discussion or commit on github.com, GitHub notes there
 * that this repository mentions it. A link through GitHub's own `redirect.github.com` leaves no such note.
 */
function linkDestination(url: URL): string {
  const isNoted = /^\/[^/]+\/[^/]+\/(?:issues|pull|discussions|commit)\//u.test(url.pathname);
  const host = /^(?:www\.)?github\.com$/u.test(url.host) && isNoted ? 'redirect.github.com' : url.host;
  const rest = `${url.pathname}${url.search}${url.hash}`
    .replace(/[^A-Za-z0-9\-._~:/?#@!&*+,;=%]/gu, percentEncode)
    .replaceAll('&', '&amp;');
  return `${url.protocol}//${host}${rest}`;
}

/** An ASCII character as `%XX`. All other characters are already encoded in a parsed address. */
function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** `text` as a link to `url` if that is a web address, else as text. Neither can form other Markdown or HTML. */
export function link(text: string, url: string): string {
  const parsed = parseWebUrl(url);
  const linkText = escapeMarkdown(text, 120);
  if (parsed === null || linkText === '') return linkText;
  return `[${linkText}](${linkDestination(parsed)})`;
}

/** A link with the shortened host and path as its text. If `url` is not a web address, it is shown as text. */
export function addressLink(url: string): string {
  const parsed = parseWebUrl(url);
  if (parsed === null) return escapeMarkdown(url, 120);
  return link(plainText(`${parsed.host}${parsed.pathname === '/' ? '' : parsed.pathname}`, 60), url);
}

/** A well-formed CWE or CVE identifier such as `CWE-89`, with a link to MITRE or NVD. */
export function identifierLink(identifier: string): string {
  const page = identifier.startsWith('CWE-')
    ? `https://cwe.mitre.org/data/definitions/${identifier.slice(4)}.html`
    : `https://nvd.nist.gov/vuln/detail/${identifier}`;
  return link(identifier, page);
}
