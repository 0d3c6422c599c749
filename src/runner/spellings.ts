/** How a secret may be spelled in a text (`docs/threat-model.md`, "Forms of a secret"). */

import { entityNamesOf } from '../core/html-text.ts';

/** In characters. A shorter part of a secret in base64 is too often a part of other texts by chance. */
const minPartLength = 8;

/**
 * The source of a pattern for `secret` and its base64: each character as itself or in any escape of URLs, JSON and
 * HTML, mixed.
 */
export function spellingPattern(secret: string): string {
  const inBase64 = base64Forms(secret).map((form) =>
    form.replaceAll(/[+/]/g, (sign) => `(?:${sign === '+' ? '-' : '_'}|\\\\?${characterPattern(sign)})`),
  );
  return [spellingsOf(secret), ...inBase64].join('|');
}

/**
 * How many backslashes stand before a character is matched as one number, because each of them may be doubled: trying
 * both for each would try every combination. No other escape holds the beginning of another one, so that a search takes
 * linear time.
 */
function spellingsOf(secret: string): string {
  const parts = [...secret.replace(/ +/g, ' ').matchAll(/(\\*)([^\\]?)/gsu)].map(
    ([, { length } = '', next = '']) => {
      // JSON writes a backslash before a quote, and may write one before a slash.
      const most = 2 * length + (/["'/]/.test(next) ? 1 : 0);
      const backslashes = most === 0 ? '' : `(?:${characterPattern('\\')}){${length},${most}}`;
      // A page shows any white space as one space.
      return backslashes + (next === '' ? '' : characterPattern(next)) + (next === ' ' ? '+' : '');
    },
  );
  return parts.join('');
}

const jsonLetters: Readonly<Record<string, string>> = {
  '\b': 'b',
  '\f': 'f',
  '\n': 'n',
  '\r': 'r',
  '\t': 't',
};

/** One character, as itself or in any escape. */
function characterPattern(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  const units = character.split('').map((unit) => unit.charCodeAt(0).toString(16));
  const bytes = [...Buffer.from(character)].map((byte) => byte.toString(16));
  const letters = jsonLetters[character];
  return anyOf([
    bytes.map((byte) => `%${hexPattern(byte, 2)}`).join(''),
    units.map((unit) => `\\\\u${hexPattern(unit, 4)}`).join(''),
    `\\\\u\\{0{0,4}${hexPattern(hex)}\\}`,
    ...(code <= 0xff ? [`\\\\x${hexPattern(hex, 2)}`] : []),
    ...(letters === undefined ? [] : [`\\\\${letters}`]),
    `&#0{0,7}${code};?`,
    `&#[xX]0{0,7}${hexPattern(hex)};?`,
    ...entityNamesOf(character).map((name) => `&${name};?`),
    character === ' ' ? '[\\s+]' : RegExp.escape(character),
  ]);
}

function anyOf(patterns: readonly string[]): string {
  return `(?:${patterns.join('|')})`;
}

/** Hexadecimal digits in either case. @param minDigits fills up with zeros */
function hexPattern(hex: string, minDigits = 1): string {
  return hex.padStart(minDigits, '0').replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

/**
 * `secret` in base64: by itself, and as a part of a longer text, such as the `user:password` of HTTP Basic. Base64
 * writes three bytes as four characters, so a part looks different after 0, 1 or 2 other bytes. Characters at the ends
 * of the part that also hold bits of other bytes are left out.
 */
function base64Forms(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const byItself = bytes.toString('base64').replace(/=+$/, '');
  const parts = [0, 1, 2].map((bytesBefore) => {
    const text = Buffer.concat([Buffer.alloc(bytesBefore), bytes]).toString('base64');
    return text.slice(Math.ceil((bytesBefore * 8) / 6), Math.floor(((bytesBefore + bytes.length) * 8) / 6));
  });
  return [byItself, ...parts.filter((part) => part.length >= minPartLength)];
}
