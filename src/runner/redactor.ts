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
 * The forms in which a secret may come back: as it is, URL-encoded, in JSON, and in both alphabets of base64, without
 * padding and as a part of a longer text.
 */
function formsOf(secret: string): string[] {
  const encoded = encodeURIComponent(secret.toWellFormed());
  const forms = [
    secret,
    encoded,
    encoded.replace(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase()),
    JSON.stringify(secret).slice(1, -1),
    ...base64Forms(Buffer.from(secret)),
  ];
  return [...new Set(forms)].filter((form) => form.length >= minLength);
}

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
