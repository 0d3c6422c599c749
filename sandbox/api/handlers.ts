import { renderPdf } from '../pdf/render-pdf.ts';
import { runScan } from '../scan/run-scan.ts';
import { createScan, type Scan, type ScanBehaviour } from '../scan/scan.ts';
import { toScanList, toScanResult } from '../scan/scan-result.ts';
import { languages } from '../scan/wire.ts';
import { type Answer, ApiError, jsonAnswer } from './answer.ts';
import type { RecordedRequest } from './request.ts';
import { checkBody, reportRequestSchema, scanRequestSchema } from './schema.ts';

/** What the handlers share. */
export interface SandboxState {
  readonly queueMs: number;
  readonly scanMs: number;
  /** Oldest first. */
  readonly scans: Scan[];
  /** Applies to scans that start from now on. */
  scanBehaviour: ScanBehaviour;
  /** Aborts when the sandbox closes. */
  readonly closing: AbortController;
}

/** docs/internals/service-interface.md, section 4.1. */
export async function startScan(request: RecordedRequest, state: SandboxState): Promise<Answer> {
  const order = checkBody(request, scanRequestSchema);
  const { queueMs, scanMs, closing } = state;
  const scan = createScan({ ...order, behaviour: { ...state.scanBehaviour } });
  state.scans.push(scan);
  runScan(scan, { queueMs, scanMs, signal: closing.signal }).catch((error: unknown) => {
    if (closing.signal.aborted) return;
    scan.state = 'ended-early';
    scan.endedAtMs = Date.now();
    console.error(error);
  });
  return jsonAnswer(200, { enqueued_scan_id: scan.id });
}

/** Section 4.2. */
export async function fetchScan(request: RecordedRequest, state: SandboxState): Promise<Answer> {
  const wanted = request.query['language'] ?? 'en';
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

/**
 * The document does not show whether the header fields of its sample request are honoured; the sandbox reads the query.
 */
function readFlag({ query }: RecordedRequest, name: string): boolean {
  const text = query[name] ?? 'false';
  if (text !== 'true' && text !== 'false') throw new ApiError(422, `${name} must be true or false.`);
  return text === 'true';
}

function findScan({ scans }: SandboxState, id: string): Scan {
  const scan = scans.find((known) => known.id === id);
  if (scan === undefined) throw new ApiError(404, 'Scan not found.');
  return scan;
}

/** Section 4.3. */
export async function listScans(_request: RecordedRequest, { scans }: SandboxState): Promise<Answer> {
  return jsonAnswer(200, toScanList(scans, Date.now()));
}

/** Section 4.4. */
export async function generateReport(request: RecordedRequest, state: SandboxState): Promise<Answer> {
  const wanted = checkBody(request, reportRequestSchema);
  const scan = findScan(state, wanted.scan_id);
  if (scan.state !== 'finished')
    throw new ApiError(400, 'The scan has not finished; there is nothing to report yet.');
  const headers = { 'content-type': 'application/pdf' };
  return { status: 200, headers, body: await renderPdf(scan, wanted) };
}
