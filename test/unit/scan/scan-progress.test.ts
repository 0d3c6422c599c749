import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { noFindings } from '../../../src/core/severity.ts';
import { countsSoFar, progressLine, type ScanProgress } from '../../../src/scan/scan-progress.ts';
import { anyJson } from '../gate/arbitraries.ts';

function line(changes: Partial<ScanProgress>): string {
  return progressLine({ percentage: 10, elapsedMs: 5_000, timeLeftMs: null, counts: noFindings, ...changes });
}

describe('progressLine', () => {
  test('tells bar, percentage, time, estimate and findings', () => {
    const counts = { ...noFindings, critical: 1, low: 3, warning: 2 };
    expect(line({ percentage: 42.4, elapsedMs: 60_000, timeLeftMs: 81_000, counts })).toBe(
      '[########............]  42 %  1 min elapsed, about 1 min 21 s left, so far 1 critical, 3 low, 2 warnings',
    );
  });

  test('tells the queue, and that nothing is known of the rest at first', () => {
    const queued = line({ percentage: null, counts: null });
    expect(queued).toBe("Waiting in the service's queue, 5 s elapsed");
    expect(line({})).toBe('[##..................]  10 %  5 s elapsed');
    expect(line({ counts: { ...noFindings, warning: 1 } })).toMatch(/, so far 1 warning$/);
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
    expect(line({ percentage }).startsWith(bar)).toBe(true);
  });
});

describe('countsSoFar', () => {
  test('adds what differs in letter case only', () => {
    expect(countsSoFar({ HIGH: 1, high: 2 })).toEqual({ ...noFindings, high: 3 });
  });

  test('has nothing of a summary but counts of the five severities', () => {
    fc.assert(
      fc.property(anyJson, (summary) => {
        const counts = countsSoFar(summary);
        expect(Object.keys(counts)).toEqual(Object.keys(noFindings));
        expect(Object.values(counts).every((count) => typeof count === 'number' && count >= 0)).toBe(true);
      }),
    );
  });
});
