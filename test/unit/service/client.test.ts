import { describe, expect, test } from '@jest/globals';
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
