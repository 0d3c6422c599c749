import { expect, test } from '@jest/globals';
import { isoDay, isoTime, readRetryAfter, readTime, shownDuration } from '../../../src/core/time.ts';

test.each([
  [0, '0 s'],
  [Number.NaN, '0 s'],
  [850, '0 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [725_000, '12 min 5 s'],
  [3_605_000, '1 h'],
  [3_900_000, '1 h 5 min'],
  [90_000_000, '25 h'],
])('%d ms is shown as %s', (durationMs, text) => {
  expect(shownDuration(durationMs)).toBe(text);
});

/** The last second of a month in UTC. */
const lastSecondMs = Date.UTC(2026, 1, 28, 23, 59, 59);

test('isoDay gives the day in UTC', () => {
  expect(isoDay(lastSecondMs)).toBe('2026-02-28');
  expect(isoDay(lastSecondMs + 1_000)).toBe('2026-03-01');
});

test.each([
  [lastSecondMs, '2026-02-28T23:59:59.000Z'],
  [Date.UTC(9999, 11, 31), '9999-12-31T00:00:00.000Z'],
  [Date.UTC(10_000, 0, 1), null],
  [Date.UTC(-1, 0, 1), null],
  [8.64e15 + 1, null],
  [null, null],
])('isoTime gives a time with a year of four digits: %j', (timeMs, text) => {
  expect(isoTime(timeMs)).toBe(text);
});

test.each([
  ['2026-02-28T23:59:59Z', lastSecondMs],
  ['2026-02-28T23:59:59', lastSecondMs],
  ['2026-02-28 23:59:59.000', lastSecondMs],
  ['2026-02-28T20:59:59-03:00', lastSecondMs],
  ['2026-02-28 20:59:59-03', lastSecondMs],
  ['2026-02-28 11:59:59 PM', null],
  ['2026-02-28', Date.UTC(2026, 1, 28)],
  ['soon', null],
  ['2026', null],
  [lastSecondMs, null],
])('readTime reads a date in text, and nothing else: %j', (value, timeMs) => {
  expect(readTime(value)).toBe(timeMs);
});

test.each([
  ['0', 0],
  ['5', 5_000],
  ['Thu, 01 Jan 1970 00:00:09 GMT', 8_000],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ['9'.repeat(400), null],
  ['soon', null],
  ['1.5', null],
  ['-5', null],
  ['5;', null],
  ['', null],
  [undefined, null],
])('Retry-After %j is %j ms, a second after the epoch', (value, afterMs) => {
  expect(readRetryAfter(value, 1_000)).toBe(afterMs);
});
