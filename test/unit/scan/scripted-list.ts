import { ProblemError } from '../../../src/core/problem.ts';
import type { ServiceClient } from '../../../src/service/client.ts';
import { scanListSchema, type WireTargetEntry } from '../../../src/service/schema.ts';
import { type Step, scriptedClient } from './scripted-client.ts';

export interface ListedClient extends ServiceClient {
  /** Ids of the requested scans, in order. */
  readonly fetched: string[];
}

export interface ListScript {
  /** The list (`docs/service-interface.md`, section 2.6), or the status with which it fails. */
  readonly list: readonly object[] | number;
  /** By scan id. Others do not exist. */
  readonly scans: Readonly<Record<string, Step>>;
}

/** A service with a scan list and finished scans, which cannot start any. */
export function listedClient({ list, scans }: ListScript): ListedClient {
  const fetched: string[] = [];
  const fails = (endpoint: 'list' | 'fetch', status: number) =>
    new ProblemError({
      kind: 'service',
      endpoint,
      fault: { kind: 'status', status, detail: '', retryAfterMs: null },
      attempts: 1,
    });
  return {
    ...scriptedClient([]),
    fetched,
    list: async (): Promise<WireTargetEntry[]> => {
      if (typeof list === 'number') throw fails('list', list);
      return scanListSchema.parse(list);
    },
    fetch: async (scanId, options, signal) => {
      fetched.push(scanId);
      const step = scans[scanId];
      if (step === undefined) throw fails('fetch', 404);
      return scriptedClient([step]).fetch(scanId, options, signal);
    },
  };
}
