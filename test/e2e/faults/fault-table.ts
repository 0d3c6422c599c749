import type { FaultRow } from './fault-row.ts';
import { scanRows } from './scan-rows.ts';
import { targetRows } from './target-rows.ts';
import { wireFaults } from './wire-faults.ts';
import { wireRows } from './wire-rows.ts';

/** Anything else than its name is right about such an answer, so it is read. */
const contentType: readonly FaultRow[] = [
  {
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
  },
];

const rows: readonly FaultRow[] = [
  ...wireFaults.flatMap(wireRows),
  ...contentType,
  ...scanRows,
  ...targetRows,
];

/** Every fault of the service, at every operation, and of the target before the scan; rows of one fault stand together. */
export const faultTable: readonly FaultRow[] = [...Map.groupBy(rows, ({ fault }) => fault).values()].flat();
