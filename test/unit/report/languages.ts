/** What a text must have in common in both languages. */
import { expect } from '@jest/globals';
import type { Language } from '../../../src/core/say.ts';

/** Numbers, and names between backticks. */
function placeholders(text: string): string[] {
  return (text.match(/`[^`]*`|\d+/gu) ?? []).toSorted();
}

/** Expects both languages to say the same numbers and names, in other words. */
export function expectSame(say: (language: Language) => string): void {
  const [english, portuguese] = [say('en'), say('pt')];
  expect(english).not.toMatch(/^\s*$|\.\.|undefined|NaN| {2}/u);
  expect(portuguese).not.toMatch(/\.\.|undefined|NaN| {2}|\bfindings?\b/u);
  expect(portuguese).not.toBe(english);
  expect(placeholders(portuguese)).toEqual(placeholders(english));
}
