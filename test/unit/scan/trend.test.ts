import { expect, test } from '@jest/globals';
import { parseTarget } from '../../../src/inputs/target-url.ts';
import { readTrend } from '../../../src/scan/scan-list.ts';
import { listedClient } from './scripted-list.ts';

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

test('readTrend gives the finished scans of the target, oldest first', async () => {
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

test('readTrend takes a severity that is missing or not known for one that is not said', async () => {
  const list = [entry([scan('one', 1), scan('two', 2, null), scan('three', 3, 'apocalyptic')])];
  expect((await trend(list)).map(({ severity }) => severity)).toEqual([null, null, null]);
});

test('readTrend gives the last twelve, and none without a time that can be told', async () => {
  const many = Array.from({ length: 40 }, (_, index) => scan(`s${index}`, index + 1, 'low'));
  const points = await trend([entry([...many, scan('far', 1e300, 'high'), scan('past', -5, 'high')])]);
  expect(points).toHaveLength(12);
  expect(points.at(-1)).toEqual({ startedAt: 40_000, severity: 'low' });
});

test('readTrend fails where the list cannot be read', async () => {
  await expect(trend(403)).rejects.toMatchObject({ problem: { kind: 'service', endpoint: 'list' } });
});
