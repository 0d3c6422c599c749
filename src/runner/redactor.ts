/** Removes secrets from texts, also if they are escaped or encoded (`spellings.ts`). */

import { withoutTags } from '../core/html-text.ts';
import { visibleText } from '../core/plain-text.ts';
import type { Redactor } from '../core/ports.ts';
import { fieldsOf, isMapping } from '../core/values.ts';
import { spellingPattern } from './spellings.ts';

/** In characters. A shorter text is not a secret: removing it would make every text unreadable. */
const minSecretLength = 4;
/** Longest text whose redacted form is kept, in characters. */
const maxKeptLength = 10_000;

export function createRedactor(): Redactor {
  const secrets = new Set<string>();
  let pattern: RegExp | null = null;
  /** Many findings have the same texts. Longer ones, such as a PDF, would only take memory. */
  const redactedTexts = new Map<string, string>();
  const replaceIn = (text: string) => {
    pattern ??= patternOf(secrets);
    return text.replace(pattern, '***');
  };
  const redactOnce = (text: string) => {
    let redacted = replaceIn(text);
    if (!/[^ -~]|[<`]/.test(redacted)) return redacted;
    for (const shownWithout of [withoutUnseen, withoutTags]) {
      const shown = shownWithout(redacted);
      const redactedShown = shown === redacted ? shown : replaceIn(shown);
      if (redactedShown !== shown) redacted = redactedShown;
    }
    return redacted;
  };
  return {
    add: (secret) => {
      if (secret.length < minSecretLength || secrets.has(secret)) return;
      secrets.add(secret);
      pattern = null;
      redactedTexts.clear();
    },
    redact: (text) => {
      if (secrets.size === 0 || text.length < minSecretLength) return text;
      const kept = redactedTexts.get(text);
      if (kept !== undefined) return kept;
      const redacted = redactOnce(text);
      if (text.length <= maxKeptLength) redactedTexts.set(text, redacted);
      return redacted;
    },
  };
}

/** Reports show a text without what draws nothing, and the log without backticks: a secret may be whole then. */
function withoutUnseen(text: string): string {
  return visibleText(text).replaceAll('`', '');
}

function patternOf(secrets: ReadonlySet<string>): RegExp {
  // The longest first: a shorter one may be a part of it, and the rest of the longer one would stay.
  const longestFirst = [...secrets].sort((a, b) => b.length - a.length);
  return new RegExp(longestFirst.map(spellingPattern).join('|'), 'g');
}

/**
 * `value` with every text in it redacted. Names of fields stay: they are our own words, of which a secret may be one.
 * What holds no secret is returned as it is, and not copied.
 */
export function redactTexts<T>(value: T, redact: Redactor['redact']): T;
export function redactTexts(value: unknown, redact: Redactor['redact']): unknown {
  return redacted(value, redact, (name) => name);
}

/** Like {@link redactTexts}, for an answer: its names of fields are from outside too. */
export function redactAnswer(
  answer: Readonly<Record<string, unknown>>,
  redact: Redactor['redact'],
): Readonly<Record<string, unknown>> {
  return fieldsOf(redacted(answer, redact, redact));
}

function redacted(value: unknown, redact: Redactor['redact'], redactName: Redactor['redact']): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) {
    const entries = value.map((entry: unknown) => redacted(entry, redact, redactName));
    return entries.every((entry, index) => entry === value[index]) ? value : entries;
  }
  if (!isMapping(value)) return value;
  let isChanged = false;
  const fields = Object.keys(value).map((name): [string, unknown] => {
    const field: [string, unknown] = [redactName(name), redacted(value[name], redact, redactName)];
    isChanged ||= field[0] !== name || field[1] !== value[name];
    return field;
  });
  return isChanged ? Object.fromEntries(fields) : value;
}
