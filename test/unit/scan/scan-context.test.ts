import { expect, test } from '@jest/globals';
import { withOriginalTexts } from '../../../src/core/classified-text.ts';
import { otherScanProblem } from '../../../src/scan/scan-context.ts';
import { scanResultSchema } from '../../../src/service/wire.ts';

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
  expect(withOriginalTexts(problem)).toEqual(
    got === null ? null : { kind: 'other-scan', expected: 'scan-1', got },
  );
});
