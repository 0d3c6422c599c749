import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isPlainWords, percentDecoded } from '../../../src/core/text.ts';

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

test.each([
  ['a%20b', 'a b'],
  ['100%', '100%'],
  ['%E0%A4', '%E0%A4'],
])('percentDecoded gives %s as %s: an invalid encoding stays', (text, decoded) => {
  expect(percentDecoded(text)).toBe(decoded);
});
