import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { matchesGlob } from '../../../src/core/glob.ts';

/** The same by a regular expression, which is right and may be slow. */
function oracle(pattern: string, text: string): boolean {
  const source = Array.from(pattern.toLowerCase(), (sign) => {
    if (sign === '*') return '[^]*';
    return sign === '?' ? '[^]' : sign.replace(/[$()+./[\\\]^{|}-]/g, '\\$&');
  });
  return new RegExp(`^${source.join('')}$`, 'v').test(text.toLowerCase());
}

test.each([
  ['*', '', true],
  ['', '', true],
  ['', 'a', false],
  ['?', '', false],
  ['?', '😀', true],
  ['missing*', 'Missing header', true],
  ['missing*', 'A missing header', false],
  ['*header', 'Missing HEADER', true],
  ['*a*b', 'aXbXb', true],
  ['*a*b', 'aXbX', false],
  ['a.c', 'abc', false],
  ['(a|b)+', '(a|b)+', true],
  ['**?', 'x', true],
])('the glob %j on %j: %j', (pattern, text, matches) => {
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

test('no name holds the gate up: the work grows with the lengths, not with the ways to match', () => {
  const pattern = `${'*a'.repeat(50)}*b`;
  const startedAt = performance.now();
  expect(matchesGlob(pattern, 'a'.repeat(20_000))).toBe(false);
  // A matcher that tries every way would not come back within the age of the world.
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});
