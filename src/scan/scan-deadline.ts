import { type Problem, problemOf } from '../core/problem.ts';
import { DeadlineError } from '../core/time-limit.ts';

/**
 * The end of the time limit of the scan stage. It is kept in two ways. Between two requests, the clock of the run says if the time
 * is up: in a test, that clock is not the one of the machine. A request that takes longer is ended by the signal of the stage,
 * which aborts with a {@link DeadlineError}.
 */
export interface ScanDeadline {
  /** In milliseconds since the Unix epoch. */
  readonly at: number;
  /** The whole timeout, in milliseconds, for the message. */
  readonly timeoutMs: number;
}

/**
 * The problem behind an error of the scan stage: `timeout` if the time limit of the stage is over.
 *
 * @param scan the scan in progress; `none` if none was started, `unknown` if one may have been
 */
export function problemWithin(
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
