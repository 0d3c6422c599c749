import { inline, plain } from './escape.ts';

/** Longer addresses are not made links: no reference is that long, and browsers and mail programs cut them. */
const maxUrlLength = 2000;

/** `url` parsed, if it is one of `http` or `https` without user info, which could pass for another host. */
function webUrl(url: string): URL | null {
  const shown = url.trim();
  if (shown.length > maxUrlLength || !/^https?:\/\//iu.test(shown)) return null;
  const parsed = URL.parse(shown);
  if (parsed === null || parsed.username !== '' || parsed.password !== '') return null;
  return parsed.protocol === 'https:' || parsed.protocol === 'http:' ? parsed : null;
}

/**
 * The address for a Markdown link destination: what could end the link or a table cell is percent-encoded. A link to an
 * issue, pull request, discussion or commit on github.com would leave a note there that this repository mentions it, so
 * those go through GitHub's own `redirect.github.com`, which leaves none.
 */
function destination(url: URL, leavesNoNote: boolean): string {
  const noted = leavesNoNote && /^\/[^/]+\/[^/]+\/(?:issues|pull|discussions|commit)\//u.test(url.pathname);
  const host = /^(?:www\.)?github\.com$/u.test(url.host) && noted ? 'redirect.github.com' : url.host;
  const rest = `${url.pathname}${url.search}${url.hash}`
    .replace(/[^A-Za-z0-9\-._~:/?#@!&*+,;=%]/gu, percentEncoded)
    .replaceAll('&', '&amp;');
  return `${url.protocol}//${host}${rest}`;
}

function percentEncoded(character: string): string {
  return Array.from(
    new TextEncoder().encode(character),
    (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  ).join('');
}

/**
 * `text` as a link to `url`, where that is an `http` or `https` address; else `text` alone.
 * Neither can form Markdown or HTML beyond this one link.
 */
export function link(text: string, url: string): string {
  return linked(text, url, true);
}

/** Like {@link link}, to a page of this very repository, where a note of GitHub that it was mentioned is welcome. */
export function ownLink(text: string, url: string): string {
  return linked(text, url, false);
}

function linked(text: string, url: string, leavesNoNote: boolean): string {
  const parsed = webUrl(url);
  const shown = inline(text, 120);
  if (parsed === null || shown === '') return shown;
  return `[${shown}](${destination(parsed, leavesNoNote)})`;
}

/** A link that shows where it leads: host and path, shortened. What is no web address is shown as text. */
export function linkTo(url: string): string {
  const parsed = webUrl(url);
  if (parsed === null) return inline(url, 120);
  return link(plain(`${parsed.host}${parsed.pathname === '/' ? '' : parsed.pathname}`, 60), url);
}

/** Like {@link linkTo}, with the host alone, for where a long word would be wider than a phone. */
export function linkToHost(url: string): string {
  const host = webUrl(url)?.host;
  return host === undefined ? inline(url, 40) : link(plain(host, 60), url);
}
