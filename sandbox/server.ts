import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../src/core/ports.ts';
import { systemClock } from '../src/runner/clock.ts';
import { type Answer, ApiError, errorAnswer } from './api/answer.ts';
import { fetchScan, generateReport, listScans, type SandboxState, startScan } from './api/handlers.ts';
import {
  type ApiRequest,
  authorize,
  type RecordedRequest,
  readRequest,
  recordRequest,
} from './api/request.ts';
import { createFaultPicker, type Endpoint, type FaultRule, playFault, sendAnswer } from './faults.ts';
import { listenOnLoopback } from './loopback-server.ts';
import type { Scan, ScanBehaviour } from './scan/scan.ts';

const defaultScanMs = 300;

export interface SandboxOptions {
  /** Default: any free port. The host is always 127.0.0.1. */
  readonly port?: number;
  /** Default: random. */
  readonly apiKey?: string;
  /** How long a scan waits in the queue. Default 0. */
  readonly queueMs?: number;
  /** A scan takes at least this long; its progress is spread over it. Default 300. */
  readonly scanMs?: number;
  readonly clock?: Clock;
  readonly faults?: readonly FaultRule[];
  readonly scanBehaviour?: ScanBehaviour;
  /** Receives errors of the sandbox itself. Default: writes them to standard error. */
  readonly onError?: (error: unknown) => void;
}

export interface Sandbox extends AsyncDisposable {
  readonly url: string;
  readonly apiKey: string;
  readonly requests: readonly RecordedRequest[];
  readonly scans: readonly Scan[];
  /** May be replaced or changed at any time. Applies from the next request on. */
  faults: FaultRule[];
  /** May be replaced at any time. Applies to scans that start from then on. */
  scanBehaviour: ScanBehaviour;
  close(): Promise<void>;
}

interface Route {
  readonly endpoint: Endpoint;
  readonly method: 'GET' | 'POST';
  readonly path: RegExp;
  handle(request: ApiRequest, state: SandboxState): Answer | Promise<Answer>;
}

/** docs/internals/service-interface.md, section 4. */
const routes: readonly Route[] = [
  { endpoint: 'start', method: 'POST', path: /^\/v1\/api\/scan$/, handle: startScan },
  { endpoint: 'fetch', method: 'GET', path: /^\/v1\/api\/scan\/[^/]+$/, handle: fetchScan },
  { endpoint: 'list', method: 'GET', path: /^\/v1\/api\/list_scans$/, handle: listScans },
  { endpoint: 'report', method: 'POST', path: /^\/v1\/api\/reports\/generate$/, handle: generateReport },
];

/**
 * Starts the service of docs/internals/service-interface.md on 127.0.0.1. It scans sites on this machine only. It
 * really requests them, so what it finds depends on their answers.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { apiKey = randomBytes(16).toString('hex'), port = 0, queueMs = 0, scanMs = defaultScanMs } = options;
  const state: SandboxState & Pick<Sandbox, 'faults'> = {
    clock: options.clock ?? systemClock,
    queueMs,
    scanMs,
    scans: [],
    faults: [...(options.faults ?? [])],
    scanBehaviour: options.scanBehaviour ?? {},
    closing: new AbortController(),
    onError: options.onError ?? ((error) => console.error(error)),
  };
  const requests: RecordedRequest[] = [];
  const pickFault = createFaultPicker();

  async function respond(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(message);
    requests.push(recordRequest(request, state.clock.now()));
    response.setHeader('date', new Date(state.clock.now()).toUTCString());
    authorize(request, apiKey);
    const { endpoint, handle } = findRoute(request);
    const answer = () => answerOf(async () => handle(request, state));
    const fault = pickFault(state.faults, { ...request, endpoint });
    if (fault) await playFault(fault, { response, answer });
    else sendAnswer(response, await answer());
  }

  const server = await listenOnLoopback(
    (message, response) => {
      respond(message, response).catch((error: unknown) => refuse(error, response, state));
    },
    { port },
  );
  const close = (): Promise<void> => {
    state.closing.abort();
    return server.close();
  };
  const { url } = server;
  // One object with the state, because the caller may replace the faults and the behaviour in it.
  return Object.assign(state, { url, apiKey, requests, close, [Symbol.asyncDispose]: close });
}

/** @throws ApiError 404 for an unknown path, 405 for a wrong method */
function findRoute({ path, method }: ApiRequest): Route {
  const onPath = routes.filter((route) => route.path.test(path));
  const route = onPath.find((known) => known.method === method);
  if (route !== undefined) return route;
  throw onPath.length === 0 ? new ApiError(404, 'Not found.') : new ApiError(405, 'Method not allowed.');
}

/** Faults apply to refusals of the handler as well, so these are answers. */
async function answerOf(handle: () => Promise<Answer>): Promise<Answer> {
  try {
    return await handle();
  } catch (error) {
    if (error instanceof ApiError) return errorAnswer(error);
    throw error;
  }
}

/** Answers with an error of the caller, or reports one of the sandbox itself. */
function refuse(error: unknown, response: ServerResponse, { onError }: SandboxState): void {
  // The caller has gone away.
  if (response.destroyed) return;
  const isOurs = !(error instanceof ApiError);
  if (isOurs) onError(error);
  if (response.headersSent) response.destroy();
  else sendAnswer(response, errorAnswer(isOurs ? new ApiError(500, 'The sandbox failed.') : error));
}
