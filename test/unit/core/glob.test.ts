import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { matchesGlob } from '../../../src/core/glob.ts';

/** Matches by a regular expression, which is correct but may be slow. */
function oracle(pattern: string, text: string): boolean {
  const source = pattern.split('').map((sign) => {
    if (sign === '*') return '[^]*';
    return sign === '?' ? '[^]' : sign.replace(/[$()+./[\\\]^{|}-]/g, '\\$&');
  });
  return new RegExp(`^${source.join('')}$`).test(text);
}

test.each([
  ['??', '😀', true],
  ['missing*', 'missing header', true],
  ['missing*', 'Missing header', false],
  ['missing*', 'a missing header', false],
  ['*a*b', 'aXbXb', true],
  ['*a*b', 'aXbX', false],
  ['a.c', 'abc', false],
])('that the glob %j matches %j is %j', (pattern, text, matches) => {
  expect(matchesGlob(pattern, text)).toBe(matches);
});

test('globs match as their regular expression does', () => {
  const signs = fc.constantFrom('a', 'b', 'B', '*', '?', '.', '😀', '\n', '[');
  const text = fc.array(signs, { maxLength: 8 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, text, (pattern, given) => {
      expect(matchesGlob(pattern, given)).toBe(oracle(pattern, given));
    }),
    { numRuns: 2000 },
  );
});

test('no text makes it try every way to match', () => {
  // A matcher that tries them all would never return.
  expect(matchesGlob(`${'*a'.repeat(50)}*b`, 'a'.repeat(1_000))).toBe(false);
});

test('a text of more than 1,000 characters is not read', () => {
  expect(['a'.repeat(1_000), 'a'.repeat(1_001)].map((text) => matchesGlob('a*', text))).toEqual([
    true,
    false,
  ]);
});
