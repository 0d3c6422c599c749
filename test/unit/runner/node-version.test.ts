import { expect, test } from '@jest/globals';
import { whyTooOld } from '../../../src/runner/node-version.ts';

test.each(['v24.0.0', 'v26.0.0-nightly', 'v100.0.0'])('%s can run the action', (version) => {
  expect(whyTooOld(version)).toBeNull();
});

test.each(['v22.21.0', 'v9.11.2'])('%s is too old, in one line', (version) => {
  expect(whyTooOld(version)).toBe(`Scan Gate needs Node.js 24 or newer. This is ${version}.`);
});
