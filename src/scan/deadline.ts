/** The reason a request is aborted with when the time for the scan is up. */
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
