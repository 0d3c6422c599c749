import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseTarget, targetIdentity } from '../../../src/inputs/target-url.ts';
import {
  cutOf,
  isSameTarget,
  lookUpTarget,
  preferencesAgree,
  readTrend,
  scansOfTarget,
  targetOfScan,
} from '../../../src/scan/scan-list.ts';
import { scanListSchema } from '../../../src/service/schema.ts';
import { listedClient } from './scripted-list.ts';

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
      { id: 'waiting', progress: 0 },
      { id: 'middle', startDate: 200, progress: 100.0 },
    ],
  },
  { url: 'a.example/shop' },
]);

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
  const hosts = fc.constantFrom('a.example', 'A.example', 'b.example', 'b.example:8443', 'localhost:3000');
  const targets = fc
    .tuple(
      fc.constantFrom('', 'http://', 'https://'),
      hosts,
      fc.constantFrom('', '/', '/shop', '/shop?x=1', '?x=1'),
    )
    .map(([scheme, host, rest]) => ({ host, text: `${scheme}${host}${rest}` }));
  const listOf = (urls: readonly string[]) => scanListSchema.parse(urls.map((url) => ({ url })));

  test('compares host and port', () => {
    fc.assert(
      fc.property(fc.array(hosts, { minLength: 1 }), targets, targets, (urls, one, other) => {
        const sameHost = one.host.toLowerCase() === other.host.toLowerCase();
        expect(isSameTarget(listOf(urls), one.text, other.text)).toBe(sameHost);
      }),
    );
  });

  test('that has one entry with a scheme or a path compares the whole target', () => {
    const whole = fc.constantFrom('https://c.example', 'c.example/shop', 'c.example?x=1');
    fc.assert(
      fc.property(fc.array(hosts), whole, targets, targets, (urls, other, one, two) => {
        const same = targetIdentity(one.text) === targetIdentity(two.text);
        expect(isSameTarget(listOf([...urls, other]), one.text, two.text)).toBe(same);
        expect(isSameTarget([], one.text, two.text)).toBe(same);
      }),
    );
  });

  test('leaves out the default ports, and a trailing slash of an entry', () => {
    const bare = listOf(['a.example/', 'b.example:443']);
    expect(isSameTarget(bare, 'a.example/', 'https://a.example:443/shop')).toBe(true);
    expect(isSameTarget(bare, 'b.example:443', 'http://b.example/shop')).toBe(true);
    expect(isSameTarget(bare, 'b.example:443', 'http://b.example:8443/shop')).toBe(false);
  });

  test('has the scans of a target with a path', () => {
    const bare = scanListSchema.parse([{ url: 'a.example', scans: [{ id: 'one', startDate: 1 }] }]);
    expect(scansOfTarget(bare, 'https://a.example/shop').map(({ id }) => id)).toEqual(['one']);
  });
});

describe('cutOf', () => {
  const scans = [{ id: 'one' }, { id: 'two' }];
  const cut = (...entries: readonly object[]) => cutOf(scanListSchema.parse(entries), 'a.example');

  test('says how many scans of the target are missing, over all its entries', () => {
    expect(cut({ url: 'a.example', scans, total: 9 })).toEqual({ listed: 2, total: 9 });
    expect(cut({ url: 'a.example', total: 3 })).toEqual({ listed: 0, total: 3 });
    const entries = [
      { url: 'a.example', scans, total: 3 },
      { url: 'https://a.example/', scans: [{ id: 'three' }], total: 0 },
    ];
    expect(cut(...entries)).toEqual({ listed: 3, total: 4 });
  });

  test('counts a scan that cannot be read as missing', () => {
    expect(cut({ url: 'a.example', scans: [...scans, { id: 7 }], total: 3 })).toEqual({
      listed: 2,
      total: 3,
    });
  });

  test.each([2, 1, 0, -5, '9', 2.5, null, undefined])('a total of %p cuts nothing', (total) => {
    expect(cut({ url: 'a.example', scans, total }, { url: 'b.example', scans, total: 9 })).toBeNull();
  });
});

describe('lookUpTarget', () => {
  const { signal } = new AbortController();
  const find = (list: readonly object[] | number) =>
    lookUpTarget({ client: listedClient({ list, scans: {} }), scanId: 'one', signal });

  test('returns the target in the list, or `null`', async () => {
    const scans = [{ id: 'ONE' }];
    expect(await find([{ url: 'https://u:p@a.example/x?k=1', scans }])).toMatchObject({
      shown: 'https://a.example/x',
    });
    for (const url of ['', 'no url', 'ftp://a.example', `a.example/${'x'.repeat(2_000)}`])
      expect(await find([{ url, scans }])).toBeNull();
    expect(await find([])).toBeNull();
  });

  test('fails if the list cannot be read', async () => {
    await expect(find(403)).rejects.toMatchObject({ problem: { kind: 'service', endpoint: 'list' } });
  });
});

describe('preferencesAgree', () => {
  const preferences = fc.dictionary(
    fc.stringMatching(/^[a-z_]{1,6}$/),
    fc.oneof(fc.boolean(), fc.nat(5), fc.constantFrom('full', 'fast'), fc.record({ deep: fc.boolean() })),
  );

  test('is true for the same preferences, and if the service adds its own', () => {
    fc.assert(
      fc.property(preferences, preferences, (given, defaults) => {
        expect(preferencesAgree(given, given, 'differs')).toBe(true);
        expect(preferencesAgree(given, { ...defaults, ...given }, 'differs')).toBe(true);
        expect(preferencesAgree({}, defaults, 'differs')).toBe(true);
      }),
    );
  });

  test('is false if a given one has another value, at any depth', () => {
    expect(preferencesAgree({ xss: true }, { xss: false }, 'agrees')).toBe(false);
    expect(preferencesAgree({ scan_deep: 3 }, { scan_deep: '3' }, 'agrees')).toBe(false);
    const given = { crawler_options: { open_redirect: true } };
    expect(preferencesAgree(given, { crawler_options: { open_redirect: false } }, 'agrees')).toBe(false);
    expect(preferencesAgree(given, { crawler_options: true }, 'agrees')).toBe(false);
    expect(
      preferencesAgree(
        given,
        { crawler_options: { open_redirect: true, backdoor_detection: false } },
        'differs',
      ),
    ).toBe(true);
  });

  test('treats a preference that the list lacks as `missing` says', () => {
    expect(preferencesAgree({ xss: true }, {}, 'agrees')).toBe(true);
    expect(preferencesAgree({ xss: true }, {}, 'differs')).toBe(false);
    expect(preferencesAgree({ constructor: 1 }, {}, 'differs')).toBe(false);
  });
});

describe('readTrend', () => {
  const { signal } = new AbortController();
  const url = 'https://shop.example';
  const entry = (scans: readonly object[], of = url) => ({ url: of, scans, total: scans.length });
  const scan = (id: string, startDate: number, severity?: string | null, progress = 100) => ({
    ...{ id, startDate, progress, preferences: {}, subdomains: null },
    ...(severity === undefined ? {} : { severity }),
  });

  function trend(list: readonly object[] | number, given: string | null = url) {
    const parsed = parseTarget(given ?? '');
    const target = given !== null && parsed.ok ? parsed.value : null;
    return readTrend({ client: listedClient({ list, scans: {} }), target, scanId: 'two', signal });
  }

  test('returns the finished scans of the target, oldest first', async () => {
    const own = [scan('two', 200, 'high'), scan('one', 100, 'critical'), scan('three', 300, 'low', 40)];
    const list = [entry(own), entry([scan('other', 150, 'critical')], 'https://other.example')];
    const points = [
      { startedAt: 100_000, severity: 'critical' },
      { startedAt: 200_000, severity: 'high' },
    ];
    expect(await trend(list)).toEqual(points);
    // An attached scan without `url` is looked up in the list.
    expect(await trend(list, null)).toEqual(points);
  });

  test('treats a missing or unknown severity as `null`', async () => {
    const list = [entry([scan('one', 1), scan('two', 2, null), scan('three', 3, 'apocalyptic')])];
    expect((await trend(list)).map(({ severity }) => severity)).toEqual([null, null, null]);
  });

  test('returns the last twelve, and none with an impossible time', async () => {
    const many = Array.from({ length: 40 }, (_, index) => scan(`s${index}`, index + 1, 'low'));
    const points = await trend([entry([...many, scan('far', 1e300, 'high'), scan('past', -5, 'high')])]);
    expect(points).toHaveLength(12);
    expect(points.at(-1)).toEqual({ startedAt: 40_000, severity: 'low' });
  });

  test('fails if the list cannot be read', async () => {
    await expect(trend(403)).rejects.toMatchObject({ problem: { kind: 'service', endpoint: 'list' } });
  });
});
