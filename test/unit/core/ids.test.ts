import { expect, test } from '@jest/globals';
import { isSameScan, scanIdPattern } from '../../../src/core/ids.ts';

test.each([
  ['A-1', 'a-1', true],
  ['a-1', 'a-2', false],
])('that %s and %s are the same scan is %j', (one, other, isSame) => {
  expect(isSameScan(one, other)).toBe(isSame);
});

test('a scan id can go into a path', () => {
  const allowed = ['8c2b6c6e-5b0e-4c5e-9a5e-0a1b2c3d4e5f', 'a', '1:2~3'];
  const others = ['', '..', 'a/b', 'a?b', 'a#b', 'a b', '-a', 'é', 'a'.repeat(201), 'a\n'];
  expect([...allowed, ...others].filter((id) => scanIdPattern.test(id))).toEqual(allowed);
});
