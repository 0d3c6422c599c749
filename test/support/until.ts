import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits until `reached` returns true.
 *
 * @throws {Error} after four minutes, with the text of `what`
 */
export async function until(reached: () => boolean, what = 'what is waited for'): Promise<void> {
  const givenUpAt = performance.now() + 240_000;
  while (!reached()) {
    if (performance.now() > givenUpAt) throw new Error(`never reached: ${what}`);
    await sleep(5);
  }
}
