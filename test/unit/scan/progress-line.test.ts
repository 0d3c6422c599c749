import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { progressLine } from '../../../src/scan/progress-line.ts';
import { anyJson } from '../gate/arbitraries.ts';

describe('progressLine', () => {
  test('tells bar, percentage, time, estimate and findings', () => {
    const sightings = [
      { atMs: 0, percentage: 0 },
      { atMs: 60_000, percentage: 42.4 },
    ];
    expect(progressLine(sightings, { critical: 1, high: 0, low: 3, warning: 2 })).toBe(
      '[########............]  42 %  1 min elapsed, about 1 min 21 s left, so far 1 critical, 3 low, 2 warnings',
    );
  });

  test('tells the queue, and that nothing is known of the rest at first', () => {
    expect(progressLine([{ atMs: 5_000, percentage: null }], null)).toBe(
      "Waiting in the service's queue, 5 s elapsed",
    );
    expect(progressLine([{ atMs: 5_000, percentage: 10 }], null)).toBe(
      '[##..................]  10 %  5 s elapsed',
    );
    expect(progressLine([{ atMs: 5_000, percentage: 10 }], { warning: 1 })).toMatch(/, so far 1 warning$/);
    expect(progressLine([{ atMs: 5_000, percentage: 10 }], { HIGH: 1, high: 2 })).toMatch(/, so far 3 high$/);
    expect(progressLine([], null)).toBe('');
  });

  test.each([
    [0, 0],
    [4.99, 0],
    [5, 1],
    [99.99, 19],
    [100, 20],
    [999, 20],
  ])('has a bar of twenty characters: %d %% fill %d', (percentage, full) => {
    const bar = `[${'#'.repeat(full)}${'.'.repeat(20 - full)}]`;
    expect(progressLine([{ atMs: 1, percentage }], null).startsWith(bar)).toBe(true);
  });

  test('repeats nothing of a summary but counts of the five severities', () => {
    fc.assert(
      fc.property(anyJson, (summary) => {
        const line = progressLine([{ atMs: 1, percentage: 50 }], summary);
        expect(line).toMatch(
          /elapsed(?:, so far \d\S* (?:critical|high|medium|low|warnings?)(?:, \d\S* (?:high|medium|low|warnings?))*)?$/,
        );
      }),
    );
  });
});
