import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { ProblemError } from '../../../src/core/problem.ts';
import { createRedactor } from '../../../src/runner/redactor.ts';
import { createServiceClient, type ReportRequest } from '../../../src/service/client.ts';
import { Faults } from '../../support/faults.ts';
import { startLoopback } from '../../support/loopback.ts';
import { createRecordingLog } from '../../support/recording-log.ts';
import { startRawServer } from './raw-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'report-'));
afterAll(() => rmSync(folder, { recursive: true }));

const { signal } = new AbortController();
const pdf = Buffer.from(`%PDF-1.4\n${'x'.repeat(200_000)}\n%%EOF\n`);
const request: ReportRequest = {
  type: 'ACTION_REPORT',
  scanId: 'scan-1',
  targetUrl: 'https://a.example',
  language: 'pt',
  logo: null,
  color: null,
};

const clientOf = ({ url }: { url: string }) =>
  createServiceClient(
    { baseUrl: new URL(url), apiKey: 'key', secrets: createRedactor() },
    createRecordingLog(),
  );

describe('report', () => {
  test('sends every field that is known, and the target always', async () => {
    await using service = await startLoopback({
      faults: new Faults(),
      respond: () => ({ status: 200, text: '%PDF-1.4 %%EOF' }),
    });
    const client = clientOf(service);
    await client.report(request, join(folder, 'a.pdf'), signal);
    await client.report(
      { ...request, targetUrl: null, logo: 'https://a.example/l.png', color: '#112233' },
      join(folder, 'b.pdf'),
      signal,
    );
    expect(service.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(
      Array.from({ length: 2 }, () => 'POST /v1/api/reports/generate'),
    );
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

  test('takes nothing else for a PDF, asks again, and leaves no file', async () => {
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
      const error = await clientOf(service)
        .report(request, path, signal)
        .catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({
        problem: { kind: 'service', endpoint: 'report', attempts: 2, fault: { status: 403 } },
      });
      return existsSync(path);
    });
    expect(await Promise.all(outcomes)).toEqual([false, false, false, false]);
  });

  test('refuses a PDF beyond 64 MiB, and leaves no file', async () => {
    await using service = await startRawServer((_request, response) => {
      response.write('%PDF-1.4\n');
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(1_048_576)));
      };
      response.on('drain', more);
      more();
    });
    const path = join(folder, 'endless.pdf');
    const error = await clientOf(service)
      .report(request, path, signal)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      problem: { attempts: 1, fault: { kind: 'too-large', limitBytes: 67_108_864 } },
    });
    expect(existsSync(path)).toBe(false);
  });

  test('asks again where the service was busy, and leaves no file where it refuses', async () => {
    await using service = await startRawServer((_request, response) => {
      if (service.requests.length === 1) response.writeHead(503, { 'retry-after': '0' }).end('busy');
      else response.end(pdf);
    });
    const path = join(folder, 'again.pdf');
    expect(await clientOf(service).report(request, path, signal)).toBe(pdf.length);
    await using strict = await startRawServer((_request, response) => response.writeHead(403).end());
    await expect(clientOf(strict).report(request, join(folder, 'none.pdf'), signal)).rejects.toThrow(
      ProblemError,
    );
    expect(existsSync(join(folder, 'none.pdf'))).toBe(false);
  });
});
