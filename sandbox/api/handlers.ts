import { renderReport } from '../report/render-report.ts';
import { runScan } from '../scan/run-scan.ts';
import { createScan, type Scan } from '../scan/scan.ts';
import { toScanList, toScanResult } from '../scan/scan-result.ts';
import { TargetError } from '../scan/target.ts';
import { LANGUAGES, type Language } from '../scan/wire.ts';
import { type Answer, ApiError, type ApiRequest, jsonAnswer, readJsonObject } from './answer.ts';
import { readPreferences } from './preferences.ts';
import { readReportOptions } from './report-options.ts';
import type { SandboxState } from './state.ts';

const TRUE = ['true', '1', 'yes', 'on'];
const FALSE = ['false', '0', 'no', 'off', ''];

function isLanguage(text: string): text is Language {
  return LANGUAGES.some((language) => language === text);
}

/** The query counts; the same name as a header field stands in where the query has none (section 4.2). */
function readParameter(request: ApiRequest, name: string): string | undefined {
  const header = request.headers[name];
  return request.query.get(name) ?? (typeof header === 'string' ? header : undefined);
}

function readFlag(request: ApiRequest, name: string): boolean {
  const text = readParameter(request, name)?.toLowerCase() ?? 'false';
  if (TRUE.includes(text)) return true;
  if (FALSE.includes(text)) return false;
  throw new ApiError(422, `${name} must be true or false.`);
}

function findScan(state: SandboxState, id: string): Scan {
  const scan = state.scans.find((known) => known.id === id);
  const visibleFromMs = scan && scan.enqueuedAtMs + (scan.behaviour.invisibleForMs ?? 0);
  if (!scan || visibleFromMs === undefined || state.clock.now() < visibleFromMs) {
    throw new ApiError(404, 'Scan not found.');
  }
  return scan;
}

/** Section 4.1. */
export function startScan(request: ApiRequest, state: SandboxState): Answer {
  const body = readJsonObject(request);
  const url = body['url'];
  if (typeof url !== 'string' || url.trim() === '')
    throw new ApiError(422, 'url must be a non-empty string.');
  const preferences = readPreferences(body['preferences']);
  const scan = newScan({ url, preferences, behaviour: { ...state.scanBehaviour }, nowMs: state.clock.now() });
  state.scans.push(scan);
  const run = runScan(scan, {
    clock: state.clock,
    queueMs: state.queueMs,
    scanMs: state.scanMs,
    signal: state.closing.signal,
  });
  run.catch((error: unknown) => {
    if (state.closing.signal.aborted) return;
    scan.state = 'ended-early';
    scan.endedAtMs = state.clock.now();
    state.onError(error);
  });
  return jsonAnswer(200, { enqueued_scan_id: scan.id });
}

function newScan(options: Parameters<typeof createScan>[0]): Scan {
  try {
    return createScan(options);
  } catch (error) {
    if (error instanceof TargetError) throw new ApiError(400, error.message);
    throw error;
  }
}

/** Section 4.2. */
export function fetchScan(request: ApiRequest, state: SandboxState): Answer {
  const language = readParameter(request, 'language') ?? 'en';
  if (!isLanguage(language)) throw new ApiError(422, `language must be one of ${LANGUAGES.join(', ')}.`);
  const options = {
    language,
    byType: readFlag(request, 'issue_types'),
    withSubdomains: readFlag(request, 'return_subdomains'),
    withLeaks: readFlag(request, 'return_leak'),
  };
  const id = request.path.split('/').at(-1) ?? '';
  const scan = findScan(state, id);
  if (scan.state === 'queued') return jsonAnswer(200, { detail: 'Scan not initiated yet' });
  scan.timesFetched += 1;
  return jsonAnswer(200, toScanResult(scan, options));
}

/** Section 4.3. */
export function listScans(_request: ApiRequest, state: SandboxState): Answer {
  return jsonAnswer(200, toScanList(state.scans, state.clock.now()));
}

/** Section 4.4. */
export async function generateReport(request: ApiRequest, state: SandboxState): Promise<Answer> {
  const options = readReportOptions(readJsonObject(request));
  const scan = state.scans.find(({ id }) => id === options.scanId);
  if (!scan) throw new ApiError(400, 'scan_id names no known scan.');
  if (scan.state !== 'finished')
    throw new ApiError(400, 'The scan has not finished; there is nothing to report yet.');
  const pdf = await renderReport(scan, { ...options, nowMs: state.clock.now() });
  const name = options.type.toLowerCase().replaceAll('_', '-');
  return {
    status: 200,
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${name}.pdf"`,
    },
    body: pdf,
  };
}
