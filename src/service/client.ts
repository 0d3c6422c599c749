import type { ReportType } from '../core/choices.ts';
import type { Log, World } from '../core/ports.ts';
import type { Inputs } from '../inputs/step-inputs.ts';
import type { ScanAnswer } from './answers.ts';
import { jsonBody, type ReadJson } from './json-body.ts';
import { pdfFile } from './pdf-file.ts';
import { type Operation, type ServiceAddress, serviceExchange } from './request.ts';
import type { WireTargetEntry } from './wire.ts';

export interface FetchOptions {
  readonly language: 'en' | 'pt';
  readonly includeSubdomains: boolean;
  readonly includeLeaks: boolean;
}

export interface ReportRequest {
  readonly type: ReportType;
  readonly scanId: string;
  /** Always sent: the field table of the interface requires it, its schema does not. */
  readonly targetUrl: string | null;
  readonly language: 'en' | 'pt';
  readonly logo: string | null;
  readonly color: string | null;
}

/**
 * The interface of the service (`docs/service-interface.md`, section 4). Every method throws a `ProblemError` of kind
 * `service` when there is no usable answer, and the reason of `signal` when that aborts.
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
/** For an operation with its retries, however slowly bytes keep coming (`docs/contract.md`, promise 7). */
const totalMs = 600_000;
const json = { accept: 'application/json', silenceMs: 30_000, totalMs };
const maxStartBytes = 8 * mebibyte;
/** Of a list, of a result and of a report each. A result with 40,000 findings of 1.5 KB each is as large. */
const maxBytes = 64 * mebibyte;
/** The service writes a report on demand, so it may be silent for longer. */
const pdf = {
  // Errors are JSON or text. A service may refuse a request that does not accept its type.
  accept: 'application/pdf, */*;q=0.5',
  silenceMs: 300_000,
  totalMs,
  maxBytes,
};

/** The client for the inputs; `null` without an API key. */
export function connectService(
  { apiKey, baseUrl }: Inputs['service'],
  { redactor, log }: World,
): ServiceClient | null {
  return apiKey === null ? null : createServiceClient({ apiKey, baseUrl, redactor }, log);
}

export function createServiceClient(address: ServiceAddress, log: Log): ServiceClient {
  const exchange = serviceExchange(address, log);
  const { redact } = address.redactor;
  const ask = <T>(operation: Operation, read: ReadJson<T>): Promise<T> =>
    exchange(operation, () => jsonBody({ maxBytes: operation.maxBytes, redact }, read));
  // A run starts faster if the schemas are loaded no sooner than the first answer is here.
  const answers = () => import('./answers.ts');
  return {
    start: (request, signal) =>
      ask(startOperation(request, signal), async (value) => (await answers()).readStarted(value)),
    fetch: (scanId, options, signal) =>
      ask(fetchOperation(scanId, options, signal), async (value) => (await answers()).readScan(value)),
    list: (signal) => ask(listOperation(signal), async (value) => (await answers()).readList(value)),
    report: (request, path, signal) =>
      exchange(reportOperation(request, signal), () => pdfFile(path, redact)),
  };
}

function startOperation(
  { url, preferences }: { url: string; preferences: object | null },
  signal: AbortSignal,
): Operation {
  const fields = preferences === null ? { url } : { url, preferences };
  const limits = { ...json, maxBytes: maxStartBytes };
  return { ...limits, endpoint: 'start', method: 'post', path: 'v1/api/scan', json: fields, signal };
}

function fetchOperation(scanId: string, options: FetchOptions, signal: AbortSignal): Operation {
  const { language, includeSubdomains, includeLeaks } = options;
  return {
    ...json,
    maxBytes,
    endpoint: 'fetch',
    method: 'get',
    path: `v1/api/scan/${encodeURIComponent(scanId)}`,
    searchParams: {
      language,
      issue_types: 'true',
      // Left out when off: the interface does not say how `false` is read.
      ...(includeSubdomains ? { return_subdomains: 'true' } : {}),
      ...(includeLeaks ? { return_leak: 'true' } : {}),
    },
    // The published sample sends these two as headers as well, and does not show which of the two counts.
    headers: { language, issue_types: 'true' },
    signal,
  };
}

function listOperation(signal: AbortSignal): Operation {
  const limits = { ...json, maxBytes };
  return { ...limits, endpoint: 'list', method: 'get', path: 'v1/api/list_scans', signal };
}

function reportOperation(request: ReportRequest, signal: AbortSignal): Operation {
  const fields = {
    report_type: request.type,
    scan_id: request.scanId,
    target_url: request.targetUrl,
    language: request.language,
    ...(request.logo === null ? {} : { logo: request.logo }),
    ...(request.color === null ? {} : { color_theme_hex: request.color }),
  };
  return {
    ...pdf,
    endpoint: 'report',
    method: 'post',
    path: 'v1/api/reports/generate',
    json: fields,
    signal,
  };
}
