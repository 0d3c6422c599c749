interface Bounds {
  readonly signal: AbortSignal;
  /** Longest wait. Without one only the signal ends it. */
  readonly limitMs?: number;
}

/**
 * Waits for `operation` within limits, whatever limits its own client has. After that the operation may go on in the
 * background, and its result is ignored.
 *
 * @throws an Error that says so after the limit
 * @throws the reason of the signal when that aborts
 */
export async function bounded<T>(operation: () => Promise<T>, { signal, limitMs = 0 }: Bounds): Promise<T> {
  signal.throwIfAborted();
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  const overdue = () => reject(new Error(`not done within ${Math.round(limitMs / 1000)} s`));
  const timer = limitMs > 0 ? setTimeout(overdue, limitMs) : undefined;
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([operation(), ended]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}
