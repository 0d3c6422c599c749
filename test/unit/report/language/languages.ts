/** What a text must have in common in both languages. */
import { expect } from '@jest/globals';
import { en, pt, type Texts } from '../../../../src/report/language/texts.ts';

/** Numbers, and names between backticks. */
export function placeholders(text: string): string[] {
  return (text.match(/`[^`]*`|\d+/gu) ?? []).toSorted();
}

/** Expects a text of both languages to have the same numbers and names. */
export function expectSame(say: (texts: Texts) => string): void {
  const [english, portuguese] = [say(en), say(pt)];
  expect(english).not.toBe('');
  expect(placeholders(portuguese)).toEqual(placeholders(english));
}
