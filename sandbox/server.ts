import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../src/core/ports.ts';
import { type Answer, ApiError, type ApiRequest, errorAnswer } from './api/answer.ts';
import { fetchScan, generateReport, listScans, startScan } from './api/handlers.ts';
import { authorize, type RecordedRequest, readRequest, recordRequest } from './api/incoming.ts';
import type { SandboxState } from './api/state.ts';
import {
  createFaultPicker,
  type Endpoint,
  type Fault,
  type FaultRule,
  playFault,
  sendAnswer,
} from './faults.ts';
import { listenOnLoopback } from './loopback-server.ts';
import type { Scan, ScanBehaviour } from './scan/scan.ts';

const DEFAULT_SCAN_MS = 300;

export interface SandboxOptions {
  /** 0, the default, takes any free port. The host is always 127.0.0.1. */
  port?: number;
  /** Default: random. */
  apiKey?: string;
  /** Time a scan waits in the queue. Default 0. */
  queueMs?: number;
  /** Least time a scan takes; progress is spread over it. Default 300. */
  scanMs?: number;
  clock?: Clock;
  faults?: readonly FaultRule[];
  scanBehaviour?: ScanBehaviour;
  /** Told about faults of the sandbox itself. Default: written to standard error. */
  onError?: (error: unknown) => void;
}

export interface Sandbox extends AsyncDisposable {
  url: string;
  apiKey: string;
  requests: readonly RecordedRequest[];
  scans: readonly Scan[];
  /** May be replaced or changed at any time; applies from the next request on. */
  faults: FaultRule[];
  /** May be replaced at any time; applies to scans started from then on. */
  scanBehaviour: ScanBehaviour;
  close(): Promise<void>;
}

interface Route {
  endpoint: Endpoint;
  method: 'GET' | 'POST';
  path: RegExp;
  handle(request: ApiRequest, state: SandboxState): Answer | Promise<Answer>;
}

/** Section 4. */
const ROUTES: readonly Route[] = [
  { endpoint: 'start', method: 'POST', path: /^\/v1\/api\/scan$/, handle: startScan },
  { endpoint: 'fetch', method: 'GET', path: /^\/v1\/api\/scan\/[^/]+$/, handle: fetchScan },
  { endpoint: 'list', method: 'GET', path: /^\/v1\/api\/list_scans$/, handle: listScans },
  { endpoint: 'report', method: 'POST', path: /^\/v1\/api\/reports\/generate$/, handle: generateReport },
];

const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => sleep(ms, undefined, signal && { signal }),
};

function findRoute(request: ApiRequest): Route {
  const routes = ROUTES.filter(({ path }) => path.test(request.path));
  const route = routes.find(({ method }) => method === request.method);
  if (route) return route;
  throw routes.length > 0 ? new ApiError(405, 'Method not allowed.') : new ApiError(404, 'Not found.');
}

function createState(options: SandboxOptions): SandboxState {
  return {
    clock: options.clock ?? systemClock,
    queueMs: options.queueMs ?? 0,
    scanMs: options.scanMs ?? DEFAULT_SCAN_MS,
    scans: [],
    scanBehaviour: options.scanBehaviour ?? {},
    closing: new AbortController(),
    onError: options.onError ?? ((error) => console.error(error)),
  };
}

interface Desk {
  state: SandboxState;
  apiKey: string;
  requests: RecordedRequest[];
  /** The fault to play for a request, if any. */
  pickFault(request: ApiRequest & { endpoint: Endpoint }): Fault | null;
}

async function answerWith(route: Route, request: ApiRequest, state: SandboxState): Promise<Answer> {
  try {
    return await route.handle(request, state);
  } catch (error) {
    if (error instanceof ApiError) return errorAnswer(error);
    throw error;
  }
}

async function respond(desk: Desk, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const { state } = desk;
  const request = await readRequest(message);
  desk.requests.push(recordRequest(request, state.clock.now()));
  authorize(request, desk.apiKey);
  const route = findRoute(request);
  const answer = (): Promise<Answer> => answerWith(route, request, state);
  const fault = desk.pickFault({ ...request, endpoint: route.endpoint });
  if (fault) await playFault(fault, { response, answer });
  else sendAnswer(response, await answer());
}

/** Errors of the caller are answered; those of the sandbox are also told to whoever started it. */
function refuse(desk: Desk, error: unknown, response: ServerResponse): void {
  const isOurs = !(error instanceof ApiError);
  // A caller that has gone away is nobody's error.
  if (isOurs && !response.destroyed) desk.state.onError(error);
  if (response.headersSent) response.destroy();
  else if (!response.destroyed) {
    sendAnswer(response, errorAnswer(isOurs ? new ApiError(500, 'The sandbox failed.') : error));
  }
}

/**
 * Starts the service of the interface document on 127.0.0.1. It scans sites on this machine only, and really
 * requests them: what it finds depends on what they answer.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const state = createState(options);
  const pick = createFaultPicker();
  let faults: FaultRule[] = [...(options.faults ?? [])];
  const desk: Desk = {
    state,
    apiKey: options.apiKey ?? randomBytes(16).toString('hex'),
    requests: [],
    pickFault: (request) => pick(faults, request),
  };
  const server = await listenOnLoopback(
    (message, response) => {
      respond(desk, message, response).catch((error: unknown) => refuse(desk, error, response));
    },
    { port: options.port ?? 0 },
  );
  const close = (): Promise<void> => {
    state.closing.abort();
    return server.close();
  };
  return {
    url: server.url,
    apiKey: desk.apiKey,
    requests: desk.requests,
    scans: state.scans,
    get faults() {
      return faults;
    },
    set faults(rules) {
      faults = rules;
    },
    get scanBehaviour() {
      return state.scanBehaviour;
    },
    set scanBehaviour(behaviour) {
      state.scanBehaviour = behaviour;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
