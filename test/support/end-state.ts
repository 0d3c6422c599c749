import type { Problem } from '../../src/core/problem.ts';
import type { ScanOutcome } from '../../src/scan/wait.ts';
import type { WireScanResult } from '../../src/service/wire.ts';

/** What differs from a scan that has finished. */
export interface Ending {
  readonly problem?: Problem | null | undefined;
}

/** How a scan ended with `result`. */
export function endState(result: WireScanResult | null, { problem = null }: Ending = {}): ScanOutcome {
  if (problem !== null) return { result, problem };
  if (result === null) throw new Error('a scan without a result has a problem');
  return { result, problem };
}
