/** Removes secrets from texts, in every form in which they may come back. */

import { visibleText, withoutTags } from '../core/foreign-text.ts';
import type { Redactor } from '../core/ports.ts';
import { isMapping, isPlainWords } from '../core/text.ts';
import { mayHoldEscapes, plainPattern, spellingPattern } from './spellings.ts';

/** In characters. A shorter text is not a secret: removing it would make every text unreadable. */
const minSecretLength = 4;

export function createRedactor(): Redactor {
  const secrets = new Set<string>();
  let patterns: SecretPatterns | null = null;
  const replaceIn = (text: string) => {
    patterns ??= patternsOf(secrets);
    return text.replace(mayHoldEscapes(text) ? patterns.spelled : patterns.plain, '***');
  };
  return {
    add: (secret) => {
      if (secret.length < minSecretLength || secrets.has(secret)) return;
      secrets.add(secret);
      patterns = null;
    },
    redact: (text) => {
      if (secrets.size === 0 || text.length < minSecretLength) return text;
      let redacted = replaceIn(text);
      if (isPlainWords(redacted) && !/[<`]/.test(redacted)) return redacted;
      for (const shownWithout of [withoutUnseen, withoutTags]) {
        const shown = shownWithout(redacted);
        const redactedShown = shown === redacted ? shown : replaceIn(shown);
        if (redactedShown !== shown) redacted = redactedShown;
      }
      return redacted;
    },
  };
}

/** Reports show a text without what draws nothing, and the log without backticks: a secret may be whole then. */
function withoutUnseen(text: string): string {
  return visibleText(text).replaceAll('`', '');
}

interface SecretPatterns {
  readonly plain: RegExp;
  /** Takes longer. */
  readonly spelled: RegExp;
}

function patternsOf(secrets: ReadonlySet<string>): SecretPatterns {
  // The longest first: a shorter one may be a part of it, and the rest of the longer one would stay.
  const longestFirst = [...secrets].sort((a, b) => b.length - a.length);
  const anyOf = (pattern: (secret: string) => string) => new RegExp(longestFirst.map(pattern).join('|'), 'g');
  return { plain: anyOf(plainPattern), spelled: anyOf(spellingPattern) };
}

/**
 * `value` with every text in it redacted, names of fields included. What holds no secret is returned as it is, and not
 * copied.
 */
export function redactTexts<T>(value: T, redact: Redactor['redact']): T;
export function redactTexts(value: unknown, redact: Redactor['redact']): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) {
    const entries = value.map((entry: unknown) => redactTexts(entry, redact));
    return entries.every((entry, index) => entry === value[index]) ? value : entries;
  }
  if (!isMapping(value)) return value;
  let isChanged = false;
  const fields = Object.keys(value).map((name): [string, unknown] => {
    const field: [string, unknown] = [redact(name), redactTexts(value[name], redact)];
    isChanged ||= field[0] !== name || field[1] !== value[name];
    return field;
  });
  return isChanged ? Object.fromEntries(fields) : value;
}
