import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { estimateTimeLeftMs, nextPauseMs, type ProgressSample } from '../../../src/scan/poll-schedule.ts';
import { hundredths } from '../../support/any-value.ts';

/** Progress that a service may report, including steps back and standstills. */
const trace: fc.Arbitrary<ProgressSample[]> = fc
  .array(
    fc.record({
      stepMs: fc.oneof(fc.constant(0), fc.nat(600_000)),
      percentage: fc.option(hundredths(120)),
    }),
    { maxLength: 30 },
  )
  .map((steps) => {
    let atMs = 0;
    return steps.map(({ stepMs, percentage }) => {
      atMs += stepMs;
      return { atMs, percentage };
    });
  });

describe('nextPauseMs', () => {
  test('is a whole number of milliseconds from two and a half seconds to half a minute, whatever was seen', () => {
    fc.assert(
      fc.property(trace, (seen) => {
        const pauseMs = nextPauseMs(seen);
        expect(Number.isInteger(pauseMs)).toBe(true);
        expect(pauseMs).toBeGreaterThanOrEqual(2_500);
        expect(pauseMs).toBeLessThanOrEqual(30_000);
        expect(estimateTimeLeftMs(seen) ?? 0).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 500 },
    );
  });

  test('is short at first, and at 100 per cent, where only the end date is missing', () => {
    expect(nextPauseMs([])).toBe(2_500);
    expect(nextPauseMs([{ atMs: 3_600_000, percentage: 100 }])).toBe(2_500);
    expect(nextPauseMs([{ atMs: 3_600_000, percentage: 101 }])).toBe(2_500);
  });

  test('grows with the time in the queue, or without progress', () => {
    const inQueue = (atMs: number) => nextPauseMs([{ atMs, percentage: null }]);
    expect([0, 20_000, 26_000, 100_000, 124_000, 3_600_000].map(inQueue)).toEqual([
      2_500, 2_500, 2_600, 10_000, 12_400, 12_500,
    ]);
    const still = [0, 60_000, 120_000].map((atMs) => ({ atMs, percentage: 40 }));
    expect(nextPauseMs(still)).toBe(12_000);
  });

  test('is a bit more than half of the estimated time left while the scan advances', () => {
    const half = [
      { atMs: 0, percentage: 0 },
      { atMs: 20_000, percentage: 50 },
    ];
    expect(estimateTimeLeftMs(half)).toBe(20_000);
    expect(nextPauseMs(half)).toBe(12_000);
  });

  test('notices the end of a steady scan within half a minute, and in few polls', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_000, max: 7_200_000 }), fc.nat(600_000), (scanMs, queueMs) => {
        const seen: ProgressSample[] = [];
        let atMs = 0;
        const percentageAt = (ms: number) =>
          ms < queueMs ? null : Math.min(100, (100 * (ms - queueMs)) / scanMs);
        while (percentageAt(atMs) !== 100) {
          seen.push({ atMs, percentage: percentageAt(atMs) });
          atMs += nextPauseMs(seen);
        }
        expect(atMs - (queueMs + scanMs)).toBeLessThanOrEqual(30_000);
        expect(seen.length).toBeLessThanOrEqual(60 + (queueMs + scanMs) / 30_000);
      }),
    );
  });
});

describe('estimateTimeLeftMs', () => {
  test('is unknown in the queue, after the first answer and without progress', () => {
    expect(estimateTimeLeftMs([])).toBeNull();
    expect(estimateTimeLeftMs([{ atMs: 5, percentage: null }])).toBeNull();
    expect(estimateTimeLeftMs([{ atMs: 5, percentage: 40 }])).toBeNull();
    expect(estimateTimeLeftMs([5, 10].map((atMs) => ({ atMs, percentage: 40 })))).toBeNull();
  });

  test('uses the recent speed, not that of the beginning', () => {
    const slowThenFast = [
      { atMs: 0, percentage: 0 },
      ...[1, 2, 3, 4, 5].map((step) => ({ atMs: 1_000_000 + step * 1000, percentage: 10 + step * 10 })),
    ];
    expect(estimateTimeLeftMs(slowThenFast)).toBe(4_000);
  });
});
