/** Texts from outside that may be HTML, as plain text, and the names that HTML has for characters. */

/** Any tag or comment. Never longer than to the next `<`, so that the search takes linear time. */
const anyTag = /<[a-z/!][^<>]*>/gi;

export function withoutTags(text: string): string {
  return text.replace(anyTag, '');
}

const inlineTags =
  'a|abbr|b|cite|code|del|em|font|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|tt|u|var';
const blockTags =
  'blockquote|br|dd|div|dl|dt|h[1-6]|hr|li|ol|p|pre|section|table|tbody|td|tfoot|th|thead|tr|ul';
const inlineTag = new RegExp(`</?(?:${inlineTags})(?:\\s[^<>]*)?/?>`, 'gi');
const blockTag = new RegExp(`</?(?:${blockTags})(?:\\s[^<>]*)?/?>`, 'gi');

/**
 * The plain text of a description, which may be HTML. Tags that only format are taken out; a tag such as `<script>` may
 * be what the description is about. Entities are decoded once.
 */
export function plainTextOfHtml(text: string): string {
  if (!/[<&]/.test(text)) return text;
  return text
    .replace(inlineTag, '')
    .replace(blockTag, '\n')
    .replace(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]+\d{0,2});/gi, decodedEntity);
}

function decodedEntity(entity: string, name: string): string {
  if (!name.startsWith('#')) return namedCharacters.get(name) ?? entity;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
}

/** The names of the characters from U+00A0 on, in order. */
const latinNames =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';

/** Other names, each with its character. */
const otherNames =
  'excl=! quot=" QUOT=" num=# dollar=$ percnt=% amp=& AMP=& apos=\' lpar=( rpar=) ast=* midast=* plus=+ comma=, period=. sol=/ colon=: semi=; lt=< LT=< equals== gt=> GT=> quest=? commat=@ lsqb=[ lbrack=[ bsol=\\ rsqb=] rbrack=] Hat=^ lowbar=_ UnderBar=_ grave=` DiacriticalGrave=` lcub={ lbrace={ vert=| verbar=| VerticalLine=| rcub=} rbrace=} ndash=– mdash=— lsquo=‘ rsquo=’ ldquo=“ rdquo=” hellip=… bull=• euro=€ trade=™';

/** The characters of HTML's named entities: punctuation and western European letters. */
const namedCharacters: ReadonlyMap<string, string> = new Map([
  ['Tab', '\t'],
  ['NewLine', '\n'],
  ...otherNames.split(' ').map((named): [string, string] => [named.slice(0, -2), named.slice(-1)]),
  ...latinNames.split(' ').map((name, index): [string, string] => [name, String.fromCharCode(0xa0 + index)]),
]);

/** The names of `character` in HTML. */
export function entityNamesOf(character: string): string[] {
  return [...namedCharacters].filter(([, named]) => named === character).map(([name]) => name);
}
