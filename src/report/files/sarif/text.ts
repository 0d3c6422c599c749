import { plain } from '../../markdown/escape.ts';
import { parseWebUrl } from '../../markdown/link.ts';

/**
 * `text` on one line of plain text, for the parts of a SARIF file that are not Markdown. Some viewers render them as
 * Markdown anyway (GitHub's comments on a pull request), and SARIF itself has links of the form `[text](target)`. A
 * zero-width space keeps links, tags, mentions and references from forming. Nothing else changes.
 *
 * @param maxLength in code points, before the zero-width spaces
 */
export function quiet(text: string, maxLength: number): string {
  return plain(text, maxLength).replace(/[@<]|#(?=\d)|\](?=[([:])/gu, '$&\u200b');
}

/** Like {@link quiet}, as a sentence; `''` for an empty text. */
export function quietSentence(text: string, maxLength: number): string {
  const sentence = quiet(text, maxLength);
  return sentence === '' || /[.!?…。]$/u.test(sentence) ? sentence : `${sentence}.`;
}

/** `url` as an absolute address in the characters of RFC 3986, if it is a web address; else `null`. */
export function webUri(url: string): string | null {
  const parsed = parseWebUrl(url);
  if (parsed === null) return null;
  // What is encoded already stays as it is, and only the first `#` begins a fragment.
  const rest = encodeURI(`${parsed.pathname}${parsed.search}${parsed.hash}`)
    .replace(/%25(?=[0-9a-f]{2})/giu, '%')
    .replace(/(?<=#.*)#/gu, '%23');
  return `${parsed.origin}${rest}`;
}
