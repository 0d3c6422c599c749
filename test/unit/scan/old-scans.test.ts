import { describe, expect, test } from '@jest/globals';
import { parseTarget } from '../../../src/inputs/target-url.ts';
import { type OldScansRequest, readOldScans } from '../../../src/scan/old-scans.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createRecordingLog } from '../../support/recording-log.ts';
import { at, finished, type Step } from './scripted-client.ts';
import { type ListScript, listedClient } from './scripted-list.ts';

const day = 86_400_000;
const site = 'https://shop.example';
const now = Date.parse('2026-11-20T12:00:00Z');
/** A scan so many days ago. */
const scan = (id: string, days: number, progress = 100) => ({
  id,
  startDate: (now - days * day) / 1000,
  progress,
});
const list = [
  {
    url: site,
    scans: [scan('own', 0, 40), scan('a', 1), scan('b', 8), scan('c', 9, 60), scan('d', 20), scan('e', 40)],
  },
  { url: 'https://other.example', scans: [scan('x', 30)] },
];
const whole = (id: string) =>
  finished({ identificator: id, issues: [{ name: id, severity: 'low', description: 'long' }] });
const scans: Record<string, Step> = Object.fromEntries(
  ['a', 'b', 'd', 'e', 'own'].map((id) => [id, whole(id)]),
);

async function read(
  days: readonly number[],
  script: Partial<ListScript> = {},
  request: Partial<OldScansRequest> = {},
) {
  const client = listedClient({ list, scans, ...script });
  const target = parseTarget(site);
  if (!target.ok) throw new Error('no target');
  const old = await readOldScans({
    client,
    durations: days.map((count) => count * day),
    scanId: 'own',
    target: target.value,
    isReadable: () => true,
    fetchOptions: { language: 'en', includeSubdomains: false, includeLeaks: false },
    clock: createFakeClock(now),
    log: createRecordingLog(),
    signal: new AbortController().signal,
    ...request,
  });
  return { old: days.map((count) => old.get(count * day)), fetched: client.fetched };
}

describe('readOldScans', () => {
  test('finds for each duration the newest finished scan of the target that is at least so old', async () => {
    const { old, fetched } = await read([7, 9, 8, 30]);
    expect(old).toMatchObject([{ scanId: 'b' }, { scanId: 'd' }, { scanId: 'b' }, { scanId: 'e' }]);
    expect(old[0]).toMatchObject({ startedAt: now - 8 * day, target: site });
    expect(fetched).toEqual(['b', 'd', 'e']);
    expect(JSON.stringify(old)).not.toContain('long');
  });

  test('never takes the scan itself, nor a later one than an attached scan', async () => {
    const { old } = await read([1], {}, { scanId: 'D' });
    expect(old).toMatchObject([{ scanId: 'e' }]);
    expect((await read([1], {}, { scanId: 'd', target: null })).old).toMatchObject([{ scanId: 'e' }]);
  });

  test('has none where no scan is old enough, unless the list is cut', async () => {
    expect((await read([50])).old).toEqual([{ kind: 'none' }]);
    const cut = [{ url: site, scans: [scan('a', 1)], total: 9 }];
    expect((await read([50], { list: cut })).old).toEqual([
      { kind: 'problem', problem: { kind: 'list-cut', listed: 1, total: 9 } },
    ]);
    expect((await read([1], { list: cut })).old).toMatchObject([{ scanId: 'a' }]);
  });

  test('tries three scans for a whole one', async () => {
    const older = [scan('f', 50), scan('g', 60)];
    const many = [{ url: site, scans: [...(list[0]?.scans ?? []), ...older] }];
    const broken = { ...scans, a: at(40), b: finished({ identificator: 'x' }) };
    expect((await read([1], { list: many, scans: broken })).old).toMatchObject([{ scanId: 'd' }]);
    const more = { ...broken, d: at(10), e: whole('e') };
    const { old, fetched } = await read([1], { list: many, scans: more });
    expect(old).toEqual([{ kind: 'problem', problem: { kind: 'ended-early', percentage: 40 } }]);
    expect(fetched).toEqual(['a', 'b', 'd']);
  });

  test('a scan whose findings cannot be read is not whole', async () => {
    const isReadable: OldScansRequest['isReadable'] = ({ issues }) => !JSON.stringify(issues).includes('"b"');
    expect((await read([7], {}, { isReadable })).old).toMatchObject([{ scanId: 'd' }]);
  });

  test('a list that cannot be read, or does not hold the scan, is a problem', async () => {
    expect((await read([7], { list: 503 })).old).toMatchObject([
      { kind: 'problem', problem: { kind: 'service', endpoint: 'list' } },
    ]);
    expect((await read([7], { list: [] }, { target: null })).old).toMatchObject([
      { kind: 'problem', problem: { kind: 'unreadable', where: 'list_scans' } },
    ]);
  });

  test('stops when the run is cancelled', async () => {
    const controller = new AbortController();
    const reason = new Error('stop');
    controller.abort(reason);
    const script = { list: 503, scans: {} };
    await expect(read([7], script, { signal: controller.signal })).rejects.toBe(reason);
  });
});
