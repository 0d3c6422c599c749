/** Removes secrets from texts, in every form in which they may come back. */

import { minDistinctLength, minSecretLength } from '../core/never-secret.ts';
import type { Redactor, RunPorts } from '../core/ports.ts';

export function createRedactor(): Redactor {
  const allSecrets = createFormRemover();
  const secretsExceptPreferences = createFormRemover();
  return {
    add: (secret) => {
      secretsExceptPreferences.add(secret);
      return allSecrets.add(secret);
    },
    addPreferenceValue: allSecrets.add,
    redact: allSecrets.remove,
    redactExceptPreferences: secretsExceptPreferences.remove,
  };
}

/** Removes the forms of the secrets that it was given. */
function createFormRemover() {
  const forms = new Set<string>();
  let pattern: RegExp | null = null;
  return {
    add: (secret: string): string[] => {
      const addedForms = secret.length < minSecretLength ? [] : formsOf(secret);
      for (const form of addedForms) forms.add(form);
      pattern = null;
      return addedForms;
    },
    remove: (text: string): string => {
      if (forms.size === 0 || text.length < minSecretLength) return text;
      pattern ??= patternOfForms(forms);
      return text.replace(pattern, '***');
    },
  };
}

/** Tries the longest form first: a shorter form may be a part of it, and the rest of the longer form would stay. */
function patternOfForms(forms: ReadonlySet<string>): RegExp {
  const longestFirst = [...forms].sort((a, b) => b.length - a.length);
  return new RegExp(longestFirst.map(RegExp.escape).join('|'), 'g');
}

/**
 * Masks secrets in the log, and removes them from everything else.
 *
 * @param publishedTexts texts that outputs are made of. A form of a secret that is a part of such a text is not masked:
 *   GitHub drops an output that holds a masked text
 */
export function maskAndRedact(
  { runner, redactor }: Pick<RunPorts, 'runner' | 'redactor'>,
  secrets: readonly string[],
  publishedTexts: readonly string[] = [],
): void {
  const forms = secrets.flatMap((secret) => redactor.add(secret));
  for (const form of forms) if (!publishedTexts.some((text) => text.includes(form))) runner.mask(form);
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
  const inHtml = secret.replace(/[&<>"]/g, (sign) => `&${entityNames[sign]};`);
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
  return [...new Set(forms)].filter((form) => form.length >= minSecretLength);
}

const entityNames: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' };

/**
 * `bytes` in base64: by itself, and as a part of a longer text, such as the `user:password` of HTTP Basic. Base64
 * writes three bytes as four characters, so a part looks different after 0, 1 or 2 other bytes. Characters at the ends
 * of the part that also hold bits of other bytes are left out.
 */
function base64Forms(bytes: Buffer): string[] {
  const byItself = bytes.toString('base64').replace(/=+$/, '');
  const parts = [0, 1, 2].map((bytesBefore) => {
    const text = Buffer.concat([Buffer.alloc(bytesBefore), bytes]).toString('base64');
    return text.slice(Math.ceil((bytesBefore * 8) / 6), Math.floor(((bytesBefore + bytes.length) * 8) / 6));
  });
  return [byItself, ...parts.filter((part) => part.length >= minDistinctLength)];
}
