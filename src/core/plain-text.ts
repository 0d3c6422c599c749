/** Makes text from the service or the scanned site harmless as plain text: on one line, and of a limited length. */

import { visibleText } from './foreign-text.ts';
import { isPlainWords } from './text.ts';

/** More combining marks on one letter than any language has: they would paint over the lines above and below. */
const stackedMarks = /(\p{M}{4})\p{M}+/gu;

/** Shortens to `maxLength` code points, the last of them `…` if it cuts. Never splits a surrogate pair. */
export function shorten(text: string, maxLength: number): string {
  if (maxLength <= 0) return '';
  if (text.length <= maxLength) return text;
  const points = Array.from(text.slice(0, 2 * maxLength + 2));
  if (points.length <= maxLength) return text;
  return `${points.slice(0, maxLength - 1).join('')}…`;
}

/** Cuts a very long text before the slow steps, so that a text of megabytes takes no longer than a page. */
export function cutOversizedText(text: string, maxLength: number): string {
  return text.length > 8 * maxLength + 1024 ? text.slice(0, 8 * maxLength + 1024) : text;
}

/**
 * `text` on one line, at most `maxLength` code points long, without control characters, terminal sequences, characters
 * that reorder or hide text, and lone surrogates. Every run of white space is one space.
 */
export function plainText(text: string, maxLength: number): string {
  if (text.length <= maxLength && isPlainWords(text)) return text;
  const visible = visibleText(cutOversizedText(text, maxLength).toWellFormed())
    .replace(/[\t\n\v\f\r\u0085\p{Z}]+/gu, ' ')
    .replace(stackedMarks, '$1')
    .replace(/ {2,}/gu, ' ')
    .trim();
  return shorten(visible, maxLength).trimEnd();
}

/** Like {@link plainText}, for a text that is put between backticks or quotes in a sentence of this action. */
export function quotableText(text: string, maxLength: number): string {
  return plainText(text, maxLength).replaceAll('`', "'");
}
