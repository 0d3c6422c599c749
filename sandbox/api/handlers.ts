import type { Clock } from '../../src/core/ports.ts';
import { renderPdf } from '../pdf/render-pdf.ts';
import { runScan } from '../scan/run-scan.ts';
import { createScan, type Scan, type ScanBehaviour } from '../scan/scan.ts';
import { toScanList, toScanResult } from '../scan/scan-result.ts';
import { languages } from '../scan/wire.ts';
import { type Answer, ApiError, jsonAnswer } from './answer.ts';
import type { ApiRequest } from './request.ts';
import { readJsonBody, reportRequestSchema, scanRequestSchema } from './schema.ts';

/** What the handlers share. */
export interface SandboxState {
  readonly clock: Clock;
  readonly queueMs: number;
  readonly scanMs: number;
  /** Oldest first. */
  readonly scans: Scan[];
  /** Applies to scans that start from now on. */
  scanBehaviour: ScanBehaviour;
  /** Aborts when the sandbox closes. */
  readonly closing: AbortController;
  /** Receives errors of the sandbox itself. */
  readonly onError: (error: unknown) => void;
}

/** docs/internals/service-interface.md, section 4.1. */
export function startScan(request: ApiRequest, state: SandboxState): Answer {
  const { url, preferences } = readJsonBody(request.body, scanRequestSchema);
  const { clock, queueMs, scanMs, closing } = state;
  const scan = createScan({ url, preferences, behaviour: { ...state.scanBehaviour }, nowMs: clock.now() });
  state.scans.push(scan);
  runScan(scan, { clock, queueMs, scanMs, signal: closing.signal }).catch((error: unknown) => {
    if (closing.signal.aborted) return;
    scan.state = 'ended-early';
    scan.endedAtMs = clock.now();
    state.onError(error);
  });
  return jsonAnswer(200, { enqueued_scan_id: scan.id });
}

/** Section 4.2. */
export function fetchScan(request: ApiRequest, state: SandboxState): Answer {
  const wanted = readParameter(request, 'language') ?? 'en';
  const language = languages.find((known) => known === wanted);
  if (language === undefined) throw new ApiError(422, `language must be one of ${languages.join(', ')}.`);
  const options = {
    language,
    byType: readFlag(request, 'issue_types'),
    withSubdomains: readFlag(request, 'return_subdomains'),
    withLeaks: readFlag(request, 'return_leak'),
  };
  const scan = findScan(state, request.path.split('/').at(-1) ?? '');
  if (scan.state === 'queued') return jsonAnswer(200, { detail: 'Scan not initiated yet' });
  return jsonAnswer(200, toScanResult(scan, options));
}

/** The document leaves open which of the two forms counts; here the header counts where the query has nothing. */
function readParameter(request: ApiRequest, name: string): string | undefined {
  const header = request.headers[name];
  return request.query.get(name) ?? (typeof header === 'string' ? header : undefined);
}

function readFlag(request: ApiRequest, name: string): boolean {
  const text = readParameter(request, name) ?? 'false';
  if (/^(?:true|1|yes|on)$/i.test(text)) return true;
  if (/^(?:false|0|no|off|)$/i.test(text)) return false;
  throw new ApiError(422, `${name} must be true or false.`);
}

function findScan({ scans, clock }: SandboxState, id: string): Scan {
  const scan = scans.find((known) => known.id === id);
  if (scan === undefined || clock.now() < scan.enqueuedAtMs + (scan.behaviour.invisibleForMs ?? 0))
    throw new ApiError(404, 'Scan not found.');
  return scan;
}

/** Section 4.3. */
export function listScans(_request: ApiRequest, { scans, clock }: SandboxState): Answer {
  return jsonAnswer(200, toScanList(scans, clock.now()));
}

/** Section 4.4. */
export async function generateReport(request: ApiRequest, state: SandboxState): Promise<Answer> {
  const wanted = readJsonBody(request.body, reportRequestSchema);
  const scan = state.scans.find(({ id }) => id === wanted.scan_id);
  if (scan === undefined) throw new ApiError(400, 'scan_id names no known scan.');
  if (scan.state !== 'finished')
    throw new ApiError(400, 'The scan has not finished; there is nothing to report yet.');
  const name = wanted.report_type.toLowerCase().replaceAll('_', '-');
  return {
    status: 200,
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${name}.pdf"`,
    },
    body: await renderPdf(scan, wanted, state.clock.now()),
  };
}
