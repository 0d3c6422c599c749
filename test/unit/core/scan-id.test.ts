// The scan ids of core/text.ts.
import { expect, test } from '@jest/globals';
import { isSameScan, scanIdPattern } from '../../../src/core/text.ts';

test.each([
  ['A-1', 'a-1', true],
  ['a-1', 'a-2', false],
])('that %s and %s are the same scan is %j', (one, other, isSame) => {
  expect(isSameScan(one, other)).toBe(isSame);
});

test.each(['8c2b6c6e-5b0e-4c5e-9a5e-0a1b2c3d4e5f', 'a', '1:2~3'])('%j may be a scan id', (id) => {
  expect(scanIdPattern.test(id)).toBe(true);
});

test.each(['', '.', '..', '../x', 'a/b', 'a?b', 'a#b', 'a b', '-a', 'é', 'a'.repeat(201), 'a\n'])(
  '%j is no scan id: it could change the path that it is put into',
  (id) => {
    expect(scanIdPattern.test(id)).toBe(false);
  },
);
