import { describe, expect, test } from '@jest/globals';
import { classified } from '../../../src/core/classified-text.ts';
import { SettingsError } from '../../../src/core/problem.ts';
import { parseTarget } from '../../../src/inputs/target-url.ts';
import { parseBaseline } from '../../../src/policy/baseline.ts';
import { type FetchedBaseline, fetchBaselines } from '../../../src/scan/baseline-scans.ts';
import { acceptedOf } from '../../support/expected-of.ts';
import { plainPolicy } from '../../support/plain-policy.ts';
import { createRecordingLog } from '../../support/recording-log.ts';
import { inputsOf } from './inputs-of.ts';
import { at, finished, type ListScript, listedClient, type ScriptedAnswer } from './scripted-client.ts';

const production = 'https://shop.example';
const preview = 'https://preview.example';
const scan = (id: string, startDate?: number, progress = 100) => ({ id, startDate, progress });
const targets = [
  { url: production, scans: [scan('old', 100), scan('new', 200), scan('running', 300, 40)] },
  { url: preview, scans: [scan('earlier', 150), scan('own', 250), scan('later', 350)] },
];
const whole = (id: string): ScriptedAnswer =>
  finished({ identificator: id, issues: [{ name: id, severity: 'low', description: 'long' }] });
const results = Object.fromEntries(['old', 'new', 'earlier', 'own', 'later'].map((id) => [id, whole(id)]));

type Context = Parameters<typeof fetchBaselines>[0];
type Setting = Partial<ListScript> &
  Partial<Pick<Context, 'client' | 'target' | 'signal'>> &
  Partial<Pick<Context['setup'], 'disclosure' | 'pullRequest'>> & {
    readonly scanId?: string;
    readonly baselineScans?: number;
  };

/** Reads the baseline `text` for the scan `own` of the preview. */
function read(text: string | null, { scanId = 'own', baselineScans = 1, ...setting }: Setting = {}) {
  const { list = targets, scans = results, disclosure = { mode: 'full' } } = setting;
  const { pullRequest = { kind: 'none' }, ...context } = setting;
  const client = listedClient({ list, scans });
  const log = createRecordingLog();
  const baseline = text === null ? null : acceptedOf(parseBaseline(text));
  const policies = [{ ...plainPolicy, baseline, baselineScans }];
  const setup = {
    inputs: inputsOf({}),
    policies,
    disclosure,
    pullRequest,
    context: { runId: 1, attempt: 1 },
  };
  const target = acceptedOf(parseTarget(preview));
  const { signal } = new AbortController();
  const fetched = fetchBaselines({ setup, client, target, log, signal, ...context }, scanId);
  const reading: Promise<FetchedBaseline | undefined> = fetched.then(([only]) => only?.baseline);
  return { reading, client, log };
}

describe('fetchBaselines', () => {
  test('sends no request if no baseline is set', async () => {
    const { reading, client } = read(null);
    expect(await reading).toEqual({ kind: 'none' });
    expect(client.fetched).toEqual([]);
  });

  test.each([production, 'http://SHOP.example:80/'])(
    'takes the newest finished scan of a URL, however it is written: %s',
    async (text) => {
      const { reading, client, log } = read(text);
      expect(await reading).toMatchObject({ kind: 'scan', scanId: 'new', olderScans: [] });
      expect(log.of('info')).toEqual([expect.stringContaining('Comparing with scan new of http')]);
      expect(client.fetched).toEqual(['new']);
    },
  );

  test('takes none of a target that differs in port, path or query', async () => {
    for (const text of ['https://shop.example:8443', 'shop.example/x', 'shop.example/?a=1'])
      expect(await read(text).reading).toEqual({ kind: 'first' });
  });

  test('accepts a scan id, and looks up its target for the host', async () => {
    const { reading, log } = read('old');
    expect(await reading).toMatchObject({ scanId: 'old', target: production });
    expect(log.of('info')).toEqual(['Comparing with scan old']);
    for (const list of [[], 500])
      expect(await read('old', { list }).reading).toMatchObject({ scanId: 'old', target: null });
  });

  test('has no name in the log if findings are withheld', async () => {
    const { reading, log } = read(production, { disclosure: { mode: 'counts', because: 'setting' } });
    await reading;
    expect(log.of('info')).toEqual(['Comparing with scan new of another target']);
  });

  test('does not take a mistake of our own for a target that is not in the list', async () => {
    const list = () => Promise.reject(new TypeError('a mistake'));
    const client = { ...listedClient({ list: targets, scans: results }), list };
    const problem = { kind: 'baseline', problem: { kind: 'internal' } };
    await expect(read('old', { client }).reading).rejects.toMatchObject({ problem });
  });

  test('takes the scan before this one for `previous`, even if there are later ones', async () => {
    expect(await read('previous').reading).toMatchObject({ scanId: 'earlier', target: preview });
    expect(await read('previous', { scanId: 'later' }).reading).toMatchObject({ scanId: 'own' });
    expect(await read('previous', { scanId: 'just-started' }).reading).toMatchObject({ scanId: 'later' });
  });

  test('never takes a scan without a date for `previous`, and for a URL only after all others', async () => {
    const undated = scan('old');
    const previous = [{ url: preview, scans: [undated, scan('own', 250)] }];
    expect(await read('previous', { list: previous }).reading).toEqual({ kind: 'first' });
    const sites = [{ url: production, scans: [undated, scan('new', 200)] }];
    expect(await read(production, { list: sites }).reading).toMatchObject({ scanId: 'new' });
    expect(await read(production, { list: [{ url: production, scans: [undated] }] }).reading).toMatchObject({
      scanId: 'old',
    });
  });

  test('finds the target of an attached scan in the list for `previous`', async () => {
    expect(await read('previous', { target: null }).reading).toMatchObject({ scanId: 'earlier' });
    const problem = { kind: 'unreadable', path: classified('path', 'list_scans') };
    await expect(read('previous', { list: [], target: null }).reading).rejects.toMatchObject({
      problem: { kind: 'baseline', problem },
    });
  });

  test('never takes the scan itself', async () => {
    expect(await read(preview, { scanId: 'later' }).reading).toMatchObject({ scanId: 'own' });
    expect(await read('previous', { scanId: 'earlier' }).reading).toEqual({ kind: 'first' });
    for (const id of ['own', 'OWN']) await expect(read(id).reading).rejects.toThrow(SettingsError);
  });

  test('logs that everything is new if there is no finished scan yet, and names the URL without secrets', async () => {
    const url = 'https://user:pass@shop.example/?token=s3cret';
    const { reading, log } = read(url, { list: [{ url, scans: [scan('a', 1, 99.9)] }] });
    expect(await reading).toEqual({ kind: 'first' });
    expect(log.of('notice')).toEqual([
      'There is no finished scan of the baseline (https://shop.example) yet: every finding counts as new.',
    ]);
    expect(JSON.stringify(log.entries)).not.toMatch(/pass|s3cret/);
  });
});

test('a baseline that is the target itself is refused only if there may be a pull request', async () => {
  const attached = { target: null, scanId: 'own' };
  expect(await read(preview, attached).reading).toMatchObject({ scanId: 'later' });
  const { reading, client } = read(preview, { ...attached, pullRequest: { kind: 'unknown' } });
  await expect(reading).rejects.toThrow(/is the target itself/);
  expect(client.fetched).toEqual([]);
});

test('a list of bare hosts has a baseline by its host alone', async () => {
  const list = [{ url: new URL(preview).host, scans: [scan('earlier', 1)] }];
  expect(await read(`${preview}/other`, { list }).reading).toMatchObject({ scanId: 'earlier' });
});

describe('with `baseline-scans`', () => {
  const many = ['a', 'b', 'c', 'd'];
  const list = [
    { url: production, scans: [...many.map((id, index) => scan(id, 10 - index)), scan('e', 9, 50)] },
  ];
  const scans: Record<string, ScriptedAnswer> = { a: whole('a'), b: whole('b'), c: at(40), d: whole('d') };

  test('reads so many of the newest finished scans, the older ones without their texts', async () => {
    const { reading, client } = read(production, { list, scans, baselineScans: 2 });
    const olderScans = [{ scanId: 'b', result: { issues: [{ name: 'b', severity: 'low' }] } }];
    expect(await reading).toMatchObject({ scanId: 'a', olderScans });
    expect(JSON.stringify(await reading).match(/long/g)).toHaveLength(1);
    expect(client.fetched).toEqual(['a', 'b']);
  });

  test('leaves out older ones that are not whole', async () => {
    const { reading, client } = read(production, { list, scans, baselineScans: 4 });
    expect(await reading).toMatchObject({
      olderScans: [{ scanId: 'b' }, { scanId: 'c', result: null }, { scanId: 'd' }],
    });
    expect(client.fetched).toEqual(many);
  });

  test('needs the newest to be whole', async () => {
    const { reading } = read(production, { list, scans: { ...scans, a: at(40) }, baselineScans: 4 });
    const problem = { kind: 'baseline', problem: { kind: 'ended-early' } };
    await expect(reading).rejects.toMatchObject({ problem });
  });
});

describe('a baseline that cannot be read', () => {
  const otherScan = {
    kind: 'other-scan',
    expected: classified('public', 'old'),
    got: classified('private', 'x'),
  };

  test.each<[what: string, script: Partial<ListScript>, text: string, problem: object]>([
    ['whose list cannot be read', { list: 503 }, production, { kind: 'service', operation: 'list' }],
    ['that is gone', { scans: {} }, 'old', { kind: 'service', operation: 'fetch' }],
    ['that is running', { scans: { old: at(40) } }, 'old', { kind: 'ended-early', percentage: 40 }],
    ["that is another scan's", { scans: { old: whole('x') } }, 'old', otherScan],
  ])('%s is a problem, not an empty baseline', async (_what, script, text, problem) => {
    await expect(read(text, script).reading).rejects.toMatchObject({
      problem: { kind: 'baseline', baseline: classified('address', text), problem },
    });
  });

  test('is not reported when the run is cancelled or its time is up', async () => {
    const reason = new Error('stop');
    await expect(read('old', { signal: AbortSignal.abort(reason) }).reading).rejects.toBe(reason);
  });
});

describe('a list that was cut', () => {
  const previews = [scan('earlier', 150), scan('own', 250)];

  test.each([
    [production, { url: production, total: 4 }, { listed: 0, total: 4 }],
    ['previous', { url: preview, scans: [scan('own', 300, 40)], total: 5 }, { listed: 1, total: 5 }],
  ])('without a finished scan is a problem of %s, not a first scan', async (text, entry, counts) => {
    const problem = {
      kind: 'baseline',
      baseline: classified('address', text),
      problem: { kind: 'list-cut', ...counts },
    };
    await expect(read(text, { list: [entry] }).reading).rejects.toHaveProperty('problem', problem);
  });

  test.each([
    [production, { url: production, scans: [scan('new', 1)] }, `it names 1 of 4 scans of ${production}`],
    ['previous', { url: preview, scans: previews }, 'it names 2 of 4 scans of the target'],
  ])('with a finished scan is used for %s, with a notice', async (text, entry, notice) => {
    const { reading, log } = read(text, { list: [{ ...entry, total: 4 }] });
    expect(await reading).toMatchObject({ kind: 'scan' });
    expect(log.of('notice').join()).toContain(notice);
  });
});
