import { describe, expect, test } from '@jest/globals';
import { JsonText } from '../../../src/service/json-text.ts';
import {
  apiKey,
  busy,
  connect,
  fetchScan,
  finished,
  ok,
  options,
  problemOf,
  signal,
  startService,
} from './service-client.ts';

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
      raw: new JsonText(Buffer.from(JSON.stringify(finished))),
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
