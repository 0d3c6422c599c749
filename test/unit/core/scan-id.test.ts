import { expect, test } from '@jest/globals';
import { isSameScan, scanIdPattern } from '../../../src/core/scan-id.ts';

test('isSameScan compares without letter case', () => {
  expect(isSameScan('A-1', 'a-1')).toBe(true);
  expect(isSameScan('a-1', 'a-2')).toBe(false);
});

test('a scan id cannot change the path that it is put into', () => {
  for (const id of ['8c2b6c6e-5b0e-4c5e-9a5e-0a1b2c3d4e5f', 'a', '1:2~3'])
    expect(scanIdPattern.test(id)).toBe(true);
  for (const id of ['', '.', '..', '../x', 'a/b', 'a?b', 'a#b', 'a b', '-a', 'é', 'a'.repeat(201), 'a\n'])
    expect(scanIdPattern.test(id)).toBe(false);
});
