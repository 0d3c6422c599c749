/**
 * Makes text from the service or the scanned site harmless inside GitHub's Markdown.
 *
 * The texts of this action are Markdown already, unless they contain a text from outside.
 *
 * GitHub renders Markdown first, and then looks for mentions, references, commit hashes and emoji in the rendered text.
 * So neither a backslash nor an entity stops them: `\@user` and `&#64;user` both notify. A zero-width space (U+200B)
 * after the first character stops them; large bots do the same. Entities stop Markdown structure, because they also
 * work inside raw HTML such as `<summary>`, where a backslash would be visible. Dollar signs get their own `<span>`,
 * which GitHub documents as the way to keep them out of formulas. References that a repository has configured
 * (`TICKET-1`) are not stopped.
 */

import { cutOversizedText, plainText, shorten } from '../../core/plain-text.ts';

const zeroWidthSpace = '&#8203;';

/** How single characters become literal; any other gets a {@link zeroWidthSpace} after it. */
const literals: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '`': '&#96;',
  '*': '&#42;',
  _: '&#95;',
  '[': '&#91;',
  ']': '&#93;',
  '\\': '&#92;',
  '|': '&#124;',
  '~': '&#126;',
  $: '<span>$</span>',
  '#': `&#35;${zeroWidthSpace}`,
  '+': '&#43;',
  '=': '&#61;',
  // The break goes before the dot: renderers look for `www.`, whatever follows.
  '.': `${zeroWidthSpace}.`,
};

/**
 * Matches what has a meaning in Markdown or for GitHub. In order: single characters; the characters that mark a
 * reference, an image, a scheme, an emoji, a `GH-1` and a `www` link; hashes that are long enough for a commit; and
 * characters that have a meaning only at the start of a line.
 */
const markupToken =
  /[&<>`*_[\]\\|~$@]|#(?=\d)|!(?=\[)|:(?=\/\/|[\w+-]+:)|(?<=gh)-(?=\d)|(?<=www)\.|(?<![0-9a-z])[0-9a-f]{7,}(?![0-9a-z])|^(?:[#+=-]|\d+[.)])/giu;

function escapeToken(token: string): string {
  const literal = literals[token];
  if (literal !== undefined) return literal;
  if (/^\d+[.)]$/u.test(token)) return `${token.slice(0, -1)}&#${token.charCodeAt(token.length - 1)};`;
  if (token.length >= 7) return token.replace(/.{6}(?=.)/gu, `$&${zeroWidthSpace}`);
  return `${token}${zeroWidthSpace}`;
}

/** The start of a word that is wider than a table cell on a phone, up to the place where the word has to break. */
const longWord = /[^\s-]{20}(?=[^\s-]{4})/gu;
/**
 * Marks a break until the text is escaped: a private-use character, which {@link plainText} removes from other texts.
 */
const breakMark = '\ue000';

/** `text`, already on one line, as Markdown that renders as itself. A word that is too long for a phone may break. */
function escapeLine(text: string): string {
  return text
    .replace(longWord, `$&${breakMark}`)
    .replace(markupToken, escapeToken)
    .replaceAll(breakMark, zeroWidthSpace);
}

/**
 * `text` as GitHub Markdown that renders as plain text. It forms no element, link, mention, reference, emoji or formula
 * in a paragraph, a heading, a list, a table cell, a link text or between tags of raw HTML. Do not use it for HTML
 * attributes.
 *
 * @param maxLength limit of the visible text, in code points; the Markdown may be up to 14 times as long
 */
export function escapeMarkdown(text: string, maxLength = 300): string {
  return escapeLine(plainText(text, maxLength));
}

/**
 * `text` as a code span that the text cannot end, for paragraphs, lists and table cells. Do not use it in raw HTML
 * blocks. GitHub splits table cells at `|` before it looks for code spans, so a text with `|` becomes a `<code>`
 * element.
 */
export function codeSpan(text: string, maxLength = 300): string {
  const line = plainText(text, maxLength);
  if (line === '') return '';
  if (line.includes('|')) return `<code>${escapeLine(line)}</code>`;
  const longest = (line.match(/`+/gu) ?? []).reduce((length, run) => Math.max(length, run.length), 0);
  const fence = '`'.repeat(longest + 1);
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** Like {@link codeSpan}, for a cell of a table: a word that is too long for a phone may break there. */
export function cellCodeSpan(text: string, maxLength: number): string {
  const line = plainText(text, maxLength);
  return line.search(longWord) >= 0 ? `<code>${escapeLine(line)}</code>` : codeSpan(line, maxLength);
}

/**
 * Escapes a text of this action: parts between backticks become code spans, everything else is escaped. A text with an
 * odd number of backticks is harmless too, because every part is escaped in one of the two ways.
 */
export function escapeKeepingCode(text: string, maxLength = 1200): string {
  return plainText(text, maxLength)
    .split('`')
    .map((part, index) => (index % 2 === 1 ? codeSpan(part, maxLength) : escapeLine(part)))
    .join('');
}

/**
 * Renders a `text` of several lines as Markdown: paragraphs stay, other line breaks become `<br>`.
 *
 * @param maxLength limit of the Markdown, in UTF-16 units
 * @param gap between paragraphs; with `<br><br>` the Markdown is one line, for a table cell or a list item
 */
export function escapeParagraphs(text: string, maxLength: number, gap = '\n\n'): string {
  let limit = maxLength;
  for (;;) {
    const result = escapeCutParagraphs(text, limit, gap);
    if (result.length <= maxLength) return result;
    // How much longer a text gets by escaping depends on the text, so it is cut in proportion until it fits.
    limit = Math.min(limit - 1, Math.floor((limit * maxLength) / result.length));
  }
}

/** The first `maxLength` code points of `text` as Markdown, which may be longer. */
function escapeCutParagraphs(text: string, maxLength: number, gap: string): string {
  const lines = shorten(
    cutOversizedText(text, maxLength)
      .replace(/\r\n?|[\u2028\u2029\u0085]/gu, '\n')
      .split('\n')
      .map((line) => plainText(line, maxLength))
      .join('\n')
      .trim()
      .replace(/\n{2,}/gu, '\n\n'),
    maxLength,
  );
  return lines
    .split('\n\n')
    .map((paragraph) => paragraph.split('\n').map(escapeLine).join('<br>'))
    .join(gap);
}
