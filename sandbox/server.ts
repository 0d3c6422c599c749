import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Answer, ApiError, errorAnswer } from './api/answer.ts';
import { fetchScan, generateReport, listScans, type SandboxState, startScan } from './api/handlers.ts';
import { authorize, type RecordedRequest, readRequest } from './api/request.ts';
import { createFaultPicker, type Endpoint, type FaultRule, playFault, sendAnswer } from './faults.ts';
import { listenOnLoopback } from './loopback-server.ts';
import type { Scan, ScanBehaviour } from './scan/scan.ts';

export interface SandboxOptions {
  /** Default: any free port. The host is always 127.0.0.1. */
  readonly port?: number;
  /** Default: random. */
  readonly apiKey?: string;
  /** How long a scan waits in the queue. Default 0. */
  readonly queueMs?: number;
  /** A scan takes at least this long; its progress is spread over it. Default 300. */
  readonly scanMs?: number;
  readonly faults?: readonly FaultRule[];
  readonly scanBehaviour?: ScanBehaviour;
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
  handle(request: RecordedRequest, state: SandboxState): Promise<Answer>;
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
  const { apiKey = randomBytes(16).toString('hex'), port = 0, queueMs = 0, scanMs = 300 } = options;
  const state: SandboxState & Pick<Sandbox, 'faults'> = {
    queueMs,
    scanMs,
    scans: [],
    faults: [...(options.faults ?? [])],
    scanBehaviour: options.scanBehaviour ?? {},
    closing: new AbortController(),
  };
  const requests: RecordedRequest[] = [];
  const pickFault = createFaultPicker();

  async function respond(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(message);
    requests.push(request);
    // Node.js keeps this header for a second of real time, in which hours pass in a test.
    response.setHeader('date', new Date().toUTCString());
    authorize(request, apiKey);
    const { endpoint, handle } = findRoute(request);
    // Faults apply to refusals of the handler as well, so these are answers.
    const answer = () => handle(request, state).catch(errorAnswer);
    const fault = pickFault(state.faults, endpoint, request);
    if (fault) await playFault(fault, response, answer);
    else sendAnswer(response, await answer());
  }

  const server = await listenOnLoopback(
    (message, response) => {
      respond(message, response).catch((error: unknown) => {
        if (response.headersSent) response.destroy();
        else sendAnswer(response, errorAnswer(error));
      });
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

/** @throws ApiError 404 for an unknown path or method */
function findRoute({ path, method }: RecordedRequest): Route {
  const route = routes.find((known) => known.path.test(path) && known.method === method);
  if (route === undefined) throw new ApiError(404, 'Not found.');
  return route;
}
