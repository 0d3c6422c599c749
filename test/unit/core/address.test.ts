import { expect, test } from '@jest/globals';
import { percentDecoded } from '../../../src/core/address.ts';

test.each([
  ['a%20b', 'a b'],
  ['100%', '100%'],
  ['%E0%A4', '%E0%A4'],
])('percentDecoded gives %s as %s: an invalid encoding stays', (text, decoded) => {
  expect(percentDecoded(text)).toBe(decoded);
});
