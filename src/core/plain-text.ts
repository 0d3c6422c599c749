/** Makes text from the service or the scanned site harmless as plain text: on one line, and of a limited length. */

/** Terminal sequences: CSI with parameters, OSC with an end, and escapes of two characters. */
const terminalSequences =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[@-Z\\^_]/gu;
/** Controls, format characters (bidi, zero-width, tags, soft hyphen), private use, and letters that draw nothing. */
const invisible = /[[\p{Cc}\p{Cf}\p{Co}\u034f\u115f\u1160\u3164\uffa0]--[\t\n\v\f\r\u0085]]/gv;

/** `text` without terminal sequences, and without characters that draw nothing. White space stays. */
export function visibleText(text: string): string {
  return text.replace(terminalSequences, '').replace(invisible, '');
}

/** A pattern to search for: matching a whole text of megabytes would overflow the stack of the regex engine. */
const unusual = /[^ -~]|^ | $| {2}/;

/**
 * True for printable ASCII with single spaces between words. Nearly every text of the service is like that and needs
 * no further cleaning.
 */
export function isPlainWords(text: string): boolean {
  return text !== '' && !unusual.test(text);
}

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
