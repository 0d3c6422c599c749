import { describe, expect, test } from '@jest/globals';
import {
  isSameTarget,
  newestRunningScan,
  preferencesAgree,
  scansOfTarget,
  targetAddressOf,
} from '../../../src/scan/scan-list.ts';
import { scanListSchema } from '../../../src/service/wire.ts';

const waiting = { id: 'waiting' };
const recent = { id: 'new', startDate: 300, progress: 99.9 };
const undated = { id: 'undated', progress: 100 };
const middle = { id: 'middle', startDate: 200, progress: 100.0 };
const old = { id: 'old', startDate: 100, progress: 100, preferences: { xss: true } };

const list = scanListSchema.parse([
  { url: 'https://A.example/', scans: [old] },
  { url: 'b.example', scans: [{ id: 'other', startDate: 900, progress: 50 }] },
  { url: 'http://a.example', scans: [recent, undated, waiting, middle] },
  { url: 'a.example/shop' },
]);

describe('scansOfTarget', () => {
  test('finds the scans of the target in all its spellings, newest first, queued ones before them and undated ones after them', () => {
    const scans = scansOfTarget(list, 'a.example');
    expect(scans.map(({ id }) => id)).toEqual(['waiting', 'new', 'middle', 'old', 'undated']);
    expect(scans.map(({ startedAt }) => startedAt)).toEqual([null, 300_000, 200_000, 100_000, null]);
    expect(scans.map(({ isAtFullProgress: finished }) => finished)).toEqual([false, false, true, true, true]);
    expect(scans.at(-2)?.preferences).toEqual({ xss: true });
  });

  test('finds none for a target that was never scanned', () => {
    for (const url of ['c.example', 'a.example/shop']) expect(scansOfTarget(list, url)).toEqual([]);
    expect(scansOfTarget([], 'a.example')).toEqual([]);
  });
});

test.each([
  [{ since: 0, preferences: {} }, 'first'],
  [{ since: 400_000, preferences: {} }, 'first'],
  [{ since: 400_001, preferences: {} }, undefined],
  [{ since: 0, preferences: { xss: true } }, 'second'],
])('newestRunningScan is never finished, of another target, without a date, or too old: %j', (wanted, id) => {
  const finished = { id: 'finished', startDate: 500, progress: 100 };
  const second = { id: 'second', startDate: 300, progress: 99, preferences: { xss: true } };
  const first = { id: 'first', startDate: 400, progress: 10, preferences: { xss: false } };
  const other = { url: 'b.example', scans: [{ id: 'other', startDate: 900, progress: 50 }] };
  const scans = [{ id: 'undated', progress: 0 }, finished, second, first];
  const running = scanListSchema.parse([{ url: 'a.example', scans }, other]);
  expect(newestRunningScan(running, 'https://a.example', wanted)?.id).toBe(id);
});

test('targetAddressOf returns the target of a scan in the list, whatever the letter case', () => {
  expect(targetAddressOf(list, 'middle')).toBe('http://a.example');
  expect(targetAddressOf(list, 'MIDDLE')).toBe('http://a.example');
  expect(targetAddressOf(list, 'none')).toBeNull();
});

describe('a list of bare hosts', () => {
  const listOf = (...urls: readonly string[]) => scanListSchema.parse(urls.map((url) => ({ url })));
  const bare = listOf('A.example', 'a.example/', 'b.example:443', 'localhost:3000');

  test.each([
    ['a.example', 'https://A.example/shop?x=1', true],
    ['http://a.example?x=1', 'a.example/', true],
    ['a.example/', 'https://a.example:443/shop', true],
    ['b.example:443', 'http://b.example/shop', true],
    ['localhost:3000/shop', 'http://localhost:3000', true],
    ['b.example:443', 'http://b.example:8443/shop', false],
    ['localhost:3000', 'localhost', false],
    ['a.example/shop', 'b.example/shop', false],
  ])('compares %s and %s by host and port alone: %j', (one, other, same) => {
    expect(isSameTarget(bare, one, other)).toBe(same);
  });

  test.each([
    ['that has an entry with a scheme', listOf('a.example', 'https://c.example')],
    ['that has one with a path', listOf('c.example/shop', 'a.example')],
    ['that has one with a query', listOf('a.example', 'c.example?x=1')],
    ['without entries', []],
  ])('%s compares the whole target', (_which, whole) => {
    expect(isSameTarget(whole, 'a.example/shop', 'https://A.example/shop/')).toBe(true);
    expect(isSameTarget(whole, 'a.example', 'a.example/shop')).toBe(false);
  });
});

describe('preferencesAgree', () => {
  const given = { xss: true, crawler_options: { open_redirect: true } };

  test('is true for the same preferences, and if the service adds its own or leaves some out, at any depth', () => {
    expect(preferencesAgree(given, given)).toBe(true);
    const more = { scan_deep: 3, xss: true, crawler_options: { open_redirect: true, deep: false } };
    expect(preferencesAgree(given, more)).toBe(true);
    expect(preferencesAgree({}, more)).toBe(true);
    expect(preferencesAgree(given, { crawler_options: {} })).toBe(true);
    expect(preferencesAgree({ constructor: 1 }, {})).toBe(true);
  });

  test.each([
    { ...given, xss: false },
    { ...given, xss: 'true' },
    { ...given, crawler_options: { open_redirect: false } },
    { ...given, crawler_options: true },
  ])('is false if a given one has another value, at any depth: %j', (listed) => {
    expect(preferencesAgree(given, listed)).toBe(false);
  });
});
