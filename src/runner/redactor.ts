import type { Redactor, World } from '../core/ports.ts';

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
    redact: (text) => (pattern === null || text.length < minLength ? text : text.replace(pattern, '***')),
  };
}

/** Masks secrets in the log, and removes them from everything else. */
export function protect(
  { runner, redactor }: Pick<World, 'runner' | 'redactor'>,
  secrets: readonly string[],
): void {
  for (const secret of secrets) {
    for (const form of redactor.add(secret)) runner.mask(form);
  }
}

/** The forms in which an answer may repeat a secret (`docs/threat-model.md`, "Forms of a secret"). */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const wellFormed = secret.toWellFormed();
  const inUrls = [
    encodeURIComponent(wellFormed),
    encodeURI(wellFormed),
    bytes.toString('hex').toUpperCase().replace(/../g, '%$&'),
  ];
  const inJson = JSON.stringify(secret).slice(1, -1);
  const inHtml = secret.replace(/[&<>"]/g, (sign) => `&${entityNames.get(sign)};`);
  const forms = [
    secret,
    ...inUrls,
    ...inUrls.map((text) => text.replace(/%[\dA-F]{2}/g, (byte) => byte.toLowerCase())),
    inJson,
    inJson.replaceAll('/', '\\/'),
    inHtml,
    ...['&#39;', '&#x27;', '&apos;'].map((quote) => inHtml.replaceAll("'", quote)),
    ...base64Forms(bytes),
  ];
  return [...new Set(forms)].filter((form) => form.length >= minLength);
}

const entityNames = new Map([
  ['&', 'amp'],
  ['<', 'lt'],
  ['>', 'gt'],
  ['"', 'quot'],
]);

/** Shorter pieces of base64 occur in other texts by chance. */
const minBase64Part = 8;

/**
 * `bytes` in base64, alone and after no, one or two other bytes, as in the `user:password` of HTTP Basic. Of the latter only
 * the characters that do not depend on the bytes around it.
 */
function base64Forms(bytes: Buffer): string[] {
  const alone = bytes.toString('base64').replace(/=+$/, '');
  const parts = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
  return [alone, ...parts.filter((part) => part.length >= minBase64Part)];
}
