import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  compareSeverity,
  highestSeverity,
  parseSeverity,
  reaches,
  severities,
  severityOfScore,
  sumCounts,
  zeroCounts,
} from '../../../src/core/severity.ts';

const severity = fc.constantFrom(...severities);

test('the order of severities is critical, high, medium, low, warning', () => {
  expect(severities).toEqual(['critical', 'high', 'medium', 'low', 'warning']);
  expect([...severities].reverse().sort(compareSeverity)).toEqual([...severities]);
});

describe('reaches', () => {
  test('agrees with the order, and a worse severity reaches whatever a milder one reaches', () => {
    fc.assert(
      fc.property(severity, severity, severity, (a, b, threshold) => {
        expect(reaches(a, threshold)).toBe(compareSeverity(a, threshold) <= 0);
        if (compareSeverity(a, b) <= 0 && reaches(b, threshold)) expect(reaches(a, threshold)).toBe(true);
      }),
    );
  });

  test('is never true for `never`', () => {
    expect(severities.filter((one) => reaches(one, 'never'))).toEqual([]);
  });
});

describe('severityOfScore', () => {
  test.each([
    [10, 'critical'],
    [9, 'critical'],
    [8.9, 'high'],
    [7, 'high'],
    [6.9, 'medium'],
    [4, 'medium'],
    [3.9, 'low'],
    [0.1, 'low'],
    [0, 'warning'],
    [-0, 'warning'],
    [null, 'critical'],
    [Number.NaN, 'critical'],
    [-1, 'critical'],
  ] as const)('places %p as %s', (score, expected) => {
    expect(severityOfScore(score)).toBe(expected);
  });
});

test('parseSeverity takes the five words in any letter case, and nothing else', () => {
  const others = [' low', 'info', '', 'constructor', '__proto__', null, undefined, 3, ['high']];
  const named = [...severities, 'Critical', ...others].map(parseSeverity).filter((one) => one !== null);
  expect(named).toEqual([...severities, 'critical']);
});

describe('counts', () => {
  test.each([
    [{}, null],
    [{ critical: 1, low: 5 }, 'critical'],
    [{ medium: 1, low: 2 }, 'medium'],
    [{ warning: 1 }, 'warning'],
  ])('have the first severity above zero as their highest: %j', (some, highest) => {
    expect(highestSeverity({ ...zeroCounts, ...some })).toBe(highest);
  });

  test('are summed over all five severities', () => {
    expect(sumCounts({ critical: 1, high: 20, medium: 300, low: 4000, warning: 50_000 })).toBe(54_321);
    expect(sumCounts(zeroCounts)).toBe(0);
  });
});
