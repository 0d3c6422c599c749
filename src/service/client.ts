/** The four operations of the scanning service. */

import { RequestError } from '../core/fault.ts';
import type { Redactor, RunPorts } from '../core/ports.ts';
import { ProblemError } from '../core/problem.ts';
import type { WorkflowInputs } from '../settings/read-inputs.ts';
import type { PdfType } from '../settings/value-schemas.ts';
import { readJsonBody, readScanAnswer, readScanList, readStartAnswer, type ScanAnswer } from './answers.ts';
import { type Operation, operationSender, type SendOperation } from './request.ts';
import type { WireScanList } from './wire.ts';

/** The service knows these two languages, whatever the languages of the reports. */
type ServiceLanguage = 'en' | 'pt';

/** How a scan is read. */
export type FetchOptions = Pick<WorkflowInputs, 'language' | 'include-subdomains' | 'include-leaks'>;

/** What a PDF report is asked for with, by the names of the interface. */
export interface PdfRequest {
  readonly report_type: PdfType;
  readonly scan_id: string;
  /** Always sent: the field table of the interface requires it, its schema does not. */
  readonly target_url: string | null;
  readonly language: ServiceLanguage;
  readonly logo: string | undefined;
  readonly color_theme_hex: string | undefined;
}

/**
 * The interface of the service (`docs/internals/service-interface.md`, section 4). Every method throws a `ProblemError`
 * of kind `service` when there is no usable answer, of kind `internal` after a mistake of our own, and the reason of
 * `signal` when that aborts. Without an API key, a method sends nothing, and throws a `ProblemError` of kind
 * `missing-api-key`.
 */
export interface ServiceClient {
  /** Submits `url` as given, once. @returns the scan id */
  start(request: { url: string; preferences: object | undefined }, signal: AbortSignal): Promise<string>;
  /** @returns `null` while the scan waits in the queue */
  fetchScan(scanId: string, options: FetchOptions, signal: AbortSignal): Promise<ScanAnswer | null>;
  listScans(signal: AbortSignal): Promise<WireScanList>;
  /** @returns the bytes of the PDF report, in which no secret can be read */
  fetchPdfReport(request: PdfRequest, signal: AbortSignal): Promise<Uint8Array>;
}

const usualLimits = {
  silenceMs: 30_000,
  /** Largest answer, after decompression. A result with 20,000 findings of 1.5 KB is that large. */
  maxBytes: 32 * 1024 * 1024,
  /** Longest time for an operation with retries, however slowly bytes keep coming. */
  totalMs: 600_000,
};
/** The service makes a PDF report on demand, so it may be silent for longer. */
const pdfSilenceMs = 300_000;
/** Errors, which are JSON or text, are accepted too: a service may refuse a request that does not accept their type. */
const acceptPdf = 'application/pdf, */*;q=0.5';

export function createServiceClient(
  { 'api-key': apiKey, 'base-url': baseUrl }: Pick<WorkflowInputs, 'api-key' | 'base-url'>,
  ports: Pick<RunPorts, 'redactor' | 'log' | 'clock'>,
): ServiceClient {
  const holdsKey = (id: string) => apiKey !== null && id.includes(apiKey);
  const rejectWithoutKey = () => Promise.reject(new ProblemError({ kind: 'missing-api-key' }));
  const send: SendOperation =
    apiKey === null || baseUrl === null ? rejectWithoutKey : operationSender({ apiKey, baseUrl }, ports);
  const sendForJson = <T>(
    operation: Omit<Operation, keyof typeof usualLimits>,
    read: (value: unknown, servedAt: number | null) => T,
  ): Promise<T> =>
    send({ ...usualLimits, ...operation }, (body, servedAt) => read(readJsonBody(body), servedAt));
  return {
    start: (json, signal) => {
      const request = { method: 'post', json };
      return sendForJson({ name: 'start', path: 'v1/api/scan', request, signal }, (value) =>
        readStartAnswer(value, holdsKey),
      );
    },
    fetchScan: (scanId, options, signal) => {
      const path = `v1/api/scan/${encodeURIComponent(scanId)}`;
      return sendForJson({ name: 'fetch', path, request: fetchRequestOf(options), signal }, readScanAnswer);
    },
    listScans: (signal) =>
      sendForJson({ name: 'list', path: 'v1/api/list_scans', request: {}, signal }, (value, servedAt) =>
        readScanList(value, servedAt ?? ports.clock.now(), holdsKey),
      ),
    fetchPdfReport: (pdf, signal) => {
      const request = { method: 'post', headers: { accept: acceptPdf }, json: pdf };
      const limits = { ...usualLimits, silenceMs: pdfSilenceMs };
      return send({ ...limits, name: 'report', path: 'v1/api/reports/generate', request, signal }, (body) =>
        readPdf(body, ports.redactor.redact),
      );
    },
  };
}

/** The findings are asked for as a list, which is the default (`docs/internals/service-interface.md`, section 4.2). */
function fetchRequestOf({ language, ...include }: FetchOptions): Operation['request'] {
  return {
    searchParams: {
      language,
      // Left out when off: the interface does not say how `false` is read.
      return_subdomains: include['include-subdomains'] ? 'true' : undefined,
      return_leak: include['include-leaks'] ? 'true' : undefined,
    },
    // The published sample sends it as query and as header, and does not show which of them counts.
    headers: { language },
  };
}

const header = Buffer.from('%PDF-');
const trailer = '%%EOF';
/** Readers look for header and trailer in the first and last kilobyte (PDF 1.7, appendix H.3.4). */
const edgeBytes = 1024;

/**
 * The bytes of a PDF. Refuses a body without header and trailer of a PDF, and a body in which a secret can be read,
 * because a secret in a PDF cannot be replaced.
 *
 * @throws RequestError of kind `not-pdf` or `holds-secret`
 */
export function readPdf(body: ArrayBuffer, redact: Redactor['redact']): Uint8Array {
  const bytes = Buffer.from(body);
  const hasHeader = bytes.subarray(0, edgeBytes + header.length).includes(header);
  if (!hasHeader || !bytes.subarray(-edgeBytes).includes(trailer))
    throw new RequestError({ kind: 'not-pdf' });
  const text = bytes.toString();
  if (redact(text) !== text) throw new RequestError({ kind: 'holds-secret' });
  return bytes;
}
