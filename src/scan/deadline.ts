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

/** The problem behind an error, which may be that `timeoutMs` is over. @param scanId the scan in progress */
export function problemWithin(timeoutMs: number, error: unknown, scanId: string | null): Problem {
  const isLate = error instanceof DeadlineError;
  return isLate ? { kind: 'timeout', afterMs: timeoutMs, percentage: null } : problemOf(error, scanId);
}
