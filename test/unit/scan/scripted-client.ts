import { ProblemError, type RequestFault } from '../../../src/core/problem.ts';
import { readProgress, type ScanAnswer } from '../../../src/service/answers.ts';
import type { ServiceClient } from '../../../src/service/client.ts';
import { scanResultSchema } from '../../../src/service/schema.ts';

/** What the service does on a request: it answers or fails. */
export type Step = ScanAnswer | { readonly fault: RequestFault } | { readonly throws: unknown };

export const queued: Step = { state: 'queued' };

/** A scan at `percentage`, with an end if `endDate` is given. */
export function at(percentage: number | string, fields: Record<string, unknown> = {}): Step {
  const result = scanResultSchema.parse({ endDate: null, ...fields, percentage });
  return { state: 'started', progress: readProgress(result), result, raw: result };
}

export const finished = (fields: Record<string, unknown> = {}) =>
  at('100.00', { endDate: '2026-11-20T10:00:00Z', ...fields });

export const failing = (status: number): Step => ({
  fault: { kind: 'status', status, detail: '', retryAfterMs: null },
});

function unexpected(): never {
  throw new Error('not in the script');
}

/** A client of which only the given methods may be called. */
export function partialClient(methods: Partial<ServiceClient>): ServiceClient {
  return { start: unexpected, fetch: unexpected, list: unexpected, report: unexpected, ...methods };
}

export interface ScriptedClient extends ServiceClient {
  /** Ids of the requested scans, in order. */
  readonly fetched: readonly string[];
}

/** A service that follows `steps` and repeats the last one. @param onFetch called before each answer */
export function scriptedClient(steps: readonly Step[], onFetch: () => void = () => {}): ScriptedClient {
  const fetched: string[] = [];
  return {
    fetched,
    ...partialClient({}),
    fetch: async (scanId, _options, signal) => {
      signal.throwIfAborted();
      onFetch();
      const step = steps[Math.min(fetched.length, steps.length - 1)];
      fetched.push(scanId);
      if (step === undefined) return unexpected();
      if ('state' in step) return step;
      if ('throws' in step) throw step.throws;
      throw new ProblemError({ kind: 'service', endpoint: 'fetch', fault: step.fault, attempts: 1 });
    },
  };
}
