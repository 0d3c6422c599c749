import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { plain, quotable } from '../../../src/report/markdown/escape.ts';
import { anyCharacter } from '../../support/any-text.ts';
import { hostile, runs } from './hostile-text.ts';

describe('plain', () => {
  test('is one line without what cannot be seen, and not too long', () => {
    fc.assert(
      fc.property(
        fc.oneof(hostile, fc.string({ unit: anyCharacter })),
        fc.integer({ min: 1, max: 40 }),
        (text, max) => {
          const shown = plain(text, max);
          expect(Array.from(shown).length).toBeLessThanOrEqual(max);
          expect(shown.isWellFormed()).toBe(true);
          expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
          expect(plain(shown, max)).toBe(shown);
        },
      ),
      runs,
    );
  });

  test('removes whole terminal sequences, not only their first character', () => {
    expect(plain('\u001b[31;1mred\u001b[0m \u001b]8;;http://a.b\u0007link\u001b]8;;\u0007', 50)).toBe(
      'red link',
    );
  });

  test('shows text behind an unfinished terminal sequence', () => {
    expect(plain('\u001b]8;;everything after it', 50)).toBe(']8;;everything after it');
  });

  test('removes what turns the direction of text around or hides in it', () => {
    expect(plain('a\u202eb\u2066c\u200bd\u{e0041}e\ufefff', 50)).toBe('abcdef');
  });

  test('cuts between code points', () => {
    expect(plain('😀😀😀', 2)).toBe('😀…');
  });

  test('flattens piles of combining marks', () => {
    expect(plain(`a${'\u0301'.repeat(50)}`, 99)).toHaveLength(5);
  });

  test('needs no time for megabytes', () => {
    const start = performance.now();
    expect(plain('\u001b]x'.repeat(2_000_000), 100).length).toBeLessThanOrEqual(100);
    expect(performance.now() - start).toBeLessThan(500);
  });

  test('quotable has no backticks', () => {
    expect(quotable('a`b``c', 50)).toBe("a'b''c");
  });
});
