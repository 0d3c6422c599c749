import { describe, expect, test } from '@jest/globals';
import type { Fault } from '../../../src/core/fault.ts';
import { CancelledError, type ProblemError, problemOf } from '../../../src/core/problem.ts';
import { DeadlineError } from '../../../src/core/time-limit.ts';
import { startScan } from '../../../src/scan/start.ts';
import { scanListSchema } from '../../../src/service/wire.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createRecordingLog } from '../../support/recording-log.ts';
import { scanSetup, targetOf } from './scan-setup.ts';
import { network, partialClient, serviceError, statusFault } from './scripted-client.ts';

const nowSeconds = 1_800_000_000;

/** The scans of the target in the list, or why the list cannot be read. */
type ListAnswer = readonly object[] | Error;

interface Situation {
  readonly inputs?: Readonly<Record<string, string>>;
  /** Why each start gets no answer, in order; the last one is repeated. `null`: it gets one. */
  readonly startErrors?: readonly (Error | null)[];
  /** At each look into the list. The last one is repeated. */
  readonly listAnswers?: readonly ListAnswer[];
  readonly signal?: AbortSignal;
  readonly onSleep?: () => void;
}

async function start({ inputs = {}, startErrors = [], listAnswers = [], onSleep, ...setting }: Situation) {
  const clock = createFakeClock(nowSeconds * 1000, onSleep);
  const log = createRecordingLog();
  const sent: unknown[] = [];
  let listReads = 0;
  const client = partialClient({
    start: async (request) => {
      sent.push(request);
      const error = startErrors[Math.min(sent.length, startErrors.length) - 1] ?? null;
      if (error !== null) throw error;
      return 'scan-1';
    },
    listScans: async () => {
      const scans = listAnswers[Math.min(listReads, listAnswers.length - 1)] ?? [];
      listReads += 1;
      if (scans instanceof Error) throw scans;
      return scanListSchema.parse([{ url: 'a.example', scans }]);
    },
  });
  const setup = scanSetup(inputs);
  const target = targetOf(inputs['url'] ?? 'https://a.example');
  const { signal = new AbortController().signal } = setting;
  using limit = clock.timeLimit(signal, setup.inputs.timeout);
  const ended = await startScan({ setup, service: client, target, clock, log, signal: limit.signal }).then(
    (obtained) => ({ obtained, thrown: null, problem: null }),
    (thrown: unknown) => ({ obtained: null, thrown, problem: problemOf(thrown) }),
  );
  return { ...ended, sent, log, clock, listReads, waitedMs: clock.now() - nowSeconds * 1000 };
}

const refused = (fault: Fault): ProblemError => serviceError('start', fault);
const started = { scanId: 'scan-1', origin: 'started' };

describe('a start', () => {
  test('is sent once, of the target as given, without reading the list or logging a query value', async () => {
    const inputs = { url: 'https://a.example/?k=s3cret', preferences: 'xss: true' };
    const { obtained, sent, listReads, log } = await start({ inputs });
    expect(obtained).toEqual(started);
    expect(sent).toEqual([{ url: 'https://a.example/?k=s3cret', preferences: { xss: true } }]);
    expect(listReads).toBe(0);
    expect(log.of('info').join()).toContain('Started scan scan-1 of https://a.example');
    expect(JSON.stringify(log.entries)).not.toContain('s3cret');
  });

  test.each([
    [new DeadlineError('up'), { kind: 'start-unconfirmed', fault: { kind: 'timeout', afterMs: 300_000 } }],
    [new CancelledError('SIGINT'), { kind: 'cancelled' }],
  ])(
    'that is broken off may have begun a scan, and one that was not sent has none: %p',
    async (reason, problem) => {
      const inputs = { timeout: '5m' };
      const sent = await start({ inputs, startErrors: [reason] });
      expect(sent.problem).toEqual(problem);
      const early = await start({ inputs, signal: AbortSignal.abort(reason) });
      expect(early.thrown).toBe(reason);
      expect(early.sent).toEqual([]);
    },
  );

  test.each([400, 401, 403, 404])('that is refused by %i ends with its problem', async (status) => {
    const fault = statusFault(status);
    const inputs = { url: 'http://a.example' };
    const { problem, sent, listReads } = await start({ inputs, startErrors: [refused(fault)] });
    expect(problem).toMatchObject({ kind: 'service', operation: 'start', fault, tries: 1 });
    expect({ sent: sent.length, listReads }).toEqual({ sent: 1, listReads: 0 });
  });
});

describe('a start that cannot have begun a scan', () => {
  test.each<[why: string, fault: Fault]>([
    ['HTTP 409', statusFault(409)],
    ['HTTP 429', statusFault(429)],
    ['HTTP 503', statusFault(503)],
    ['ECONNREFUSED', network('ECONNREFUSED')],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', network('DEPTH_ZERO_SELF_SIGNED_CERT')],
  ])('is sent again, and the log says why: %s', async (why, fault) => {
    const startErrors = [refused(fault), refused(fault), null];
    const { obtained, sent, log, clock } = await start({ startErrors });
    expect(obtained).toEqual(started);
    expect(sent).toHaveLength(3);
    const retries = log.of('info').filter((line) => line.includes(why));
    expect(retries).toEqual([expect.stringContaining('in 2 s'), expect.stringContaining('in 4 s')]);
    expect(clock.sleptMs).toEqual([2_000, 4_000]);
  });

  test('is sent again with growing pauses until `timeout`, and then has the problem of the last try', async () => {
    const startErrors = [refused(statusFault(409))];
    const { problem, clock, sent, waitedMs } = await start({ startErrors, inputs: { timeout: '5m' } });
    expect(clock.sleptMs.slice(0, 7)).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
    expect(problem).toMatchObject({ kind: 'service', fault: statusFault(409), tries: sent.length });
    expect(waitedMs).toBe(300_000);
  });

  test('waits as long as `Retry-After` says, up to a minute, and never less than it would', async () => {
    const startErrors = [90_000, 20_000, 0].map((afterMs) => refused(statusFault(429, afterMs)));
    const { clock } = await start({ startErrors: [...startErrors, null] });
    expect(clock.sleptMs).toEqual([60_000, 20_000, 8_000]);
  });

  test('is given up after five minutes without any connection', async () => {
    const blip = [refused(statusFault(503)), refused(network('ENOTFOUND')), refused(statusFault(503))];
    const startErrors = [...blip, refused(network('ENOTFOUND'))];
    const { problem, waitedMs, sent } = await start({ startErrors });
    expect(problem).toMatchObject({ kind: 'service', fault: { kind: 'network' }, tries: sent.length });
    expect(waitedMs).toBeGreaterThanOrEqual(300_000);
    expect(waitedMs).toBeLessThan(400_000);
  });

  test('is not sent again if the run is cancelled meanwhile, and then there is no scan', async () => {
    const cancel = new AbortController();
    const reason = new CancelledError('SIGINT');
    const { thrown, sent } = await start({
      startErrors: [refused(statusFault(409))],
      onSleep: () => cancel.abort(reason),
      signal: cancel.signal,
    });
    expect(thrown).toBe(reason);
    expect(sent).toHaveLength(1);
  });
});

describe('a start that the service does not understand', () => {
  test.each([400, 422])('is sent once more with the host alone after %i', async (status) => {
    const inputs = { url: 'https://a.example/' };
    const error = refused(statusFault(status));
    const taken = await start({ inputs, startErrors: [error, null] });
    expect(taken.obtained).toEqual(started);
    expect(taken.sent).toMatchObject([{ url: 'https://a.example/' }, { url: 'a.example' }]);
    const again = await start({ inputs, startErrors: [error, refused(statusFault(409)), null] });
    expect(again.sent).toMatchObject([
      { url: 'https://a.example/' },
      { url: 'a.example' },
      { url: 'a.example' },
    ]);
    const twice = await start({ inputs, startErrors: [error] });
    expect(twice.problem).toMatchObject({ fault: statusFault(status), tries: 2 });
    expect(twice.sent).toHaveLength(2);
  });

  test.each([
    'http://a.example/',
    'https://a.example:8443/',
    'https://a.example/shop',
    'https://a.example/?shop=1',
    'https://user@a.example/',
    'https://a.example/#x',
    'a.example',
  ])('drops nothing else from a target: %s', async (url) => {
    const { sent } = await start({ inputs: { url }, startErrors: [refused(statusFault(422))] });
    expect(sent).toMatchObject([{ url }]);
  });
});

describe('a start whose answer was lost', () => {
  const ours = { id: 'scan-9', startDate: nowSeconds + 2, progress: 0 };
  const lost = refused(network('ECONNRESET'));

  test.each<Fault>([
    network('ECONNRESET'),
    { kind: 'timeout', afterMs: 30_000 },
    { kind: 'too-large', limitMib: 5 },
    statusFault(408),
    statusFault(500),
    statusFault(504),
  ])('is looked up in the list until that shows it, and never sent again: %j', async (fault) => {
    const { obtained, sent, clock, log } = await start({
      startErrors: [refused(fault)],
      listAnswers: [[], serviceError('list', statusFault(503)), [ours]],
    });
    expect(obtained).toEqual({ scanId: 'scan-9', origin: 'recovered' });
    expect(log.of('warning')).toEqual([expect.stringContaining('was lost')]);
    expect(log.of('info')).toEqual([expect.stringContaining('scan-9')]);
    expect(sent).toHaveLength(1);
    expect(clock.sleptMs).toEqual([5_000, 5_000]);
  });

  test.each<[which: string, look: ListAnswer]>([
    ['the list that can be read', []],
    ['one that cannot', serviceError('list', statusFault(403))],
    ['one that does not answer', new DeadlineError('up')],
  ])('is looked for for a minute in %s', async (_which, look) => {
    const { problem, waitedMs } = await start({ startErrors: [lost], listAnswers: [look] });
    const fault = network('ECONNRESET');
    expect(problem).toEqual({ kind: 'start-unconfirmed', fault });
    expect(waitedMs).toBe(look instanceof DeadlineError ? 0 : 60_000);
  });

  test.each([
    [new TypeError('broken'), { kind: 'internal' }],
    [new CancelledError('SIGINT'), { kind: 'cancelled' }],
  ])('is not looked for after %p', async (error, problem) => {
    const ended = await start({ startErrors: [lost], listAnswers: [error] });
    expect(ended.problem).toMatchObject(problem);
  });

  test('is not looked for beyond `timeout`', async () => {
    const { problem, waitedMs } = await start({ inputs: { timeout: '30s' }, startErrors: [lost] });
    expect(problem).toEqual({ kind: 'start-unconfirmed', fault: { kind: 'timeout', afterMs: 30_000 } });
    expect(waitedMs).toBe(30_000);
  });

  test.each<[why: string, scan: object, first?: Error]>([
    ['started before', { ...ours, startDate: nowSeconds - 1 }],
    ['started before it was sent again', { ...ours, startDate: nowSeconds + 1 }, refused(statusFault(409))],
    ['has finished, as another run may have refused it', { ...ours, progress: 100 }],
    ['has no date', { ...ours, startDate: undefined }],
    ['has other preferences', { ...ours, preferences: { xss: false } }],
  ])('is never a scan that %s', async (_why, scan, first = lost) => {
    const inputs = { preferences: 'xss: true' };
    const { problem } = await start({ inputs, startErrors: [first, lost], listAnswers: [[scan]] });
    expect(problem).toMatchObject({ kind: 'start-unconfirmed' });
  });
});
