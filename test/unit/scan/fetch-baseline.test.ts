import { describe, expect, test } from '@jest/globals';
import { type Problem, ProblemError, SettingsError } from '../../../src/core/problem.ts';
import { parseTarget, type Target } from '../../../src/inputs/target-url.ts';
import type { Baseline } from '../../../src/policy/parse-baseline.ts';
import { parseBaseline } from '../../../src/policy/parse-baseline.ts';
import { type BaselineRequest, readBaseline } from '../../../src/scan/fetch-baseline.ts';
import { createRecordingLog } from '../../support/recording-log.ts';
import { at, finished, queued, type Step } from './scripted-client.ts';
import { type ListScript, listedClient } from './scripted-list.ts';

function target(text: string): Target {
  const parsed = parseTarget(text);
  if (!parsed.ok) throw new Error(`${text} is no target`);
  return parsed.value;
}

function baseline(text: string): Baseline {
  const parsed = parseBaseline(text);
  if (!parsed.ok) throw new Error(`${text} is no baseline`);
  return parsed.value;
}

const production = 'https://shop.example';
const preview = 'https://preview.example';
const scan = (id: string, startDate?: number, progress = 100) => ({ id, startDate, progress });
const list = [
  { url: production, scans: [scan('old', 100), scan('new', 200), scan('running', 300, 40)] },
  { url: preview, scans: [scan('earlier', 150), scan('own', 250), scan('later', 350)] },
];
const scans: Record<string, Step> = Object.fromEntries(
  ['old', 'new', 'earlier', 'own', 'later'].map((id) => [id, finished({ identificator: id, issues: [] })]),
);

/** Reads the baseline `text` for the scan `own` of the preview. */
function read(text: string | null, script: Partial<ListScript> = {}, request: Partial<BaselineRequest> = {}) {
  const client = listedClient({ list, scans, ...script });
  const log = createRecordingLog();
  const reading = readBaseline({
    client,
    baseline: text === null ? null : baseline(text),
    baselineScans: 1,
    scanId: 'own',
    target: target(preview),
    pullRequest: { kind: 'none' },
    fetchOptions: { language: 'en', includeSubdomains: true, includeLeaks: true },
    log,
    signal: new AbortController().signal,
    ...request,
  });
  return { reading, client, log };
}

async function problemOf(reading: Promise<unknown>): Promise<Problem> {
  try {
    await reading;
  } catch (error) {
    if (error instanceof ProblemError) return error.problem;
    throw error;
  }
  throw new Error('there is no problem');
}

describe('readBaseline', () => {
  test('sends no request if no baseline is set', async () => {
    const { reading, client } = read(null);
    expect(await reading).toEqual({ kind: 'none' });
    expect(client.fetched).toEqual([]);
  });

  test.each([
    production,
    'shop.example',
    'http://SHOP.example:80/',
    'https://shop.example:443',
    'SHOP.example/',
  ])('takes the newest finished scan of a URL, however it is written: %s', async (text) => {
    const { reading, client, log } = read(text);
    expect(await reading).toMatchObject({ kind: 'scan', scanId: 'new' });
    expect(log.of('info')).toEqual([expect.stringContaining('scan new')]);
    expect(client.fetched).toEqual(['new']);
  });

  test('distinguishes targets that differ in port, path or query', async () => {
    for (const text of ['https://shop.example:8443', 'https://shop.example/x', 'shop.example/?a=1'])
      expect(await read(text).reading).toEqual({ kind: 'first' });
  });

  test('accepts a scan id, and looks up its target for the host', async () => {
    expect(await read('old').reading).toMatchObject({ scanId: 'old', target: production });
    expect(await read('old', { list: [] }).reading).toMatchObject({ scanId: 'old', target: null });
    expect(await read('old', { list: 500 }).reading).toMatchObject({ scanId: 'old', target: null });
  });

  test('takes the scan before this one for `previous`, even if there are later ones', async () => {
    expect(await read('previous').reading).toMatchObject({ scanId: 'earlier', target: preview });
    expect(await read('previous', {}, { scanId: 'later' }).reading).toMatchObject({ scanId: 'own' });
    expect(await read('previous', {}, { scanId: 'just-started' }).reading).toMatchObject({ scanId: 'later' });
  });

  test('finds the target of an attached scan in the list for `previous`', async () => {
    expect(await read('previous', {}, { target: null }).reading).toMatchObject({ scanId: 'earlier' });
    expect(await problemOf(read('previous', { list: [] }, { target: null }).reading)).toMatchObject({
      kind: 'baseline',
      problem: { kind: 'unreadable', where: 'list_scans' },
    });
  });

  test('never takes the scan itself', async () => {
    expect(await read(preview, {}, { scanId: 'later' }).reading).toMatchObject({ scanId: 'own' });
    expect(await read('previous', {}, { scanId: 'earlier' }).reading).toEqual({ kind: 'first' });
    for (const id of ['own', 'OWN']) await expect(read(id).reading).rejects.toThrow(SettingsError);
  });

  describe('if there may be a pull request', () => {
    const pullRequest = { kind: 'unknown' } as const;

    test('looks up the target of an attached scan, in any letter case of its id', async () => {
      for (const scanId of ['own', 'OWN']) {
        const request = { target: null, scanId, pullRequest };
        expect(await read(production, {}, request).reading).toMatchObject({ scanId: 'new' });
        await expect(read(preview, {}, request).reading).rejects.toThrow(/is the target itself/);
      }
    });

    test('refuses a URL if the scan is not in the list', async () => {
      const request = { target: null, scanId: 'unlisted', pullRequest };
      await expect(read(production, {}, request).reading).rejects.toThrow(SettingsError);
      expect(await read(production, {}, { ...request, pullRequest: { kind: 'none' } }).reading).toMatchObject(
        {
          scanId: 'new',
        },
      );
    });
  });

  test('logs that everything is new if there is no finished scan yet', async () => {
    const { reading, log } = read(production, { list: [{ url: production, scans: [scan('a', 1, 99.9)] }] });
    expect(await reading).toEqual({ kind: 'first' });
    expect(log.of('notice')).toEqual([expect.stringContaining('every finding counts as new')]);
  });

  test('names the URL without secrets', async () => {
    const { reading, log } = read('https://user:pass@shop.example/?token=s3cret', { list: [] });
    await reading;
    expect(log.of('notice')[0]).toContain('https://shop.example');
    expect(JSON.stringify(log.entries)).not.toMatch(/pass|s3cret/);
  });

  test('does not request subdomains and leaks', async () => {
    const asked: unknown[] = [];
    const client = listedClient({ list, scans });
    const { reading } = read(
      'old',
      {},
      {
        client: {
          ...client,
          fetch: (id, options, signal) => {
            asked.push(options);
            return client.fetch(id, options, signal);
          },
        },
      },
    );
    await reading;
    expect(asked).toEqual([{ language: 'en', includeSubdomains: false, includeLeaks: false }]);
  });
});

describe('with `baseline-scans`', () => {
  const many = ['a', 'b', 'c', 'd'];
  const list = [
    { url: production, scans: [...many.map((id, index) => scan(id, 10 - index)), scan('e', 9, 50)] },
  ];
  const whole = (id: string, fields: object = {}) =>
    finished({
      identificator: id,
      issues: [{ name: id, severity: 'low', description: 'long', raw: 'x' }],
      ...fields,
    });
  const scans: Record<string, Step> = { a: whole('a'), b: whole('b'), c: at(40), d: whole('d') };

  test('reads so many of the newest finished scans, the older ones without their texts', async () => {
    const { reading, client } = read(production, { list, scans }, { baselineScans: 2 });
    expect(await reading).toMatchObject({ scanId: 'a', older: [{ scanId: 'b' }] });
    expect((await reading) as unknown).toMatchObject({
      older: [{ result: { issues: [{ name: 'b', severity: 'low' }] } }],
    });
    expect(JSON.stringify(await reading).match(/long/g)).toHaveLength(1);
    expect(client.fetched).toEqual(['a', 'b']);
  });

  test('leaves out older ones that are not whole', async () => {
    const { reading, client } = read(production, { list, scans }, { baselineScans: 4 });
    expect(await reading).toMatchObject({
      older: [{ scanId: 'b' }, { scanId: 'c', result: null }, { scanId: 'd' }],
    });
    expect(client.fetched).toEqual(many);
  });

  test('needs the newest to be whole', async () => {
    const broken = { ...scans, a: at(40) };
    const { reading } = read(production, { list, scans: broken }, { baselineScans: 4 });
    expect(await problemOf(reading)).toMatchObject({ kind: 'baseline', problem: { kind: 'ended-early' } });
  });

  test('keeps the issue types and what cannot be understood', async () => {
    const byType = { headers: { issues: [{ name: 'n', raw: 'x' }, 'text'] }, odd: 7 };
    for (const [issues, kept] of [
      [byType, { headers: { issues: [{ name: 'n' }, 'text'] }, odd: {} }],
      ['text', 'text'],
    ]) {
      const odd = { ...scans, b: whole('b', { issues }) };
      const { reading } = read(production, { list, scans: odd }, { baselineScans: 2 });
      expect(await reading).toMatchObject({ older: [{ result: { issues: kept } }] });
    }
  });
});

describe('a baseline that cannot be read', () => {
  test.each<[string, Partial<ListScript>, string, object]>([
    ['whose list cannot be read', { list: 503 }, production, { kind: 'service', endpoint: 'list' }],
    ['that is gone', { scans: {} }, 'old', { kind: 'service', endpoint: 'fetch' }],
    ['that waits in the queue', { scans: { old: queued } }, 'old', { kind: 'ended-early', percentage: 0 }],
    ['that is running', { scans: { old: at(40) } }, 'old', { kind: 'ended-early', percentage: 40 }],
    ['without an end date', { scans: { new: at(100) } }, production, { kind: 'ended-early' }],
    [
      "that is another scan's",
      { scans: { old: finished({ identificator: 'x' }) } },
      'old',
      { kind: 'other-scan', expected: 'old', got: 'x' },
    ],
  ])('%s is a problem, not an empty baseline', async (_what, script, text, problem) => {
    const found = await problemOf(read(text, script).reading);
    expect(found).toMatchObject({ kind: 'baseline', baseline: text, problem });
  });

  test('is not reported when the run is cancelled or its time is up', async () => {
    const controller = new AbortController();
    const reason = new Error('stop');
    controller.abort(reason);
    await expect(read('old', {}, { signal: controller.signal }).reading).rejects.toBe(reason);
  });
});

test('the target of an attached scan is looked up in the list, and refused as its own baseline', async () => {
  const attached = { target: null, pullRequest: { kind: 'unknown' } } as const;
  await expect(read(preview, {}, attached).reading).rejects.toThrow(SettingsError);
  expect(await read(production, {}, attached).reading).toMatchObject({ scanId: 'new' });
  expect(await read(preview, {}, { target: null }).reading).toMatchObject({ scanId: 'later' });
});

describe('a list that was cut', () => {
  const entry = (url: string, listed: readonly object[], total: number) => ({ url, scans: listed, total });

  test.each([production, 'previous'])(
    'without a finished scan is a problem of %s, not a first scan',
    async (text) => {
      const listed = [scan('own', 300, 40)];
      const cut = [entry(production, [], 4), entry(preview, listed, 5)];
      const problem = await problemOf(read(text, { list: cut }).reading);
      const counts = text === 'previous' ? { listed: 1, total: 5 } : { listed: 0, total: 4 };
      expect(problem).toEqual({ kind: 'baseline', baseline: text, problem: { kind: 'list-cut', ...counts } });
    },
  );

  test('with a finished scan is used, with a notice', async () => {
    const { reading, log } = read(production, { list: [entry(production, [scan('new', 1)], 4)] });
    expect(await reading).toMatchObject({ scanId: 'new' });
    expect(log.of('notice').join()).toContain(`it names 1 of 4 scans of ${production}`);
    const list = [entry(preview, [scan('earlier', 1), scan('own', 2)], 4)];
    const previous = read('previous', { list });
    expect(await previous.reading).toMatchObject({ scanId: 'earlier' });
    expect(previous.log.of('notice').join()).toContain('it names 2 of 4 scans of the target');
  });
});

test('a list of bare hosts cannot tell a baseline from a target of the same host, so it is refused with a pull request', async () => {
  const host = new URL(preview).host;
  const list = [{ url: host, scans: [scan('earlier', 1)] }];
  const other = `${preview}/other`;
  const pullRequest = { kind: 'unknown' } as const;
  await expect(read(other, { list }, { pullRequest }).reading).rejects.toThrow(SettingsError);
  expect(await read(other, { list }).reading).toMatchObject({ scanId: 'earlier' });
});
