import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  compareSeverity,
  highestSeverity,
  isSeverity,
  noFindings,
  reaches,
  severities,
  severityOfScore,
  sumCounts,
} from '../../../src/core/severity.ts';

const severity = fc.constantFrom(...severities);

describe('the order of severities', () => {
  test('is critical, high, medium, low, warning', () => {
    expect(severities).toEqual(['critical', 'high', 'medium', 'low', 'warning']);
    expect([...severities].reverse().sort(compareSeverity)).toEqual([...severities]);
  });
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
    expect(severities.map((one) => reaches(one, 'never'))).toEqual([false, false, false, false, false]);
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

describe('isSeverity', () => {
  test('accepts the five words exactly as the service spells them', () => {
    expect([...severities].every(isSeverity)).toBe(true);
    for (const other of [
      'Critical',
      'HIGH',
      ' low',
      'info',
      '',
      'constructor',
      '__proto__',
      null,
      undefined,
      3,
      ['high'],
    ]) {
      expect(isSeverity(other)).toBe(false);
    }
  });
});

describe('counts', () => {
  const counts = fc.record({
    critical: fc.nat(1000),
    high: fc.nat(1000),
    medium: fc.nat(1000),
    low: fc.nat(1000),
    warning: fc.nat(1000),
  });

  test('have the first severity above zero as their highest', () => {
    expect(highestSeverity(noFindings)).toBeNull();
    fc.assert(
      fc.property(counts, (given) => {
        const highest = highestSeverity(given);
        const present = severities.filter((one) => given[one] > 0);
        expect(highest).toBe(present[0] ?? null);
      }),
    );
  });

  test('are summed over all five severities', () => {
    expect(sumCounts({ critical: 1, high: 20, medium: 300, low: 4000, warning: 50_000 })).toBe(54_321);
    expect(sumCounts(noFindings)).toBe(0);
  });
});
