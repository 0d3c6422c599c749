import { plain } from './escape.ts';

/** Longer addresses are no references; browsers cut them. */
const maxUrlLength = 2000;

/**
 * `text` on one line of plain text, for the places of a SARIF file that know no Markdown. Viewers show them all the same
 * as Markdown at times (GitHub's comments on a pull request), and SARIF itself knows links of the form `[text](target)`:
 * so a zero-width space keeps links, tags, mentions and references from forming. Nothing else changes.
 *
 * @param maxLength in code points, before the zero-width spaces
 */
export function quiet(text: string, maxLength: number): string {
  return plain(text, maxLength).replace(/[@<]|#(?=\d)|\](?=[([:])/gu, '$&\u200b');
}

/** Like {@link quiet}, as a sentence of its own; `''` for nothing. */
export function quietSentence(text: string, maxLength: number): string {
  const shown = quiet(text, maxLength);
  return shown === '' || /[.!?…。]$/u.test(shown) ? shown : `${shown}.`;
}

/** Like {@link quiet}, with the paragraphs of `text`. */
export function quietLines(text: string, maxLength: number): string {
  const shown: string[] = [];
  let room = maxLength;
  // Beyond this nothing can be shown any more, whatever is left out of it.
  for (const line of text.slice(0, 8 * maxLength + 1024).split(/\r\n?|[\n\u0085\u2028\u2029]/u)) {
    if (room <= 0) break;
    const part = quiet(line, room);
    shown.push(part);
    room -= part.length + 1;
  }
  return shown
    .join('\n')
    .replace(/\n{3,}/gu, '\n\n')
    .trim();
}

/** `url` as an absolute address in the characters of RFC 3986, if it is one of `http(s)` without user info; else `null`. */
export function webUri(url: string): string | null {
  const shown = url.trim();
  if (shown.length > maxUrlLength || !/^https?:\/\//iu.test(shown)) return null;
  const parsed = URL.parse(shown);
  if (parsed === null || parsed.username !== '' || parsed.password !== '') return null;
  if (!/^[a-z0-9.-]+(?::\d+)?$|^\[[0-9a-f:.]+\](?::\d+)?$/u.test(parsed.host)) return null;
  const [path = '', ...fragment] = `${parsed.pathname}${parsed.search}${parsed.hash}`.split('#');
  const rest = [path, ...(fragment.length > 0 ? [fragment.join('%23')] : [])].map(uriCharacters).join('#');
  return `${parsed.protocol}//${parsed.host}${rest}`;
}

function uriCharacters(text: string): string {
  return text.replace(/%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9\-._~:/?@!$&'()*+,;=%]/gu, (character) =>
    Array.from(
      new TextEncoder().encode(character),
      (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    ).join(''),
  );
}
