import type { Log } from '../core/ports.ts';
import type { ReportType } from '../core/words.ts';
import type { ScanAnswer } from './answers.ts';
import { type Exchange, type ServiceAddress, serviceExchange } from './exchange.ts';
import { withoutRawData } from './issue.ts';
import { jsonBody } from './json-body.ts';
import { pdfFile } from './pdf-file.ts';
import type { WireTargetEntry } from './schema.ts';

export interface FetchOptions {
  readonly language: 'en' | 'pt';
  readonly includeSubdomains: boolean;
  readonly includeLeaks: boolean;
}

export interface ReportRequest {
  readonly type: ReportType;
  readonly scanId: string;
  /** Described as required by the field table and optional by the schema: so it is always sent. */
  readonly targetUrl: string | null;
  readonly language: 'en' | 'pt';
  readonly logo: string | null;
  readonly color: string | null;
}

/**
 * The service's interface in code (service interface, section 4). Every method throws a `ProblemError` of kind `service`
 * when there is no usable answer, and the reason of `signal` when that aborts.
 */
export interface ServiceClient {
  /** Submits `url` as given. @returns the scan id */
  start(request: { url: string; preferences: object | null }, signal: AbortSignal): Promise<string>;
  fetch(scanId: string, options: FetchOptions, signal: AbortSignal): Promise<ScanAnswer>;
  list(signal: AbortSignal): Promise<WireTargetEntry[]>;
  /** Writes the PDF to `path`. @returns its size in bytes */
  report(request: ReportRequest, path: string, signal: AbortSignal): Promise<number>;
}

const mebibyte = 1024 * 1024;
const silenceMs = 30_000;
const json = { accept: 'application/json', silenceMs, maxBytes: 8 * mebibyte };
/** 100,000 findings are about 146 MB; V8 holds strings up to 512 MiB. */
const maxResultBytes = 256 * mebibyte;
const maxReportBytes = 64 * mebibyte;
/** The service writes a report on demand (`contract.md`, promise 7). */
const reportSilenceMs = 300_000;

export function createServiceClient(address: ServiceAddress, log: Log): ServiceClient {
  const exchange = serviceExchange(address, log);
  return {
    start: (request, signal) => start(exchange, request, signal),
    fetch: (scanId, options, signal) => fetchScan(exchange, { scanId, options, signal }),
    list: async (signal) => {
      const body = jsonBody(async (value) => (await import('./answers.ts')).readList(value));
      await exchange(
        {
          ...json,
          maxBytes: 64 * mebibyte,
          endpoint: 'list',
          method: 'get',
          path: 'v1/api/list_scans',
          signal,
        },
        body,
      );
      return body.value();
    },
    report: (request, path, signal) => report(exchange, { request, path, signal }),
  };
}

async function start(
  exchange: Exchange,
  request: { url: string; preferences: object | null },
  signal: AbortSignal,
): Promise<string> {
  const body = jsonBody(async (value) => (await import('./answers.ts')).readStarted(value));
  const { url, preferences } = request;
  const fields = preferences === null ? { url } : { url, preferences };
  await exchange(
    { ...json, endpoint: 'start', method: 'post', path: 'v1/api/scan', json: fields, signal },
    body,
  );
  return body.value();
}

interface Fetching {
  readonly scanId: string;
  readonly options: FetchOptions;
  readonly signal: AbortSignal;
}

async function fetchScan(exchange: Exchange, { scanId, options, signal }: Fetching): Promise<ScanAnswer> {
  const body = jsonBody(
    async (value, text) => (await import('./answers.ts')).readScan(value, text),
    withoutRawData,
  );
  const operation = { ...json, maxBytes: maxResultBytes, endpoint: 'fetch', method: 'get', signal } as const;
  const path = `v1/api/scan/${encodeURIComponent(scanId)}`;
  const searchParams = {
    language: options.language,
    issue_types: 'true',
    return_subdomains: String(options.includeSubdomains),
    return_leak: String(options.includeLeaks),
  };
  // The published sample passes these two as header fields as well; which form is honoured is not shown.
  const headers = { language: options.language, issue_types: 'true' };
  await exchange({ ...operation, path, searchParams, headers }, body);
  return body.value();
}

async function report(
  exchange: Exchange,
  wanted: { request: ReportRequest; path: string; signal: AbortSignal },
): Promise<number> {
  const { request, path, signal } = wanted;
  const file = pdfFile(path);
  const fields = {
    report_type: request.type,
    scan_id: request.scanId,
    target_url: request.targetUrl,
    language: request.language,
    ...(request.logo === null ? {} : { logo: request.logo }),
    ...(request.color === null ? {} : { color_theme_hex: request.color }),
  };
  const limits = { silenceMs: reportSilenceMs, maxBytes: maxReportBytes, accept: 'application/pdf' };
  try {
    await exchange(
      {
        ...limits,
        endpoint: 'report',
        method: 'post',
        path: 'v1/api/reports/generate',
        json: fields,
        signal,
      },
      file,
    );
    return file.bytes();
  } catch (error) {
    file.discard();
    throw error;
  }
}
