import { type Fault, faultOfError, type ServiceOperation } from '../../../src/core/fault.ts';
import { ProblemError } from '../../../src/core/problem.ts';
import { readCompletion, type ScanAnswer } from '../../../src/service/answers.ts';
import type { ServiceClient } from '../../../src/service/client.ts';
import { scanResultSchema } from '../../../src/service/wire.ts';

/** What the service does on a request: it answers or fails. */
export type ScriptedAnswer = ScanAnswer | null | { readonly fault: Fault } | { readonly throws: unknown };

export const queued: ScriptedAnswer = null;

/** A scan at `percentage`, with an end if `endDate` is given. */
export function at(percentage: number | string, fields: Record<string, unknown> = {}): ScriptedAnswer {
  const result = scanResultSchema.parse({ endDate: null, ...fields, percentage });
  return { ...readCompletion(result), result, raw: result };
}

export const finished = (fields: Record<string, unknown> = {}) =>
  at('100.00', { endDate: '2026-11-20T10:00:00Z', ...fields });

export function statusFault(status: number, retryAfterMs: number | null = null) {
  return { kind: 'status', status, detail: '', retryAfterMs } as const;
}

/** The service answers with an error. */
export function failing(status: number) {
  return { fault: statusFault(status) };
}

export function serviceError(endpoint: ServiceOperation, fault: Fault): ProblemError {
  return new ProblemError({ kind: 'service', operation: endpoint, fault, tries: 1 });
}

/** The fault of a connection that failed with the system's `code`. */
export function network(code: string): Fault {
  return faultOfError(Object.assign(new Error(), { code }));
}

function unexpected(): never {
  throw new Error('not in the script');
}

/** A client of which only the given methods may be called. */
export function partialClient(methods: Partial<ServiceClient>): ServiceClient {
  return {
    start: unexpected,
    fetchScan: unexpected,
    listScans: unexpected,
    fetchPdfReport: unexpected,
    ...methods,
  };
}

interface ScriptedClient extends ServiceClient {
  /** Ids of the requested scans, in order. */
  readonly fetched: readonly string[];
}

/** A service that follows `steps` and repeats the last one. @param onFetch called before each answer */
export function scriptedClient(
  steps: readonly ScriptedAnswer[],
  onFetch: () => void = () => {},
): ScriptedClient {
  const fetched: string[] = [];
  return {
    fetched,
    ...partialClient({}),
    fetchScan: async (scanId, _options, signal) => {
      signal.throwIfAborted();
      onFetch();
      const step = steps[Math.min(fetched.length, steps.length - 1)];
      fetched.push(scanId);
      if (step === undefined) return unexpected();
      if (step === null || 'result' in step) return step;
      throw 'throws' in step ? step.throws : serviceError('fetch', step.fault);
    },
  };
}
