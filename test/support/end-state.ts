import type { Problem } from '../../src/core/problem.ts';
import type { ResultOrProblem } from '../../src/scan/wait-for-scan.ts';
import type { WireScanResult } from '../../src/service/wire.ts';

/** What differs from a scan that has finished. */
export interface Ending {
  readonly problem?: Problem | null | undefined;
  /** True if a partial result is enough to fail. */
  readonly partial?: boolean | undefined;
}

/** The state of a scan that ended with `result`. */
export function endState(
  result: WireScanResult | null,
  { problem = null, partial = false }: Ending = {},
): ResultOrProblem {
  if (problem !== null) return { state: 'problem', result, problem };
  if (result === null) throw new Error('a scan without a result has a problem');
  return { state: partial ? 'enough' : 'whole', result, problem };
}
