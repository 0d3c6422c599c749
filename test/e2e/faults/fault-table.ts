import type { FaultRow } from './fault-row.ts';
import { scanRows } from './scan-rows.ts';
import { targetRows } from './target-rows.ts';
import { wireRows } from './wire-rows.ts';

/** Such an answer is read, since only its type is wrong. */
const contentType: FaultRow = {
  fault: 'Wrong content type',
  place: 'fetch',
  lasts: 'always',
  plan: {
    inputs: { 'reuse-within': '1h', reports: 'ACTION_REPORT' },
    rules: (['list', 'start', 'fetch', 'report'] as const).map((endpoint) => ({
      endpoint,
      fault: { kind: 'content-type', contentType: 'text/html' },
    })),
  },
  verdict: 'pass',
  scans: 1,
  says: [],
  note: 'read all the same: what counts is the body',
};

const rows = [...wireRows, contentType, ...scanRows, ...targetRows];

/** Every fault of the service at every operation, and of the target before the scan. Rows of one fault are together. */
export const faultTable: readonly FaultRow[] = [...Map.groupBy(rows, ({ fault }) => fault).values()].flat();
