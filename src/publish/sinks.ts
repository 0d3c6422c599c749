import type { Log } from '../ports.ts';

/**
 * Runs one sink. A failure is told with its remedy and goes no further: it neither stops another sink nor changes the
 * verdict.
 *
 * @param advise words the failure: what happened and what to do
 * @returns what the sink gave, or `null` when it failed
 */
export async function publishTo<T>(
  log: Log,
  sink: () => Promise<T>,
  advise: (error: unknown) => string,
): Promise<T | null> {
  try {
    return await sink();
  } catch (error) {
    log.warning(advise(error));
    return null;
  }
}
