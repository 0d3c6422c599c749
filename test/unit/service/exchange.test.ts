import { describe, expect, test } from '@jest/globals';
import { transientStatuses } from '../../../src/core/request-fault.ts';
import { createRedactor } from '../../../src/runner/redactor.ts';
import { serviceExchange } from '../../../src/service/exchange.ts';
import type { Fault } from '../../support/faults.ts';
import { createRecordingLog } from '../../support/recording-log.ts';
import { startRawServer } from './raw-server.ts';
import {
  apiKey,
  busy,
  fetchScan,
  finished,
  ok,
  options,
  problemOf,
  signal,
  startService,
} from './service-client.ts';

describe('a start', () => {
  test.each([429, 503])('is sent again after %i, because no scan can have begun', async (status) => {
    await using service = await startService(ok({ enqueued_scan_id: 'scan-1' }), [busy(status)]);
    expect(await service.client.start({ url: 'a.example', preferences: null }, signal)).toBe('scan-1');
    expect(service.requests).toHaveLength(2);
  });

  test.each([400, 401, 408, 500, 502, 504])('is never retried after %i', async (status) => {
    await using service = await startService(ok({ enqueued_scan_id: 'scan-1' }), [busy(status)]);
    const problem = await problemOf(service.client.start({ url: 'a.example', preferences: null }, signal));
    expect(problem).toMatchObject({
      kind: 'service',
      endpoint: 'start',
      attempts: 1,
      fault: { kind: 'status', status, detail: 'busy' },
    });
    expect(service.requests).toHaveLength(1);
  });

  test.each(['reset', 'lose-answer'] as const)(
    'is never retried after a connection that broke (%s)',
    async (kind) => {
      await using service = await startService(ok({ enqueued_scan_id: 'scan-1' }), [
        { path: /./, times: 1, effect: { kind } },
      ]);
      const problem = await problemOf(service.client.start({ url: 'a.example', preferences: null }, signal));
      expect(problem).toMatchObject({ kind: 'service', attempts: 1, fault: { kind: 'network' } });
      expect(service.requests).toHaveLength(1);
    },
  );
});

describe('a request that reads', () => {
  test.each([408, 429, 500, 502, 503, 504])('is sent again after %i', async (status) => {
    await using service = await startService(ok(finished), [busy(status)]);
    expect(await fetchScan(service.client)).toMatchObject({ state: 'started' });
    expect(service.requests).toHaveLength(2);
  });

  test.each([400, 401, 403, 404, 422])('is not retried after %i', async (status) => {
    await using service = await startService(ok(finished), [busy(status)]);
    expect(await problemOf(fetchScan(service.client))).toEqual({
      kind: 'service',
      endpoint: 'fetch',
      attempts: 1,
      fault: { kind: 'status', status, detail: 'busy', retryAfterMs: 0 },
    });
  });

  test.each([400, 408, 413, 425, 429, 500, 501, 503, 505, 507, 520, 599])(
    'does after %i what the log says',
    async (status) => {
      await using service = await startService(ok(finished), [busy(status)]);
      await problemOf(fetchScan(service.client));
      const again = service.log.of('debug').includes('fetch: status in attempt 1, trying again');
      expect(service.requests).toHaveLength(again ? 2 : 1);
      expect(again).toBe(transientStatuses.includes(status));
    },
  );

  test('gives up after four attempts', async () => {
    await using service = await startService(ok(finished), [{ ...busy(503), times: 100 }]);
    expect(await problemOf(fetchScan(service.client))).toMatchObject({
      attempts: 4,
      fault: { kind: 'status', status: 503 },
    });
    expect(service.requests).toHaveLength(4);
  });

  test('is sent again over a new connection a second after one broke', async () => {
    await using service = await startService(ok(finished), [
      { path: /./, times: 1, effect: { kind: 'reset' } },
    ]);
    expect(await fetchScan(service.client)).toMatchObject({ state: 'started' });
    const [first, second] = service.requests;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(950);
  });

  test.each([
    ['wrong-shape', { ...finished, percentage: 'half' }],
    ['wrong-shape', { ...finished, endDate: 'soon' }],
    ['wrong-shape', [finished]],
    ['wrong-shape', { detail: 'Gone' }],
    ['not-json', undefined],
  ])('does not understand (%s) %j, and asks again', async (kind, body) => {
    await using service = await startService(ok(body));
    const stop = new AbortController();
    const pending = service.client.fetch('scan-1', options, stop.signal);
    const said = `fetch: ${kind} in attempt 1, trying again`;
    while (!service.log.of('debug').includes(said)) await new Promise((resolve) => setTimeout(resolve, 5));
    stop.abort(new Error('seen'));
    await expect(pending).rejects.toThrow('seen');
  });
});

describe('a redirect', () => {
  const redirect = (status: number, location: string): Fault => ({
    path: /./,
    effect: { kind: 'status', status, headers: { location }, json: {} },
  });

  test('is followed by a GET within the origin', async () => {
    await using service = await startService(ok(finished), [{ ...redirect(302, '/new'), path: /scan-1/ }]);
    expect(await fetchScan(service.client)).toMatchObject({ state: 'started' });
    expect(service.requests.map(({ path }) => path)).toEqual(['/v1/api/scan/scan-1', '/new']);
    expect(service.requests.map(({ headers }) => headers['authorization'])).toEqual(
      Array.from({ length: 2 }, () => `Bearer ${apiKey}`),
    );
  });

  test('never takes the API key to another origin', async () => {
    await using other = await startService(ok(finished));
    await using service = await startService(ok(finished), [redirect(307, `${other.url}/path?x=1`)]);
    const fault = { kind: 'redirect', location: other.url };
    expect(await problemOf(fetchScan(service.client))).toMatchObject({ attempts: 1, fault });
    expect(other.requests).toHaveLength(0);
  });

  test('is not followed by a POST, whose body would be sent twice', async () => {
    await using service = await startService(ok({}), [redirect(308, '/new')]);
    const problem = await problemOf(service.client.start({ url: 'a.example', preferences: null }, signal));
    expect(problem).toMatchObject({ fault: { kind: 'redirect', location: service.url } });
    expect(service.requests).toHaveLength(1);
  });

  test('is not followed in circles', async () => {
    await using service = await startService(ok(finished), [redirect(302, '/')]);
    expect(await problemOf(fetchScan(service.client))).toMatchObject({ fault: { kind: 'redirect' } });
    expect(service.requests).toHaveLength(4);
  });
});

describe('secrets', () => {
  test('are taken out of an error before it is cut', async () => {
    const detail = `${'x'.repeat(290)}${apiKey}`;
    await using service = await startService(() => ({ status: 401, json: { detail } }));
    const problem = await problemOf(fetchScan(service.client));
    expect(JSON.stringify(problem)).not.toContain('sk-test');
  });

  test('are not in the log', async () => {
    await using service = await startService(ok(finished), [busy(500)]);
    await fetchScan(service.client);
    const text = JSON.stringify(service.log.entries);
    expect(text).not.toContain(apiKey);
    expect(text).toContain('GET /v1/api/scan/scan-1 → 200');
  });
});

describe('every request', () => {
  test.each([
    ['{"detail": "no such scan"}', 'no such scan'],
    ['{"message": "nope"}', 'nope'],
    ['{"error": {"code": 5}}', '{"code":5}'],
    ['{"detail": [{"loc": ["body"]}]}', '[{"loc":["body"]}]'],
    ['plain words', 'plain words'],
    ['<html><title>Bad gateway</title>', ''],
    ['[1]', ''],
    ['', ''],
  ])('gives the text of the error body %p', async (text, detail) => {
    const headers = {
      'content-type': text.startsWith('{') || text.startsWith('[') ? 'application/json' : 'text/plain',
    };
    await using service = await startService(() => ({ status: 400, text, headers }));
    expect(await problemOf(fetchScan(service.client))).toMatchObject({
      fault: { kind: 'status', status: 400, detail },
    });
  });

  test('ends with the reason of its signal, during the request and between two attempts', async () => {
    await using service = await startService(ok(finished), [
      { path: /hang/, effect: { kind: 'hang' } },
      { path: /./, effect: { kind: 'status', status: 500 } },
    ]);
    const reason = new Error('cancelled');
    for (const id of ['hang', 'pause']) {
      const controller = new AbortController();
      setTimeout(() => controller.abort(reason), 50);
      await expect(service.client.fetch(id, options, controller.signal)).rejects.toBe(reason);
    }
  });

  test('is never sent when its signal has already aborted', async () => {
    await using service = await startService(ok(finished));
    const reason = new Error('cancelled');
    await expect(service.client.fetch('a', options, AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(service.requests).toHaveLength(0);
  });
});

describe('the time of an operation', () => {
  test.each([
    ['an answer that comes byte by byte', 1],
    ['retries and their pauses', 2],
  ])('bounds %s', async (_what, attempts) => {
    await using server = await startRawServer((_request, response) => {
      if (attempts === 2 && server.requests.length === 1) {
        response.writeHead(503, { 'retry-after': '0' }).end();
        return;
      }
      const timer = setInterval(() => response.write(' '), 30);
      response.on('close', () => clearInterval(timer));
    });
    const address = { baseUrl: new URL(server.url), apiKey, redactor: createRedactor() };
    const operation = { endpoint: 'list', method: 'get', path: 'x', accept: '*/*', signal } as const;
    const limits = { silenceMs: 5000, maxBytes: 1000, totalMs: 1000 };
    const reader = { write: () => {}, end: () => null };
    const exchange = serviceExchange(address, createRecordingLog());
    const fault = { kind: 'too-slow', limitMs: 1000 };
    expect(await problemOf(exchange({ ...operation, ...limits }, () => reader))).toMatchObject({
      attempts,
      fault,
    });
    expect(server.requests).toHaveLength(attempts);
  });
});
