import type { Problem } from '../core/problem.ts';
import type { WireScanResult } from '../service/schema.ts';

/** Compares scan ids without letter case. */
export function isSameScan(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** The problem with a result that names another scan; `null` if it names `scanId` or none. */
export function otherScanProblem({ identificator: id }: WireScanResult, scanId: string): Problem | null {
  if (typeof id !== 'string' || id === '' || isSameScan(id, scanId)) return null;
  return { kind: 'other-scan', expected: scanId, got: id };
}
