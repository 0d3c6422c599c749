import { type Problem, problemOf } from '../core/problem.ts';

/** The reason of an abort when the time for the scan is up. */
export class DeadlineError extends Error {
  override name = 'DeadlineError';
}

/** A signal that aborts with the reason of `signal`, or with a {@link DeadlineError} after `afterMs`. */
export function withDeadline(
  signal: AbortSignal,
  afterMs: number,
): { signal: AbortSignal; [Symbol.dispose](): void } {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DeadlineError('time is up')), Math.max(0, afterMs));
  return {
    signal: AbortSignal.any([signal, controller.signal]),
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}

/**
 * The problem behind an error, which may be that `timeoutMs` is over.
 *
 * @param scan the scan in progress; `none` if none was started, `unknown` if one may have been
 */
export function problemWithin(
  timeoutMs: number,
  error: unknown,
  scan: { readonly id: string } | 'none' | 'unknown',
): Problem {
  const isNamed = typeof scan === 'object';
  if (error instanceof DeadlineError)
    return { kind: 'timeout', afterMs: timeoutMs, percentage: null, scan: isNamed ? 'unread' : scan };
  const problem = problemOf(error, isNamed ? scan.id : null);
  return problem.kind === 'cancelled' && scan === 'unknown' ? { ...problem, scan } : problem;
}
