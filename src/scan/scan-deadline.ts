import { type Problem, problemOf } from '../core/problem.ts';
import { DeadlineError } from '../core/time-limit.ts';

/**
 * The end of the time limit of the scan stage, by the clock of the run: between two polls, the wait compares it with
 * the time. The signal of the stage ends with it too, by a timer of the machine and with a {@link DeadlineError}: it
 * stops a request that is under way. Unit tests have a clock of their own, which moves no such timer, so the wait can't
 * rely on the signal alone.
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
