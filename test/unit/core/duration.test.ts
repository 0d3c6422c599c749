import { expect, test } from '@jest/globals';
import { shownDuration } from '../../../src/core/duration.ts';

test.each([
  [0, '0 s'],
  [-5, '0 s'],
  [Number.NaN, '0 s'],
  [850, '850 ms'],
  [45_400, '45 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [130_000, '2 min 10 s'],
  [725_000, '12 min 5 s'],
  [3_780_000, '1 h 3 min'],
  [3_900_000, '1 h 5 min'],
  [90_000_000, '25 h'],
])('%d ms is shown as %s', (durationMs, text) => {
  expect(shownDuration(durationMs)).toBe(text);
});
