import { type Problem, problemOf } from '../core/problem.ts';
import { DeadlineError } from '../core/time-limit.ts';

/**
 * The problem behind an error of the scan stage: `timeout` if the time limit of the stage is over.
 *
 * @param scan the scan in progress; `none` if none was started, `unknown` if one may have been
 */
export function timeoutOrProblem(
  timeoutMs: number,
  error: unknown,
  scan: { readonly id: string } | 'none' | 'unknown',
): Problem {
  const hasId = typeof scan === 'object';
  if (error instanceof DeadlineError)
    return { kind: 'timeout', afterMs: timeoutMs, percentage: null, scan: hasId ? 'unread' : scan };
  const problem = problemOf(error, hasId ? scan.id : null);
  return problem.kind === 'cancelled' && scan === 'unknown' ? { ...problem, scan } : problem;
}
