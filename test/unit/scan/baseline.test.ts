import { describe, expect, test } from '@jest/globals';
import { ProblemError, SettingsError } from '../../../src/core/problem.ts';
import { type BaselineOptions, fetchBaseline } from '../../../src/scan/baseline.ts';
import { scanListSchema } from '../../../src/service/wire.ts';
import { createRecordingLog } from '../../support/recording-log.ts';
import { scanSetup, targetOf } from './scan-setup.ts';
import {
  at,
  failing,
  finished,
  partialClient,
  queued,
  type ScriptedAnswer,
  scriptedClient,
  serviceError,
  statusFault,
} from './scripted-client.ts';

const production = 'https://shop.example';
const preview = 'https://preview.example';
const scan = (id: string, startDate?: number, progress = 100) => ({ id, startDate, progress });
const targets = [
  { url: production, scans: [scan('old', 100), scan('new', 200), scan('running', 300, 40)] },
  { url: preview, scans: [scan('own', 250)] },
];
const whole = (id: string): ScriptedAnswer =>
  finished({ identificator: id, issues: [{ name: id, severity: 'low' }] });
const results = Object.fromEntries(['old', 'new', 'own'].map((id) => [id, whole(id)]));

interface Situation extends Partial<Pick<BaselineOptions, 'target' | 'signal'>> {
  /** The list (`docs/internals/service-interface.md`, section 2.6), or the status with which it fails. */
  readonly list?: readonly object[] | number;
  /** By scan id. Others do not exist. */
  readonly scans?: Readonly<Record<string, ScriptedAnswer>>;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly resolvedDisclosure?: BaselineOptions['setup']['resolvedDisclosure'];
}

/** Reads the baseline for a scan of the preview. @param text empty for none @param source where it is set */
function read(text: string, situation: Situation = {}, source: 'input' | 'file' = 'input') {
  const { list = targets, scans = results, inputs = {}, resolvedDisclosure, ...context } = situation;
  const fetched: string[] = [];
  const client = partialClient({
    listScans: async () => {
      if (typeof list === 'number') throw serviceError('list', statusFault(list));
      return scanListSchema.parse(list);
    },
    fetchScan: (scanId, ...rest) => {
      fetched.push(scanId);
      const answer = scanId in scans ? (scans[scanId] ?? null) : failing(404);
      return scriptedClient([answer]).fetchScan(scanId, ...rest);
    },
  });
  const log = createRecordingLog();
  const setup =
    source === 'input' ? scanSetup({ baseline: text, ...inputs }) : scanSetup(inputs, { fileBaseline: text });
  const { signal } = new AbortController();
  const reading = fetchBaseline({
    setup: { ...setup, ...(resolvedDisclosure && { resolvedDisclosure }) },
    service: client,
    target: targetOf(preview),
    log,
    signal,
    ...context,
  });
  return { reading, fetched, log };
}

describe('fetchBaseline', () => {
  test('sends no request if no baseline is set', async () => {
    const { reading, fetched } = read('');
    expect(await reading).toEqual({ kind: 'none' });
    expect(fetched).toEqual([]);
  });

  test.each([production, 'http://SHOP.example:80/'])(
    'takes the newest finished scan of a URL, however it is written: %s',
    async (text) => {
      const { reading, fetched, log } = read(text);
      expect(await reading).toMatchObject({ kind: 'scan', scanId: 'new', siteAddress: text });
      expect(log.of('info')).toEqual([expect.stringContaining('Comparing with scan new of http')]);
      expect(fetched).toEqual(['new']);
    },
  );

  test('takes none of a target that differs in port, path or query', async () => {
    for (const text of ['https://shop.example:8443', 'shop.example/x', 'shop.example/?a=1'])
      expect(await read(text).reading).toEqual({ kind: 'no-scan-yet' });
  });

  test('takes a scan without a date only after all others', async () => {
    const undated = scan('old');
    const sites = [{ url: production, scans: [undated, scan('new', 200)] }];
    expect(await read(production, { list: sites }).reading).toMatchObject({ scanId: 'new' });
    const alone = [{ url: production, scans: [undated] }];
    expect(await read(production, { list: alone }).reading).toMatchObject({ scanId: 'old' });
  });

  test('accepts a scan id, and looks up its target for the host', async () => {
    const { reading, log } = read('old');
    expect(await reading).toMatchObject({ scanId: 'old', siteAddress: production });
    expect(log.of('info')).toEqual(['Comparing with scan old']);
    expect(await read('old', { list: [] }).reading).toMatchObject({ scanId: 'old', siteAddress: null });
  });

  test('has no name in the log if findings are withheld', async () => {
    const { reading, log } = read(production, { resolvedDisclosure: { mode: 'counts', why: 'setting' } });
    await reading;
    expect(log.of('info')).toEqual(['Comparing with scan new of another target']);
  });

  test('is the first one, with a notice, if the target has no finished scan yet', async () => {
    const url = 'https://user:pass@shop.example/?token=s3cretvalue';
    const { reading, log } = read(url, { list: [{ url, scans: [scan('a', 1, 99.9)] }] });
    expect(await reading).toEqual({ kind: 'no-scan-yet' });
    expect(log.of('notice')).toEqual([
      'There is no finished scan of the baseline (https://shop.example) yet: every finding counts as new.',
    ]);
    expect(JSON.stringify(log.entries)).not.toMatch(/pass|s3cret/);
  });
});

describe('a baseline that is the target itself', () => {
  const bareHosts = [{ url: 'preview.example', scans: [scan('own', 1)] }];
  const left: readonly [string, Situation][] = [
    ['the same address', {}],
    [
      'by its host, if the list holds bare hosts only',
      { list: bareHosts, target: targetOf(`${preview}/shop`) },
    ],
    [
      'or may be, since the target of `scan-id` is not known',
      { target: null, inputs: { 'scan-id': 'own', url: '' } },
    ],
  ];

  test.each(left)('is an error as an input, and left out of the policy file: %s', async (_how, situation) => {
    const asInput = read(preview, situation);
    await expect(asInput.reading).rejects.toThrow(SettingsError);
    const ofFile = read(preview, situation, 'file');
    expect(await ofFile.reading).toEqual({ kind: 'none' });
    expect(ofFile.log.of('notice')).toEqual([expect.stringContaining('every finding counts')]);
    expect([...asInput.fetched, ...ofFile.fetched]).toEqual([]);
  });

  test.each(['input', 'file'] as const)('is not one with another path: %s', async (source) => {
    const list = [{ url: `${preview}/a`, scans: [scan('old', 1)] }];
    const { reading } = read(`${preview}/a`, { list, target: targetOf(`${preview}/b`) }, source);
    expect(await reading).toMatchObject({ kind: 'scan', scanId: 'old' });
  });

  test.each(['input', 'file'] as const)('is an error if it is the scan of `scan-id`: %s', async (source) => {
    const { reading } = read('own', { inputs: { 'scan-id': 'OWN' } }, source);
    await expect(reading).rejects.toThrow(SettingsError);
  });
});

describe('a baseline that cannot be read', () => {
  test.each<[what: string, script: Situation, text: string, problem: object]>([
    ['whose list cannot be read', { list: 503 }, production, { kind: 'service', operation: 'list' }],
    ['whose target cannot be looked up', { list: 503 }, 'old', { kind: 'service', operation: 'list' }],
    ['that is gone', { scans: {} }, 'old', { kind: 'service', operation: 'fetch' }],
    ['that is queued', { scans: { old: queued } }, 'old', { kind: 'incomplete', percentage: 0 }],
    ['that is running', { scans: { old: at(40) } }, 'old', { kind: 'incomplete', percentage: 40 }],
    ['without an end date', { scans: { old: at(100) } }, 'old', { kind: 'incomplete', percentage: 100 }],
    ["that is another scan's", { scans: { old: whole('x') } }, 'old', { kind: 'other-scan', got: 'x' }],
  ])('%s is a problem, not an empty baseline', async (_what, script, text, problem) => {
    const expected = { problem: { kind: 'baseline', baseline: text, problem } };
    await expect(read(text, script).reading).rejects.toMatchObject(expected);
  });

  test('is not blamed for a mistake of ours, which must be red always', async () => {
    // The second is what the client makes of it.
    for (const mistake of [new TypeError('x'), new ProblemError({ kind: 'internal', detail: 'x' })])
      await expect(read('old', { scans: { old: { throws: mistake } } }).reading).rejects.toBe(mistake);
  });

  test('is not reported when the run is cancelled or its time is up', async () => {
    const reason = new Error('stop');
    await expect(read('old', { signal: AbortSignal.abort(reason) }).reading).rejects.toBe(reason);
  });
});
