/** Bounds that no operation of a sink can get past, whatever the client behind it does about its own requests. */

interface Bounds {
  /** Aborts with the reason that the waiting then ends with. */
  readonly signal: AbortSignal;
  /** Longest wait in milliseconds; without one only the signal ends it. */
  readonly limitMs?: number;
}

/** An operation that took longer than it may. */
export class OverdueError extends Error {
  override name = 'OverdueError';
  constructor(limitMs: number) {
    super(`not done within ${Math.round(limitMs / 1000)} s`);
  }
}

/**
 * Waits for `operation` as long as `bounds` allow. One that is given up may go on in the background until the process
 * ends; what it comes to is no longer heeded.
 *
 * @throws OverdueError after the limit
 * @throws the reason of the signal when that aborts
 */
export async function bounded<T>(operation: () => Promise<T>, { signal, limitMs = 0 }: Bounds): Promise<T> {
  signal.throwIfAborted();
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  const timer = limitMs > 0 ? setTimeout(() => reject(new OverdueError(limitMs)), limitMs) : undefined;
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([operation(), ended]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}
