// For `scan-id.ts` and `scan-tie.ts`.

import { expect, test } from '@jest/globals';
import { asGiven } from '../../../src/core/outside.ts';
import { isSameScan, otherScanProblem } from '../../../src/scan/scan-id.ts';
import { fullSha, scanDigest } from '../../../src/scan/scan-tie.ts';
import { scanResultSchema } from '../../../src/service/schema.ts';

test('isSameScan compares without letter case', () => {
  expect(isSameScan('A-1', 'a-1')).toBe(true);
  expect(isSameScan('a-1', 'a-2')).toBe(false);
});

test.each([
  ['scan-1', null],
  ['SCAN-1', null],
  [undefined, null],
  [null, null],
  ['', null],
  ['scan-2', 'scan-2'],
  [7, '7'],
  [false, 'false'],
  [['scan-1'], '["scan-1"]'],
  ['x'.repeat(5_000), 'x'.repeat(1_000)],
])('a result with the id %j is of another scan than scan-1: %j', (identificator, got) => {
  const problem = otherScanProblem(scanResultSchema.parse({ identificator }), 'scan-1');
  expect(asGiven(problem)).toEqual(got === null ? null : { kind: 'other-scan', expected: 'scan-1', got });
});

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
