import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isPlainWords, plainText, quotableText, visibleText } from '../../../src/core/plain-text.ts';
import { anyText } from '../../support/any-text.ts';
import { hostile, runs } from '../../support/hostile/text.ts';

describe('plainText', () => {
  test('is one line without invisible characters, and not too long', () => {
    fc.assert(
      fc.property(fc.oneof(hostile, anyText()), fc.integer({ min: 1, max: 40 }), (text, max) => {
        const shown = plainText(text, max);
        expect(Array.from(shown).length).toBeLessThanOrEqual(max);
        expect(shown.isWellFormed()).toBe(true);
        expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
        expect(plainText(shown, max)).toBe(shown);
      }),
      runs,
    );
  });

  test.each([
    ['removes terminal sequences', '\u001b[31;1mred\u001b[0m \u001b]8;;http://a.b\u0007link', 'red link'],
    ['shows the text after an unfinished terminal sequence', '\u001b]8;;all after it', ']8;;all after it'],
    ['removes what turns text around or hides in it', 'a\u202eb\u2066c\u200bd\u{e0041}e\ufefff', 'abcdef'],
    ['cuts between code points', '😀'.repeat(21), `${'😀'.repeat(19)}…`],
  ])('%s', (_rule, text, shown) => {
    expect(plainText(text, 20)).toBe(shown);
  });

  test('leaves four combining marks on a letter', () => {
    expect(plainText(`a${'\u0301'.repeat(50)}`, 99)).toHaveLength(5);
  });

  test('takes megabytes of unfinished terminal sequences', () => {
    expect(plainText('\u001b]x'.repeat(2_000_000), 100).length).toBeLessThanOrEqual(100);
  });
});

test('quotableText has no backticks', () => {
  expect(quotableText('a`b``c', 50)).toBe("a'b''c");
});

test('plain words are printable ASCII with single spaces between them', () => {
  const anyText = fc.string({ unit: fc.constantFrom('a', ' ', '~', '!', '\n', '\u007f', 'é'), maxLength: 6 });
  fc.assert(
    fc.property(anyText, (text) => {
      expect(isPlainWords(text)).toBe(/^[!-~]+(?: [!-~]+)*$/.test(text));
    }),
    { numRuns: 1000 },
  );
});

test('megabytes of words are read as well', () => {
  const megabytes = (words: string) => words.repeat((16 * 2 ** 20) / words.length);
  for (const words of ['a ', 'ab cd ', 'x']) expect(isPlainWords(`${megabytes(words)}a`)).toBe(true);
  expect(isPlainWords(`${megabytes('a ')} a`)).toBe(false);
});

test('visibleText takes out what draws nothing, and keeps white space', () => {
  expect(visibleText('a\u200b\u00ad\u0000b\u001b[31mc\u001b]0;title\u0007d\u034f')).toBe('abcd');
  expect(visibleText('a\tb\nc\r\nd\u0085e')).toBe('a\tb\nc\r\nd\u0085e');
});
