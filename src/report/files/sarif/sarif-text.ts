/** Makes text harmless for a SARIF file. */

import { plain } from '../../plain-text.ts';

/**
 * `text` on one line of plain text, for the parts of a SARIF file that are not Markdown. Some viewers render them as
 * Markdown anyway (GitHub's comments on a pull request), and SARIF itself has links of the form `[text](target)`. A
 * zero-width space keeps links, tags, mentions and references from forming. Nothing else changes.
 *
 * @param maxLength in code points, before the zero-width spaces
 */
export function sarifText(text: string, maxLength: number): string {
  return plain(text, maxLength).replace(/[@<]|#(?=\d)|\](?=[([:])/gu, '$&\u200b');
}

/** Like {@link sarifText}, but as a sentence; `''` for an empty text. */
export function sarifSentence(text: string, maxLength: number): string {
  const sentence = sarifText(text, maxLength);
  return sentence === '' || /[.!?…。]$/u.test(sentence) ? sentence : `${sentence}.`;
}
