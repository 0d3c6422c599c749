/** How a service may spell a secret that it sends back. Written without the code that finds them. */
import fc from 'fast-check';

const hexOf = (unit: string, digits: number) => unit.charCodeAt(0).toString(16).padStart(digits, '0');
const units = (text: string, spell: (unit: string) => string) => text.split('').map(spell).join('');
const bytes = (text: string, spell: (byte: string) => string) =>
  Buffer.from(text).toString('hex').replace(/../g, spell);
const replacing = (signs: RegExp, spell: (unit: string) => string) => (text: string) =>
  text.replace(signs, spell);
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
const html: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };
const numeric = (unit: string) => `&#${unit.codePointAt(0)};`;

export const spellings: Readonly<Record<string, (text: string) => string>> = {
  itself: (text) => text,
  'a part of a URL': encodeURIComponent,
  'a part of a URL in lower case': (text) =>
    encodeURIComponent(text).replace(/%../g, (byte) => byte.toLowerCase()),
  'a URL': encodeURI,
  'percent, every byte': (text) => bytes(text, (byte) => `%${byte}`),
  JSON: inJson,
  'JSON of PHP': (text) => inJson(text).replaceAll('/', '\\/'),
  'JSON, every unit': (text) => units(text, (unit) => `\\u${hexOf(unit, 4)}`),
  'JSON, every unit in upper case': (text) => units(text, (unit) => `\\u${hexOf(unit, 4).toUpperCase()}`),
  'JSON of Gson': (text) => replacing(/[<>&='\u2028]/g, (unit) => `\\u${hexOf(unit, 4)}`)(inJson(text)),
  'JSON of Go': (text) => replacing(/[<>&]/g, (unit) => `\\u${hexOf(unit, 4)}`)(inJson(text)),
  HTML: replacing(/[&<>"']/g, (sign) => `&${html[sign]};`),
  'HTML of Go': replacing(/[&<>"'+]/g, numeric),
  'HTML of mustache': replacing(/[&<>"'/`=]/g, (sign) =>
    html[sign] !== undefined && sign !== "'" ? `&${html[sign]};` : `&#x${hexOf(sign, 2).toUpperCase()};`,
  ),
  'HTML, every character': (text) => [...text].map(numeric).join(''),
  'HTML without semicolons': (text) =>
    [...text].map((one) => `&#x00${one.codePointAt(0)?.toString(16)}`).join(''),
  'JavaScript, every unit': (text) => units(text, (unit) => `\\u{${hexOf(unit, 2)}}`),
  base64: (text) => Buffer.from(text).toString('base64'),
  'base64 for URLs': (text) => Buffer.from(text).toString('base64url'),
};

/** Spellings of one character that may stand beside any other. */
const ofOne = Object.entries(spellings)
  .filter(([name]) => !name.startsWith('base64') && !name.includes('semicolons'))
  .map(([, spell]) => spell);

/** `text`, each character in another spelling. */
export function anySpelling(text: string): fc.Arbitrary<string> {
  const characters = [...text].map((one) => fc.constantFrom(...ofOne).map((spell) => spell(one)));
  return fc.tuple(...characters).map((spelled) => spelled.join(''));
}
