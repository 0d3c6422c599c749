/**
 * Takes secrets out of what leaves the action. The runner masks its log, and nothing else: a comment, a file or an
 * output must not hold a secret that the service or the scanned site sent back.
 */
export interface Redactor {
  /** Remembers `secret` in all its forms. @returns the forms, for the runner's own mask */
  add(secret: string): readonly string[];
  /** Every form of every secret. */
  forms(): readonly string[];
  redact(text: string): string;
}

/** Shorter ones are no secrets, and masking them would make every text unreadable. */
const minLength = 4;

export function createRedactor(): Redactor {
  const forms = new Set<string>();
  let pattern: RegExp | null = null;
  return {
    add: (secret) => {
      const added = secret.length < minLength ? [] : formsOf(secret);
      for (const form of added) forms.add(form);
      // The longest first, so that no rest of one stays where another is a part of it.
      const longestFirst = [...forms].sort((a, b) => b.length - a.length);
      pattern = longestFirst.length === 0 ? null : new RegExp(longestFirst.map(literally).join('|'), 'g');
      return added;
    },
    forms: () => [...forms],
    redact: (text) => (pattern === null ? text : text.replace(pattern, '***')),
  };
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/**
 * A secret as it stands, URL-encoded, in JSON, and in both alphabets of base64, without padding that may be left off and
 * as a part of a longer text.
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

/** Shorter pieces of base64 stand in other texts by chance. */
const minBase64Part = 8;

/**
 * `bytes` in base64, alone and after one or two bytes more, as in `user:password`: what of it does not depend on its
 * neighbours.
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
