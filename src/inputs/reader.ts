/** Reads the inputs of the step, and collects what is wrong with them. */

import type { z } from 'zod';
import { SettingsError } from '../core/problem.ts';
import { expectedBySchema } from './expected-by-schema.ts';
import { maskUrlSecrets } from './target-url.ts';

/** Returns the text of an input, trimmed; empty when not given. */
export type InputLookup = (name: string) => string;

/** Inputs that are secrets: never quoted, and masked before anything else. */
export const secretInputs: readonly string[] = ['api-key', 'github-token', 'org-policy-token'];
/** Inputs that no error quotes: `preferences` may hold secrets too. */
const unquotedInputs: readonly string[] = [...secretInputs, 'preferences'];
const maxQuoteLength = 80;

/**
 * Reads inputs one by one and collects every mistake, so that one error can name them all. A wrong value reads as its
 * fallback.
 */
export type InputReader = ReturnType<typeof createInputReader>;

export function createInputReader(inputText: InputLookup) {
  const mistakes: string[] = [];
  const read = <T>(name: string, schema: z.ZodType<T>, fallback: NoInfer<T>): T => {
    const text = inputText(name);
    if (text === '') return fallback;
    const parsed = schema.safeParse(text, { error: expectedBySchema });
    if (parsed.success) return parsed.data;
    const quoted = unquotedInputs.includes(name) ? '***' : quote(text);
    mistakes.push(`\`${name}\` is ${quoted}, expected ${parsed.error.issues[0]?.message}`);
    return fallback;
  };
  return {
    text: inputText,
    /** The parsed value, or `fallback` when the input is empty. */
    read,
    /** The parsed value, or `null` when the input is empty. */
    readOptional: <T>(name: string, schema: z.ZodType<T>) => read<T | null>(name, schema, null),
    /** Adds a mistake that no schema reports. */
    addMistake: (mistake: string) => mistakes.push(mistake),
    /** Names every mistake so far; `null` if there is none. */
    error: () => {
      if (mistakes.length === 0) return null;
      const isOne = mistakes.length === 1;
      const title = isOne ? 'An input is wrong' : `${mistakes.length} inputs are wrong`;
      const remedy = `Correct ${isOne ? 'it' : 'them'} under \`with:\` in the workflow:`;
      return new SettingsError(`${title}. ${remedy}\n${listMistakes(mistakes)}`);
    },
  };
}

/** One mistake in each line. */
export function listMistakes(mistakes: readonly string[]): string {
  return mistakes.map((mistake) => `- ${mistake}`).join('\n');
}

/** The given value, shortened to one line, without the parts of a URL that may hold a secret. */
function quote(text: string): string {
  const line = maskUrlSecrets(text.replace(/\s+/g, ' '));
  return `\`${line.length > maxQuoteLength ? `${line.slice(0, maxQuoteLength)}…` : line}\``;
}
