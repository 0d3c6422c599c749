import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { operationSender } from '../../../src/service/request.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import type { Fault } from '../../support/faults.ts';
import { startRawServer } from '../../support/raw-server.ts';
import { createRecordingLog } from '../../support/recording-log.ts';
import {
  apiKey,
  busy,
  connect,
  fetchScan,
  finished,
  ok,
  options,
  signal,
  startScan,
  startService,
} from './service-client.ts';

const longText = `${'x'.repeat(5_000)}${apiKey}`;
const once = (kind: 'reset' | 'lose-answer'): Fault => ({ path: /./, times: 1, effect: { kind } });

test.each<Fault>([...[400, 408, 429, 500, 503, 504].map(busy), once('reset'), once('lose-answer')])(
  'a start is sent once, whatever happens to it: $effect',
  async (fails) => {
    await using service = await startService(ok({ enqueued_scan_id: 'scan-1' }), [fails]);
    const problem = { kind: 'service', operation: 'start', tries: 1 };
    await expect(startScan(service.client)).rejects.toMatchObject({ problem });
    expect(service.requests).toHaveLength(1);
  },
);

test('a mistake of our own in reading is no fault of the service, and nothing is sent again', async () => {
  await using service = await startService(ok(finished));
  const send = operationSender({ apiKey, baseUrl: new URL(service.url) }, service);
  const limits = { silenceMs: 5_000, maxBytes: 1_000_000, totalMs: 5_000 };
  const operation = { name: 'fetch', path: 'v1/api/scan/a', request: {}, signal, ...limits } as const;
  const sent = send(operation, () => {
    throw new TypeError('broken');
  });
  await expect(sent).rejects.toMatchObject({ problem: { kind: 'internal', detail: 'TypeError: broken' } });
  expect(service.requests).toHaveLength(1);
});

describe('a request that reads', () => {
  const again = /^fetch: (?:status|network) in try 1, trying again$/;

  test.each<Fault>([...[408, 429, 500, 503, 507, 520, 599].map(busy), once('reset')])(
    'is sent again after $effect',
    async (fails) => {
      await using service = await startService(ok(finished), [fails]);
      expect(await fetchScan(service.client)).toMatchObject({ percentage: 100 });
      expect(service.log.of('debug')).toContainEqual(expect.stringMatching(again));
      expect(service.clock.sleptMs).toHaveLength(1);
    },
  );

  test.each([400, 404, 413, 425, 501, 505])('is not retried after %i', async (status) => {
    await using service = await startService(ok(finished), [busy(status)]);
    const fault = { kind: 'status', status, detail: 'busy', retryAfterMs: 0 };
    const problem = { kind: 'service', operation: 'fetch', tries: 1, fault };
    await expect(fetchScan(service.client)).rejects.toHaveProperty('problem', problem);
    expect(service.requests).toHaveLength(1);
    expect(service.log.of('debug').join('\n')).not.toContain('trying again');
  });

  test.each([
    ['of its own', undefined, [1000, 2000, 4000]],
    ['that `Retry-After` says in seconds', '5', [5000, 5000, 5000]],
    ['that `Retry-After` says by a date', 'Thu, 01 Jan 1970 00:00:09 GMT', [9000, 0, 0]],
    ['of a minute at most', '3600', [60_000, 60_000, 60_000]],
    ['of its own if `Retry-After` is neither', 'soon', [1000, 2000, 4000]],
  ])('gives up after four tries, with pauses %s', async (_which, after, pausesMs) => {
    const headers = after === undefined ? {} : { 'retry-after': after };
    const effect = { kind: 'status', status: 503, headers } as const;
    await using service = await startService(ok(finished), [{ path: /./, effect }]);
    const problem = { tries: 4, fault: { kind: 'status', status: 503 } };
    await expect(fetchScan(service.client)).rejects.toMatchObject({ problem });
    expect(service.requests).toHaveLength(4);
    expect(service.clock.sleptMs).toEqual(pausesMs);
  });

  test.each([
    ['wrong-shape', { ...finished, percentage: 'half' }],
    ['wrong-shape', { ...finished, endDate: 'soon' }],
    ['wrong-shape', [finished]],
    ['error-text', { detail: 'Gone' }],
    ['not-json', undefined],
  ])('does not understand (%s) %j, and asks again', async (kind, body) => {
    await using service = await startService(ok(body));
    await expect(fetchScan(service.client)).rejects.toMatchObject({
      problem: { tries: 4, fault: { kind } },
    });
    expect(service.log.of('debug')).toContain(`fetch: ${kind} in try 1, trying again`);
  });
});

test.each([
  ['to another origin', 307, fetchScan, 'https://other.example/x?y=1'],
  ['within the origin', 302, fetchScan, '/new'],
  ['of a start', 308, startScan, '/new'],
])('a redirect %s is not followed', async (_which, status, send, location) => {
  const effect = { kind: 'status', status, headers: { location }, json: {} } as const;
  await using service = await startService(ok(finished), [{ path: /./, effect }]);
  const { origin, pathname } = new URL(location, service.url);
  const fault = { kind: 'redirect', location: `${origin}${pathname}` };
  await expect(send(service.client)).rejects.toMatchObject({ problem: { tries: 1, fault } });
  expect(service.requests).toHaveLength(1);
});

test('the API key is not in the log', async () => {
  await using service = await startService(ok(finished), [busy(500)]);
  await fetchScan(service.client);
  const text = JSON.stringify(service.log.entries);
  expect(text).not.toContain(apiKey);
  expect(text).toContain('GET /v1/api/scan/scan-1 → 200');
});

describe('every request', () => {
  test('reads the whole body, however it is cut into pieces', async () => {
    const bytes = Buffer.from(JSON.stringify({ enqueued_scan_id: 'scan-1', text: 'ç💥'.repeat(20_000) }));
    let begin = 0;
    await using server = await startRawServer(async (_request, response) => {
      for (const end of [1, 20, 61, bytes.length]) {
        response.write(bytes.subarray(begin, end));
        begin = end;
        await setImmediate();
      }
      response.end();
    });
    expect(await startScan(connect(server).client)).toBe('scan-1');
  });

  test.each<[shown: string, detail: string, text?: string]>([
    ['{"detail": "no such scan"}', 'no such scan'],
    ['{"message": "nope"}', 'nope'],
    ['{"error": {"code": 5}}', '{"code":5}'],
    ['{"detail": [{"loc": ["body"]}]}', '[{"loc":["body"]}]'],
    ['plain words', 'plain words'],
    // It is not cut: secrets are removed from it before it is shown.
    [longText, longText],
    ['<html><title>Bad gateway</title>', ''],
    ['[1]', ''],
    ['', ''],
    ['nested 10,000 deep', '', `{"detail":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
  ])('gives the text of the error body %p: %p', async (shown, detail, text = shown) => {
    const type = /^[[{]/.test(text) ? 'application/json' : 'text/plain';
    await using service = await startService(() => ({
      status: 400,
      text,
      headers: { 'content-type': type },
    }));
    const fault = { kind: 'status', status: 400, detail };
    await expect(fetchScan(service.client)).rejects.toMatchObject({ problem: { fault } });
  });

  test('ends with the reason of its signal during the request', async () => {
    const reason = new Error('cancelled');
    const controller = new AbortController();
    await using server = await startRawServer(() => controller.abort(reason));
    const { client } = connect(server);
    await expect(client.fetchScan('a', options, controller.signal)).rejects.toBe(reason);
  });

  test('ends with the reason of its signal between two tries', async () => {
    const reason = new Error('cancelled');
    const controller = new AbortController();
    const clock = createFakeClock(0, () => controller.abort(reason));
    await using service = await startService(ok(finished), [busy(503)], clock);
    await expect(service.client.fetchScan('a', options, controller.signal)).rejects.toBe(reason);
    expect(service.requests).toHaveLength(1);
  });

  test('is never sent when its signal has already aborted', async () => {
    await using service = await startService(ok(finished));
    const reason = new Error('cancelled');
    await expect(service.client.fetchScan('a', options, AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(service.requests).toHaveLength(0);
  });
});

describe('the time of an operation', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  test.each([
    ['an answer that comes byte by byte', 1],
    ['retries and their pauses', 2],
  ])('bounds %s', async (_what, tries) => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance', 'Date'] });
    await using server = await startRawServer(async (_request, response) => {
      if (server.requests.length < tries) {
        response.writeHead(503, { 'retry-after': '0' }).end();
        return;
      }
      // So much memory that the garbage is collected, and with it the signal of a copied `Request`:
      // https://github.com/nodejs/undici/issues/4068
      for (let sent = 0; sent < 50; sent += 1) {
        response.write(new Uint8Array(64 * 1024 * 1024).subarray(0, 1));
        await setImmediate();
      }
      jest.advanceTimersByTime(3000);
    });
    const address = { baseUrl: new URL(server.url), apiKey };
    const ports = { log: createRecordingLog(), clock: createFakeClock() };
    const request = { name: 'list', path: 'x', request: {}, signal } as const;
    const operation = { ...request, silenceMs: 20_000, maxBytes: 1000, totalMs: 3000 };
    const sent = operationSender(address, ports)(operation, () => null);
    const fault = { kind: 'timeout', afterMs: 3000 };
    await expect(sent).rejects.toMatchObject({ problem: { tries, fault } });
    expect(server.requests).toHaveLength(tries);
  });
});
