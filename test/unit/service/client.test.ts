import { describe, expect, test } from '@jest/globals';
import { createRedactor } from '../../../src/runner/redactor.ts';
import { type PdfRequest, readPdf } from '../../../src/service/client.ts';
import { startEndlessServer, startRawServer } from '../../support/raw-server.ts';
import {
  apiKey,
  connect,
  fetchScan,
  finished,
  ok,
  options,
  signal,
  startScan,
  startService,
} from './service-client.ts';

describe('start', () => {
  test('sends URL and preferences as given, with the key, and no preferences if none are given', async () => {
    await using service = await startService(ok({ enqueued_scan_id: 'scan-1', queue: 3 }));
    const body = { url: 'a.example/?x=1', preferences: { crawler_options: { open_redirect: true } } };
    expect(await service.client.start(body, signal)).toBe('scan-1');
    expect(service.requests).toHaveLength(1);
    expect(service.requests[0]).toMatchObject({ method: 'POST', path: '/v1/api/scan', body });
    expect(service.requests[0]?.headers).toMatchObject({
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
    });
    await startScan(service.client);
    expect(service.requests[1]?.body).toEqual({ url: 'a.example' });
  });

  test.each([
    [{ enqueued_scan_id: 5 }, 'enqueued_scan_id', 'a text'],
    ...['', '..', '../list_scans', 'a/b'].map((id): [object, string, string] => [
      { enqueued_scan_id: id },
      'enqueued_scan_id',
      'another value',
    ]),
    [[], 'the body', 'an object'],
    [null, 'the body', 'an object'],
  ])('does not accept %j, names the place, and is not retried', async (body, where, expected) => {
    await using service = await startService(ok(body));
    const fault = { kind: 'wrong-shape', path: where, expected };
    const problem = { kind: 'service', operation: 'start', tries: 1, fault };
    await expect(startScan(service.client)).rejects.toHaveProperty('problem', problem);
    expect(service.requests).toHaveLength(1);
  });
});

test('without an API key, no request is sent, and that is the problem', async () => {
  await using service = await startService(ok({}));
  const { client } = connect(service, undefined, null);
  const problem = { kind: 'missing-api-key' };
  const answers = await Promise.allSettled([
    startScan(client),
    fetchScan(client),
    client.listScans(signal),
    client.fetchPdfReport(request, signal),
  ]);
  for (const answer of answers) expect(answer).toMatchObject({ status: 'rejected', reason: { problem } });
  expect(service.requests).toEqual([]);
});

describe('fetch', () => {
  test('sends the parameters that are on, and the language as a header field as well', async () => {
    await using service = await startService(ok(finished));
    await fetchScan(service.client);
    await service.client.fetchScan(
      'scan-1',
      { ...options, 'include-subdomains': false, 'include-leaks': true },
      signal,
    );
    const [request, other] = service.requests;
    const always = { language: 'pt' };
    expect(request).toMatchObject({ method: 'GET', path: '/v1/api/scan/scan-1', body: undefined });
    expect(Object.fromEntries(request?.query ?? [])).toEqual({ ...always, return_subdomains: 'true' });
    expect(Object.fromEntries(other?.query ?? [])).toEqual({ ...always, return_leak: 'true' });
    expect(request?.headers).toMatchObject({ ...always, authorization: `Bearer ${apiKey}` });
  });

  test('keeps the path of the base URL, and writes an id so that it stays one part of the path', async () => {
    await using service = await startService(ok(finished));
    for (const path of ['/tenant/', '/tenant']) {
      await connect({ url: `${service.url}${path}` }).client.fetchScan('a/../b?c#d', options, signal);
      expect(service.requests.at(-1)?.path).toBe('/tenant/v1/api/scan/a%2F..%2Fb%3Fc%23d');
    }
  });

  test('reads an answer as it came, with a secret that the service sends back: it is compared first', async () => {
    const echo = { ...finished, issues: [{ severity: 'low', description: `Sent ${apiKey}` }] };
    await using service = await startService(ok(echo));
    expect(await fetchScan(service.client)).toMatchObject({ raw: echo, result: echo });
  });

  test('reads a result of 32 MiB, and refuses a larger one without asking again', async () => {
    const limitMib = 32;
    const text = JSON.stringify(finished);
    await using service = await startRawServer((_request, response) => {
      const tooMany = service.requests.length === 1 ? 0 : 1;
      response.end(
        Buffer.concat([Buffer.from(text), Buffer.alloc(limitMib * 1_048_576 - text.length + tooMany, ' ')]),
      );
    });
    const { client } = connect(service);
    expect(await fetchScan(client)).toMatchObject({ percentage: 100, raw: finished });
    const fault = { kind: 'too-large', limitMib };
    await expect(fetchScan(client)).rejects.toMatchObject({
      problem: { operation: 'fetch', tries: 1, fault },
    });
  });
});

describe('list', () => {
  test('gives the entries that can be read', async () => {
    const entry = { url: 'a.example', scans: [{ id: 'scan-1', progress: 100 }] };
    await using service = await startService(ok([entry, 'x']));
    expect(await service.client.listScans(signal)).toEqual([entry]);
    expect(service.requests[0]).toMatchObject({ method: 'GET', path: '/v1/api/list_scans' });
  });

  test.each([
    ['the `Date` header', { date: 'Sat, 21 Nov 2026 12:00:00 GMT' }, 1_795_262_400],
    ['our clock if there is no such header', { date: 'soon' }, 0],
  ])('knows no date that is later, by %s', async (_what, headers, nowSeconds) => {
    const scans = [30, 90].map((ahead) => ({ id: `scan-${ahead}`, startDate: nowSeconds + ahead }));
    await using service = await startService(() => ({ status: 200, headers, json: [{ url: 'a', scans }] }));
    const [entry] = await service.client.listScans(signal);
    expect(entry?.scans?.map(({ startDate = null }) => startDate)).toEqual([nowSeconds + 30, null]);
  });
});

const pdf = Buffer.from(`%PDF-1.4\n${'x'.repeat(200_000)}\n%%EOF\n`);
const request: PdfRequest = {
  report_type: 'ACTION_REPORT',
  scan_id: 'scan-1',
  target_url: 'https://a.example',
  language: 'pt',
  logo: undefined,
  color_theme_hex: undefined,
};

describe('report', () => {
  test('sends every field that is known, and the target always', async () => {
    await using service = await startService(() => ({ status: 200, text: '%PDF-1.4 %%EOF' }));
    const look = { logo: 'https://a.example/l.png', color_theme_hex: '#112233' };
    const other = { ...request, target_url: null, ...look };
    for (const wanted of [request, other]) await service.client.fetchPdfReport(wanted, signal);
    for (const sent of service.requests) {
      expect(sent).toMatchObject({ method: 'POST', path: '/v1/api/reports/generate' });
      expect(sent.headers['accept']).toBe('application/pdf, */*;q=0.5');
    }
    const bodies = [request, other].map((wanted) => JSON.parse(JSON.stringify(wanted)));
    expect(service.requests.map(({ body }) => body)).toEqual(bodies);
  });

  test('asks again if the service is busy, and gives the PDF byte for byte', async () => {
    await using service = await startRawServer((_request, response) => {
      if (service.requests.length === 1) response.writeHead(503, { 'retry-after': '0' }).end('busy');
      else response.end(pdf);
    });
    expect(await connect(service).client.fetchPdfReport(request, signal)).toEqual(pdf);
  });

  test('asks once more, and no more, for a report that may have been made', async () => {
    await using service = await startRawServer((_request, response) => response.end('<html>Login</html>'));
    const problem = { kind: 'service', operation: 'report', tries: 2, fault: { kind: 'not-pdf' } };
    await expect(connect(service).client.fetchPdfReport(request, signal)).rejects.toMatchObject({
      problem,
    });
  });

  test('refuses a PDF beyond 32 MiB', async () => {
    await using service = await startEndlessServer('%PDF-1.4\n');
    const problem = { tries: 1, fault: { kind: 'too-large', limitMib: 32 } };
    await expect(connect(service).client.fetchPdfReport(request, signal)).rejects.toMatchObject({
      problem,
    });
  });
});

const secret = 'k3y-(Abc)/Def+5678';
const redactor = createRedactor();
redactor.add(secret);
const { redact } = redactor;

const read = (bytes: Uint8Array) => readPdf(new Uint8Array(bytes).buffer, redact);

describe('readPdf', () => {
  test('takes a PDF as it is', () => {
    expect(read(pdf)).toEqual(pdf);
  });

  test.each([
    ['an HTML page', '<!DOCTYPE html><title>Login</title>%%EOF'],
    ['nothing', ''],
    ['less than the header', '%PD'],
    ['a header after more than a kilobyte', `${' '.repeat(1025)}%PDF-1.7 %%EOF`],
    ['a PDF that was cut off', pdf.subarray(0, 2000)],
    ['a trailer too far from the end', `%PDF-1.7 %%EOF${' '.repeat(1100)}`],
    ['a PDF with a secret', `%PDF-1.7 ${secret} %%EOF`, 'holds-secret'],
    ['a PDF with a secret in a URL', `%PDF-1.7 ${encodeURIComponent(secret)} %%EOF`, 'holds-secret'],
  ])('refuses %s', (_what, bytes, kind = 'not-pdf') => {
    expect(() => read(Buffer.from(bytes))).toThrow(expect.objectContaining({ fault: { kind } }));
  });
});
