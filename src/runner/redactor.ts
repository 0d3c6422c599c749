import type { Redactor } from '../core/ports.ts';

/** A shorter text is not a secret: to mask it would make every text unreadable. */
const minLength = 4;

export function createRedactor(): Redactor {
  const forms = new Set<string>();
  let pattern: RegExp | null = null;
  return {
    add: (secret) => {
      const added = secret.length < minLength ? [] : formsOf(secret);
      for (const form of added) forms.add(form);
      // The longest form first: a shorter one may be a part of it, and the rest would stay.
      const longestFirst = [...forms].sort((a, b) => b.length - a.length);
      pattern = longestFirst.length === 0 ? null : new RegExp(longestFirst.map(RegExp.escape).join('|'), 'g');
      return added;
    },
    redact: (text) => (pattern === null ? text : text.replace(pattern, '***')),
  };
}

/**
 * The forms in which a secret may come back (`docs/threat-model.md`, "Forms of a secret"). A list, because a pattern for
 * every mixture of escapes takes a hundred times as long to search for.
 */
function formsOf(secret: string): string[] {
  const wellFormed = secret.toWellFormed();
  const inJson = JSON.stringify(secret).slice(1, -1);
  const inHtml = secret.replace(/[&<>"]/g, (sign) => `&${entityNames.get(sign)};`);
  const forms = [
    secret,
    ...hexCases(encodeURIComponent(wellFormed)),
    ...hexCases(encodeURI(wellFormed)),
    inJson,
    inJson.replaceAll('/', '\\/'),
    inHtml,
    ...["'", '&#39;', '&#x27;', '&apos;'].map((quote) => inHtml.replaceAll("'", quote)),
    ...escapedForms(wellFormed),
    ...encodedForms(secret),
  ];
  return [...new Set(forms)].filter((form) => form.length >= minLength);
}

const entityNames = new Map([
  ['&', 'amp'],
  ['<', 'lt'],
  ['>', 'gt'],
  ['"', 'quot'],
]);

/** Every character of `secret` escaped: for URLs, for HTML, and for JSON and JavaScript. */
function escapedForms(secret: string): string[] {
  const signs = Array.from(secret, (sign) => sign.codePointAt(0) ?? 0);
  const bytes = Buffer.from(secret).toString('hex').match(/../g) ?? [];
  const units = Array.from(secret.split(''), (unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'));
  return [
    signs.map((code) => `&#${code};`).join(''),
    ...hexCases(signs.map((code) => `&#x${code.toString(16)};`).join('')),
    ...hexCases(bytes.map((byte) => `%${byte}`).join('')),
    ...hexCases(bytes.map((byte) => `\\x${byte}`).join('')),
    ...hexCases(units.map((unit) => `\\u${unit}`).join('')),
  ];
}

/** `text` with the hex digits of its escapes in lower case and in upper case. */
function hexCases(text: string): string[] {
  const digits = /(?<=%|\\x)[\da-f]{2}|(?<=\\u)[\da-f]{4}|(?<=&#x)[\da-f]+/gi;
  return [text.replace(digits, (hex) => hex.toLowerCase()), text.replace(digits, (hex) => hex.toUpperCase())];
}

/** `secret` in base64 and in hex, in UTF-16 too, as PDF files have it. */
function encodedForms(secret: string): string[] {
  const hex = [Buffer.from(secret), Buffer.from(secret, 'utf16le').swap16()].map((bytes) =>
    bytes.toString('hex'),
  );
  // A JSON number, which loses zeros at its beginning and all digits after the seventeenth.
  const asNumber = /^\d+$/.test(secret) ? String(Number(secret)) : '';
  return [
    ...base64Forms(Buffer.from(secret)),
    ...hex.flatMap((text) => [text, text.toUpperCase()]),
    ...(asNumber.length >= minNumber ? [asNumber] : []),
  ];
}

/** Shorter numbers occur in other texts by chance. */
const minNumber = 8;

/** Shorter pieces of base64 occur in other texts by chance. */
const minBase64Part = 8;

/**
 * `bytes` in base64, alone and after one or two other bytes, as in `user:password`. Of the latter only the characters
 * that do not depend on the bytes around it.
 */
function base64Forms(bytes: Buffer): string[] {
  const alone = bytes.toString('base64').replace(/=+$/, '');
  const parts = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const whole = Math.floor(((before + bytes.length) * 8) / 6);
    return text.slice(Math.ceil((before * 8) / 6), whole);
  });
  return [alone, ...parts.filter((part) => part.length >= minBase64Part)].flatMap((text) => [
    text,
    text.replaceAll('+', '-').replaceAll('/', '_'),
  ]);
}
