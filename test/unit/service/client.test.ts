import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from '@jest/globals';
import { ProblemError } from '../../../src/core/problem.ts';
import type { ReportRequest } from '../../../src/service/client.ts';
import { startRawServer } from './raw-server.ts';
import {
  apiKey,
  connect,
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
    const body = { url: 'a.example/?x=1', preferences };
    expect(service.requests[0]).toMatchObject({ method: 'POST', path: '/v1/api/scan', body });
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

  test.each([
    [{}, 'enqueued_scan_id'],
    [{ enqueued_scan_id: 5 }, 'enqueued_scan_id'],
    [{ enqueued_scan_id: '../list_scans' }, 'enqueued_scan_id'],
    [[], 'the body'],
    [null, 'the body'],
  ])('does not accept %j, names the place, and is not retried', async (body, where) => {
    await using service = await startService(ok(body));
    const problem = await problemOf(service.client.start({ url: 'a.example', preferences: null }, signal));
    const fault = { kind: 'wrong-shape', where };
    expect(problem).toMatchObject({ kind: 'service', endpoint: 'start', fault });
    expect(service.requests).toHaveLength(1);
  });
});

describe('fetch', () => {
  test('sends the parameters that are on, and two of them as header fields as well', async () => {
    await using service = await startService(ok(finished));
    await fetchScan(service.client);
    const leaks = { ...options, includeSubdomains: false, includeLeaks: true };
    await service.client.fetch('scan-1', leaks, signal);
    const [request, other] = service.requests;
    expect(request).toMatchObject({ method: 'GET', path: '/v1/api/scan/scan-1', body: undefined });
    expect(Object.fromEntries(request?.query ?? [])).toEqual({
      language: 'pt',
      issue_types: 'true',
      return_subdomains: 'true',
    });
    expect(Object.fromEntries(other?.query ?? [])).toEqual({
      language: 'pt',
      issue_types: 'true',
      return_leak: 'true',
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
      raw: finished,
    });
  });

  test('reads a result that has a `detail` as a result', async () => {
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

  test('takes out secrets that the service sends back', async () => {
    const echo = { ...finished, issues: [{ severity: 'low', description: `Sent ${apiKey}` }] };
    await using service = await startService(ok(echo));
    const answer = await fetchScan(service.client);
    expect(JSON.stringify(answer)).not.toContain(apiKey);
    expect(JSON.stringify(answer)).toContain('Sent ***');
  });

  test('reads a result of 64 MiB, and refuses a larger one without asking again', async () => {
    const limitBytes = 67_108_864;
    const text = JSON.stringify(finished);
    await using service = await startRawServer((_request, response) => {
      const tooMany = service.requests.length === 1 ? 0 : 1;
      response.end(Buffer.concat([Buffer.from(text), Buffer.alloc(limitBytes - text.length + tooMany, ' ')]));
    });
    const { client } = connect(service);
    expect(await fetchScan(client)).toMatchObject({ state: 'started', raw: finished });
    expect(await problemOf(fetchScan(client))).toMatchObject({
      endpoint: 'fetch',
      attempts: 1,
      fault: { kind: 'too-large', limitBytes },
    });
  });

  test('refuses a small compressed body with millions of objects, and does not ask again', async () => {
    const bomb = gzipSync(`{"issues":[${'{}'.repeat(4_000_000)}]}`);
    expect(bomb.length).toBeLessThan(60_000);
    await using service = await startRawServer((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    );
    expect(await problemOf(fetchScan(connect(service).client))).toEqual({
      kind: 'service',
      endpoint: 'fetch',
      attempts: 1,
      fault: { kind: 'too-many-values' },
    });
    expect(service.requests).toHaveLength(1);
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

const folder = mkdtempSync(join(tmpdir(), 'report-'));
afterAll(() => rmSync(folder, { recursive: true }));

const pdf = Buffer.from(`%PDF-1.4\n${'x'.repeat(200_000)}\n%%EOF\n`);
const request: ReportRequest = {
  type: 'ACTION_REPORT',
  scanId: 'scan-1',
  targetUrl: 'https://a.example',
  language: 'pt',
  logo: null,
  color: null,
};

const clientOf = (server: { url: string }) => connect(server).client;

describe('report', () => {
  test('sends every field that is known, and the target always', async () => {
    await using service = await startService(() => ({ status: 200, text: '%PDF-1.4 %%EOF' }));
    const other = { ...request, targetUrl: null, logo: 'https://a.example/l.png', color: '#112233' };
    const path = join(folder, 'sent.pdf');
    for (const wanted of [request, other]) await service.client.report(wanted, path, signal);
    const sent = service.requests.map(({ method, path: asked }) => `${method} ${asked}`);
    for (const { headers } of service.requests) expect(headers['accept']).toBe('application/pdf, */*;q=0.5');
    expect(sent).toEqual(Array.from({ length: 2 }, () => 'POST /v1/api/reports/generate'));
    expect(service.requests.map(({ body }) => body)).toEqual([
      { report_type: 'ACTION_REPORT', scan_id: 'scan-1', target_url: 'https://a.example', language: 'pt' },
      {
        report_type: 'ACTION_REPORT',
        scan_id: 'scan-1',
        target_url: null,
        language: 'pt',
        logo: 'https://a.example/l.png',
        color_theme_hex: '#112233',
      },
    ]);
  });

  test('writes the PDF byte for byte, and gives its size', async () => {
    await using service = await startRawServer((_request, response) => response.end(pdf));
    const path = join(folder, 'report.pdf');
    expect(await clientOf(service).report(request, path, signal)).toBe(pdf.length);
    expect(readFileSync(path).equals(pdf)).toBe(true);
  });

  test('refuses everything but a PDF, asks again, and leaves no file', async () => {
    const bodies = [
      Buffer.from('<html>Login</html>'),
      Buffer.from('{"detail":"x"}'),
      pdf.subarray(0, 100_000),
      Buffer.alloc(0),
    ];
    const outcomes = bodies.map(async (body, index) => {
      await using service = await startRawServer((_request, response) => {
        if (service.requests.length === 1) response.end(body);
        else response.writeHead(403).end();
      });
      const path = join(folder, `refused-${index}.pdf`);
      expect(await problemOf(clientOf(service).report(request, path, signal))).toMatchObject({
        kind: 'service',
        endpoint: 'report',
        attempts: 2,
        fault: { status: 403 },
      });
      return existsSync(path);
    });
    expect(await Promise.all(outcomes)).toEqual([false, false, false, false]);
  });

  test('refuses a PDF beyond 64 MiB, and leaves no file', async () => {
    await using service = await startRawServer((_request, response) => {
      response.write('%PDF-1.4\n');
      const mebibyte = Buffer.alloc(1_048_576);
      const more = (): void => {
        while (!response.destroyed && response.write(mebibyte));
      };
      response.on('drain', more);
      more();
    });
    const path = join(folder, 'endless.pdf');
    expect(await problemOf(clientOf(service).report(request, path, signal))).toMatchObject({
      attempts: 1,
      fault: { kind: 'too-large', limitBytes: 67_108_864 },
    });
    expect(existsSync(path)).toBe(false);
  });

  test('asks again where the service was busy, and leaves no file where it refuses', async () => {
    await using service = await startRawServer((_request, response) => {
      if (service.requests.length === 1) response.writeHead(503, { 'retry-after': '0' }).end('busy');
      else response.end(pdf);
    });
    expect(await clientOf(service).report(request, join(folder, 'again.pdf'), signal)).toBe(pdf.length);
    await using strict = await startRawServer((_request, response) => response.writeHead(403).end());
    const path = join(folder, 'none.pdf');
    await expect(clientOf(strict).report(request, path, signal)).rejects.toThrow(ProblemError);
    expect(existsSync(path)).toBe(false);
  });
});
