import { describe, expect, test } from '@jest/globals';
import { ProblemError } from '../../../src/errors.ts';
import { createRedactor } from '../../../src/redactor.ts';
import { createServiceClient, type FetchOptions, type ServiceClient } from '../../../src/service/client.ts';
import { type Fault, Faults } from '../../support/faults.ts';
import { type Answer, type Loopback, type ReceivedRequest, startLoopback } from '../../support/loopback.ts';
import { createRecordingLog } from '../../support/recording-log.ts';

const apiKey = 'sk-test-0123456789';
const options: FetchOptions = { language: 'pt', includeSubdomains: true, includeLeaks: false };
const { signal } = new AbortController();

const finished = {
  issues: { headers: { issues: [{ severity: 'low', name: 'No CSP' }] } },
  issuesSummary: { critical: 0, high: 0, medium: 0, low: 1, warning: 0 },
  totalChecked: 20,
  identificator: 'scan-1',
  percentage: '100.00',
  endDate: '2026-11-20T10:10:00.5Z',
};

type Respond = (request: ReceivedRequest) => Answer;

/** A service that answers by `respond`, and a client of it. */
async function startService(respond: Respond, faults: readonly Fault[] = []) {
  const loopback = await startLoopback({ faults: new Faults(faults), respond });
  return { ...loopback, ...connect(loopback) };
}

function connect({ url }: Pick<Loopback, 'url'>) {
  const log = createRecordingLog();
  const redactor = createRedactor();
  redactor.add(apiKey);
  const client = createServiceClient({ baseUrl: new URL(url), apiKey, redact: redactor.redact }, log);
  return { client, log };
}

const ok =
  (json: unknown): Respond =>
  () => ({ status: 200, json });

/** The problem that a request ended with. */
async function problemOf(request: Promise<unknown>) {
  try {
    await request;
  } catch (error) {
    if (error instanceof ProblemError) return error.problem;
    throw error;
  }
  return null;
}

const fetchScan = (client: ServiceClient) => client.fetch('scan-1', options, signal);
const busy = (status: number): Fault => ({
  path: /./,
  times: 1,
  effect: { kind: 'status', status, headers: { 'retry-after': '0' }, json: { detail: 'busy' } },
});

describe('start', () => {
  test('sends URL and preferences as given, with the key', async () => {
    await using service = await startService(ok({ enqueued_scan_id: 'scan-1' }));
    const preferences = { scan_type: 'full', crawler_options: { open_redirect: true } };
    expect(await service.client.start({ url: 'a.example/?x=1', preferences }, signal)).toBe('scan-1');
    expect(service.requests).toHaveLength(1);
    expect(service.requests[0]).toMatchObject({
      method: 'POST',
      path: '/v1/api/scan',
      body: { url: 'a.example/?x=1', preferences },
    });
    expect(service.requests[0]?.headers).toMatchObject({
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
    });
  });

  test('leaves out preferences that were not given', async () => {
    await using service = await startService(ok({ enqueued_scan_id: 'scan-1' }));
    await service.client.start({ url: 'a.example', preferences: null }, signal);
    expect(service.requests[0]?.body).toEqual({ url: 'a.example' });
  });

  test.each([429, 503])('is sent again after %i, where no scan can have begun', async (status) => {
    await using service = await startService(ok({ enqueued_scan_id: 'scan-1' }), [busy(status)]);
    expect(await service.client.start({ url: 'a.example', preferences: null }, signal)).toBe('scan-1');
    expect(service.requests).toHaveLength(2);
  });

  test.each([400, 401, 408, 500, 502, 504])('is never repeated after %i', async (status) => {
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
    'is never repeated after a connection that broke (%s)',
    async (kind) => {
      await using service = await startService(ok({ enqueued_scan_id: 'scan-1' }), [
        { path: /./, times: 1, effect: { kind } },
      ]);
      const problem = await problemOf(service.client.start({ url: 'a.example', preferences: null }, signal));
      expect(problem).toMatchObject({ kind: 'service', attempts: 1, fault: { kind: 'network' } });
      expect(service.requests).toHaveLength(1);
    },
  );

  test.each([
    [{}, 'enqueued_scan_id'],
    [{ enqueued_scan_id: 5 }, 'enqueued_scan_id'],
    [{ enqueued_scan_id: '../list_scans' }, 'enqueued_scan_id'],
    [[], 'the body'],
    [null, 'the body'],
  ])('does not understand %j, names the place, and is not repeated', async (body, where) => {
    await using service = await startService(ok(body));
    const problem = await problemOf(service.client.start({ url: 'a.example', preferences: null }, signal));
    expect(problem).toMatchObject({
      kind: 'service',
      endpoint: 'start',
      fault: { kind: 'wrong-shape', where },
    });
    expect(service.requests).toHaveLength(1);
  });
});

describe('fetch', () => {
  test('sends all four parameters, and two of them as header fields as well', async () => {
    await using service = await startService(ok(finished));
    await fetchScan(service.client);
    const request = service.requests[0];
    expect(request).toMatchObject({ method: 'GET', path: '/v1/api/scan/scan-1', body: undefined });
    expect(Object.fromEntries(request?.query ?? [])).toEqual({
      language: 'pt',
      issue_types: 'true',
      return_subdomains: 'true',
      return_leak: 'false',
    });
    expect(request?.headers).toMatchObject({
      language: 'pt',
      issue_types: 'true',
      authorization: `Bearer ${apiKey}`,
    });
  });

  test('reads a queued scan, a running one and a finished one', async () => {
    const bodies = [
      { detail: 'Scan not initiated yet' },
      { ...finished, percentage: 42.5, endDate: null },
      finished,
    ];
    await using service = await startService(() => ({
      status: 200,
      json: bodies[service.requests.length - 1],
    }));
    expect(await fetchScan(service.client)).toEqual({ state: 'queued' });
    expect(await fetchScan(service.client)).toMatchObject({
      state: 'started',
      progress: { percentage: 42.5, endedAt: null },
    });
    expect(await fetchScan(service.client)).toEqual({
      state: 'started',
      progress: { percentage: 100, endedAt: Date.UTC(2026, 10, 20, 10, 10, 0, 500) },
      result: finished,
    });
  });

  test('takes a result with a `detail` of its own for a result', async () => {
    await using service = await startService(ok({ ...finished, detail: 'Scan not initiated yet' }));
    expect(await fetchScan(service.client)).toMatchObject({ state: 'started' });
  });

  test('writes an id into the path so that it stays one part of it', async () => {
    await using service = await startService(ok(finished));
    await service.client.fetch('a/../b?c#d', options, signal);
    expect(service.requests[0]?.path).toBe('/v1/api/scan/a%2F..%2Fb%3Fc%23d');
  });

  test('keeps the path of the base URL', async () => {
    await using service = await startService(ok(finished));
    await fetchScan(connect({ url: `${service.url}/tenant/` }).client);
    await fetchScan(connect({ url: `${service.url}/tenant` }).client);
    expect(service.requests.map(({ path }) => path)).toEqual([
      '/tenant/v1/api/scan/scan-1',
      '/tenant/v1/api/scan/scan-1',
    ]);
  });

  test.each([408, 429, 500, 502, 503, 504])('is sent again after %i', async (status) => {
    await using service = await startService(ok(finished), [busy(status)]);
    expect(await fetchScan(service.client)).toMatchObject({ state: 'started' });
    expect(service.requests).toHaveLength(2);
  });

  test.each([400, 401, 403, 404, 422])('is not repeated after %i', async (status) => {
    await using service = await startService(ok(finished), [busy(status)]);
    expect(await problemOf(fetchScan(service.client))).toEqual({
      kind: 'service',
      endpoint: 'fetch',
      attempts: 1,
      fault: { kind: 'status', status, detail: 'busy', retryAfterMs: 0 },
    });
  });

  test('gives up after four attempts', async () => {
    await using service = await startService(ok(finished), [{ ...busy(503), times: 100 }]);
    expect(await problemOf(fetchScan(service.client))).toMatchObject({
      attempts: 4,
      fault: { kind: 'status', status: 503 },
    });
    expect(service.requests).toHaveLength(4);
  });

  test('is sent again over a new connection where one broke, a second later', async () => {
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

describe('secrets', () => {
  test('that the service sends back reach nobody', async () => {
    const echo = { ...finished, issues: [{ severity: 'low', description: `Sent ${apiKey}` }] };
    await using service = await startService(ok(echo));
    const answer = await fetchScan(service.client);
    expect(JSON.stringify(answer)).not.toContain(apiKey);
    expect(JSON.stringify(answer)).toContain('Sent ***');
  });

  test('are taken out of an error before it is cut', async () => {
    const detail = `${'x'.repeat(290)}${apiKey}`;
    await using service = await startService(() => ({ status: 401, json: { detail } }));
    const problem = await problemOf(fetchScan(service.client));
    expect(JSON.stringify(problem)).not.toContain('sk-test');
  });

  test('are in no line of the log', async () => {
    await using service = await startService(ok(finished), [busy(500)]);
    await fetchScan(service.client);
    const text = JSON.stringify(service.log.entries);
    expect(text).not.toContain(apiKey);
    expect(text).toContain('GET /v1/api/scan/scan-1 → 200');
  });
});

describe('list', () => {
  test('gives the entries that can be read', async () => {
    const entry = { url: 'a.example', scans: [{ id: 'scan-1', progress: 100 }], total: 1 };
    await using service = await startService(ok([entry, 'x']));
    expect(await service.client.list(signal)).toEqual([entry]);
    expect(service.requests[0]).toMatchObject({ method: 'GET', path: '/v1/api/list_scans' });
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
  ])('tells of the error body %p what it says', async (text, detail) => {
    const headers = {
      'content-type': text.startsWith('{') || text.startsWith('[') ? 'application/json' : 'text/plain',
    };
    await using service = await startService(() => ({ status: 400, text, headers }));
    expect(await problemOf(fetchScan(service.client))).toMatchObject({
      fault: { kind: 'status', status: 400, detail },
    });
  });

  test('ends with the reason of its signal, while it waits and while it pauses', async () => {
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

  test('never begins when its signal has aborted before', async () => {
    await using service = await startService(ok(finished));
    const reason = new Error('cancelled');
    await expect(service.client.fetch('a', options, AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(service.requests).toHaveLength(0);
  });
});
