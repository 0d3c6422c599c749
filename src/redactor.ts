/**
 * Takes secrets out of what leaves the action. The runner masks its log, and nothing else: a comment, a file or an
 * output must not hold a secret that the service or the scanned site sent back.
 */
export interface Redactor {
  /** Remembers `secret` in all its forms. @returns the forms, for the runner's own mask */
  add(secret: string): readonly string[];
  redact(text: string): string;
}

/** Shorter ones are no secrets, and masking them would make every text unreadable. */
const minLength = 4;

export function createRedactor(): Redactor {
  const forms = new Set<string>();
  return {
    add: (secret) => {
      const added = secret.length < minLength ? [] : formsOf(secret);
      for (const form of added) forms.add(form);
      return added;
    },
    redact: (text) =>
      [...forms]
        .sort((a, b) => b.length - a.length)
        .reduce((left, form) => left.replaceAll(form, '***'), text),
  };
}

/** A secret as it stands, URL-encoded, in JSON, and in both alphabets of base64, without padding that may be left off. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const base64 = bytes.toString('base64').replace(/=+$/, '');
  const forms = [
    secret,
    encodeURIComponent(secret.toWellFormed()),
    JSON.stringify(secret).slice(1, -1),
    base64,
    bytes.toString('base64url'),
  ];
  return [...new Set(forms)].filter((form) => form.length >= minLength);
}
