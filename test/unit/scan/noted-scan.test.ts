import { expect, test } from '@jest/globals';
import { fullSha, scanDigest } from '../../../src/scan/noted-scan.ts';

test('scanDigest ignores letter case, and does not show the id', () => {
  expect(scanDigest('Scan-1')).toBe(scanDigest('scan-1'));
  expect(scanDigest('scan-1')).not.toBe(scanDigest('scan-2'));
  // Comments of earlier versions hold it.
  expect(scanDigest('scan-1')).toBe('c86371049302a4bf');
});

test('fullSha takes a whole commit only', () => {
  expect(fullSha('A'.repeat(40))).toBe('a'.repeat(40));
  expect(fullSha('b'.repeat(64))).toBe('b'.repeat(64));
  for (const sha of ['abcdef1', 'a'.repeat(41), 'g'.repeat(40), '']) expect(fullSha(sha)).toBeNull();
});
