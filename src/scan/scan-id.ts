import { outside } from '../core/outside.ts';
import type { Problem } from '../core/problem.ts';
import type { WireScanResult } from '../service/schema.ts';

/** Compares scan ids without letter case. */
export function isSameScan(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** The problem with a result that names another scan; `null` if it names `scanId` or none. */
export function otherScanProblem({ identificator: id }: WireScanResult, scanId: string): Problem | null {
  if (id === undefined || id === null || id === '') return null;
  if (typeof id === 'string' && isSameScan(id, scanId)) return null;
  const got = typeof id === 'string' ? id : JSON.stringify(id);
  return {
    kind: 'other-scan',
    expected: outside('name', scanId),
    got: outside('text', got.slice(0, 1000)),
  };
}
