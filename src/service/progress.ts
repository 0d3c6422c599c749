import { RequestError } from '../request-fault.ts';
import type { WireScanResult } from './schema.ts';

/** How far a scan is (service interface, sections 2.2 and 3). */
export interface Progress {
  /** 0 to 100, or above when the service overshoots. */
  readonly percentage: number;
  /** Milliseconds since the Unix epoch; `null` while the scan has no end date. */
  readonly endedAt: number | null;
}

/**
 * Reads the two fields that say whether a scan is finished. They decide the verdict, so nothing is guessed.
 *
 * @throws RequestError of kind `wrong-shape`
 */
export function readProgress(result: Pick<WireScanResult, 'percentage' | 'endDate'>): Progress {
  return { percentage: readPercentage(result.percentage), endedAt: readEndDate(result.endDate) };
}

/** A decimal string such as `42.17`; a number is taken as well. */
function readPercentage(value: unknown): number {
  const percentage =
    typeof value === 'string' && /^\d{1,3}(?:\.\d{1,10})?$/.test(value) ? Number(value) : value;
  if (typeof percentage === 'number' && percentage >= 0 && percentage < 1000) return percentage;
  throw new RequestError({
    kind: 'wrong-shape',
    where: 'percentage',
    expected: 'a percentage such as `42.17`',
  });
}

function readEndDate(value: unknown): number | null {
  if (value === null || value === undefined || value === '') return null;
  const time = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isFinite(time)) return time;
  throw new RequestError({
    kind: 'wrong-shape',
    where: 'endDate',
    expected: 'an ISO 8601 timestamp or null',
  });
}
