// For `scan-id.ts`; the tests of the input are called so.
import { expect, test } from '@jest/globals';
import { isSameScan, otherScanProblem } from '../../../src/scan/scan-id.ts';
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
  expect(problem).toEqual(got === null ? null : { kind: 'other-scan', expected: 'scan-1', got });
});
