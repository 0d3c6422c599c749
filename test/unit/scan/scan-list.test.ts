import { describe, expect, test } from '@jest/globals';
import { parseTarget } from '../../../src/inputs/target-url.ts';
import {
  cutOf,
  isSameTarget,
  lookUpTarget,
  preferencesAgree,
  readTrend,
  scansOfTarget,
  targetOfScan,
} from '../../../src/scan/scan-list.ts';
import { scanListSchema } from '../../../src/service/wire.ts';
import { listedClient } from './scripted-client.ts';

const list = scanListSchema.parse([
  {
    url: 'https://A.example/',
    scans: [{ id: 'old', startDate: 100, progress: 100, preferences: { xss: true } }],
  },
  { url: 'b.example', scans: [{ id: 'other', startDate: 900, progress: 50 }] },
  {
    url: 'http://a.example',
    scans: [
      { id: 'new', startDate: 300, progress: 99.9 },
      { id: 'waiting' },
      { id: 'middle', startDate: 200, progress: 100.0 },
    ],
  },
  { url: 'a.example/shop' },
]);
const { signal } = new AbortController();

describe('scansOfTarget', () => {
  test('finds the scans of the target in all its spellings, newest first, queued ones before them', () => {
    const scans = scansOfTarget(list, 'a.example');
    expect(scans.map(({ id }) => id)).toEqual(['waiting', 'new', 'middle', 'old']);
    expect(scans.map(({ startedAt }) => startedAt)).toEqual([null, 300_000, 200_000, 100_000]);
    expect(scans.map(({ finished }) => finished)).toEqual([false, false, true, true]);
    expect(scans.at(-1)?.preferences).toEqual({ xss: true });
  });

  test('finds none for a target that was never scanned', () => {
    expect(scansOfTarget(list, 'c.example')).toEqual([]);
    expect(scansOfTarget(list, 'a.example/shop')).toEqual([]);
    expect(scansOfTarget([], 'a.example')).toEqual([]);
  });
});

test('targetOfScan returns the target of a scan in the list, whatever the letter case', () => {
  expect(targetOfScan(list, 'middle')).toBe('http://a.example');
  expect(targetOfScan(list, 'MIDDLE')).toBe('http://a.example');
  expect(targetOfScan(list, 'none')).toBeNull();
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
  ])('compares host and port: %s, %s', (one, other, same) => {
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

describe('cutOf', () => {
  const scans = [{ id: 'one' }, { id: 'two' }];
  const cut = (...entries: readonly object[]) => cutOf(scanListSchema.parse(entries), 'a.example');

  test('says how many scans of the target are missing, over all its entries', () => {
    expect(cut({ url: 'a.example', total: 3 })).toEqual({ listed: 0, total: 3 });
    // A scan that cannot be read is missing too.
    expect(cut({ url: 'a.example', scans: [...scans, { id: 7 }], total: 3 })).toEqual({
      listed: 2,
      total: 3,
    });
    const entries = [
      { url: 'a.example', scans, total: 3 },
      { url: 'https://a.example/', scans: [{ id: 'three' }], total: 0 },
    ];
    expect(cut(...entries)).toEqual({ listed: 3, total: 4 });
  });

  test.each([2, 1, -5, '9', 2.5, null, undefined])('a total of %p cuts nothing', (total) => {
    expect(cut({ url: 'a.example', scans, total }, { url: 'b.example', scans, total: 9 })).toBeNull();
  });
});

describe('lookUpTarget', () => {
  const find = (url: string) => {
    const client = listedClient({ list: [{ url, scans: [{ id: 'ONE' }] }] });
    return lookUpTarget({ client, scanId: 'one', signal });
  };

  test('returns the target in the list', async () => {
    expect(await find('https://u:p@a.example/x?k=1')).toMatchObject({ shown: 'https://a.example/x' });
    const longest = `a.example/${'x'.repeat(1_990)}`;
    expect(await find(longest)).toMatchObject({ given: longest });
  });

  test.each(['', 'no url', 'ftp://a.example', `a.example/${'x'.repeat(1_991)}`])(
    'returns `null` for what is no URL, or would fill the log: %s',
    async (url) => {
      expect(await find(url)).toBeNull();
    },
  );
});

describe('preferencesAgree', () => {
  const given = { xss: true, crawler_options: { open_redirect: true } };

  test('is true for the same preferences, and if the service adds its own at any depth', () => {
    expect(preferencesAgree(given, given, 'differs')).toBe(true);
    const more = { scan_deep: 3, xss: true, crawler_options: { open_redirect: true, deep: false } };
    expect(preferencesAgree(given, more, 'differs')).toBe(true);
    expect(preferencesAgree({}, more, 'differs')).toBe(true);
  });

  test.each([
    { ...given, xss: false },
    { ...given, xss: 'true' },
    { ...given, crawler_options: { open_redirect: false } },
    { ...given, crawler_options: true },
  ])('is false if a given one has another value, at any depth: %j', (listed) => {
    expect(preferencesAgree(given, listed, 'agrees')).toBe(false);
  });

  test('treats a preference that the list lacks as `missing` says', () => {
    expect(preferencesAgree(given, { crawler_options: {} }, 'agrees')).toBe(true);
    expect(preferencesAgree(given, { ...given, crawler_options: {} }, 'differs')).toBe(false);
    expect(preferencesAgree({ constructor: 1 }, {}, 'differs')).toBe(false);
  });
});

describe('readTrend', () => {
  const url = 'https://shop.example';
  const scan = (id: string, startDate: number, severity?: string | null, progress = 100) => {
    return { id, startDate, progress, severity };
  };

  function trend(scans: readonly object[], given: string | null = url) {
    const list = [
      { url, scans },
      { url: 'https://other.example', scans: [scan('other', 150, 'critical')] },
    ];
    const parsed = parseTarget(given ?? '');
    const target = given !== null && parsed.ok ? parsed.value : null;
    return readTrend({ client: listedClient({ list }), target, scanId: 'two', signal });
  }

  test.each([
    ['given', url],
    ['looked up in the list for an attached scan', null],
  ])('returns the finished scans of the target, oldest first: %s', async (_how, given) => {
    const own = [scan('two', 200, 'high'), scan('one', 100, 'critical'), scan('three', 300, 'low', 40)];
    expect(await trend(own, given)).toEqual([
      { startedAt: 100_000, severity: 'critical' },
      { startedAt: 200_000, severity: 'high' },
    ]);
  });

  test('treats a missing or unknown severity as `null`', async () => {
    const points = await trend([scan('one', 1), scan('two', 2, null), scan('three', 3, 'apocalyptic')]);
    expect(points.map(({ severity }) => severity)).toEqual([null, null, null]);
  });

  test('returns the last twelve, and none with an impossible time', async () => {
    const many = Array.from({ length: 40 }, (_, index) => scan(`s${index}`, index + 1, 'low'));
    const points = await trend([...many, scan('far', 1e300, 'high'), scan('past', -5, 'high')]);
    expect(points).toHaveLength(12);
    expect(points.at(-1)).toEqual({ startedAt: 40_000, severity: 'low' });
  });
});
