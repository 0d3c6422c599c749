import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { charactersOf, matchesGlob } from '../../../src/core/glob.ts';

/** Matches by a regular expression, which is correct but may be slow. */
function oracle(pattern: string, text: string): boolean {
  const source = Array.from(pattern.toLowerCase(), (sign) => {
    if (sign === '*') return '[^]*';
    return sign === '?' ? '[^]' : sign.replace(/[$()+./[\\\]^{|}-]/g, '\\$&');
  });
  return new RegExp(`^${source.join('')}$`, 'v').test(text.toLowerCase());
}

const globMatches = (pattern: string, text: string) => matchesGlob(charactersOf(pattern), charactersOf(text));

test.each([
  ['?', '😀', true],
  ['missing*', 'Missing header', true],
  ['missing*', 'A missing header', false],
  ['*a*b', 'aXbXb', true],
  ['*a*b', 'aXbX', false],
  ['a.c', 'abc', false],
])('that the glob %j matches %j is %j', (pattern, text, matches) => {
  expect(globMatches(pattern, text)).toBe(matches);
});

test('globs match as their regular expression does', () => {
  const signs = fc.constantFrom('a', 'b', 'B', '*', '?', '.', '😀', '\n', '[');
  const text = fc.array(signs, { maxLength: 8 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, text, (pattern, given) => {
      expect(globMatches(pattern, given)).toBe(oracle(pattern, given));
    }),
    { numRuns: 2000 },
  );
});

test('no name makes it try every way to match', () => {
  // A matcher that tries them all would never return.
  expect(globMatches(`${'*a'.repeat(50)}*b`, 'a'.repeat(20_000))).toBe(false);
});
