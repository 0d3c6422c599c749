/** Asks again until an answer is final. */

import type { StagePorts } from '../core/ports.ts';

/** When repeated asking ends, and how often it asks. */
interface AskUntilOptions<Answer> extends Pick<StagePorts, 'clock' | 'signal'> {
  readonly limitMs: number;
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  /** True for an answer that ends the asking. */
  readonly isFinal: (answer: Answer) => boolean;
  /** Called if the first answer does not end the asking. */
  readonly onFirstMiss: (answer: Answer) => void;
}

/**
 * Asks at least once.
 *
 * @param ask gets the time that is left in milliseconds
 * @returns the last answer, which is final unless the time is up
 * @throws what `ask` throws, and the reason of `signal` when that aborts
 */
export async function askUntil<Answer>(
  ask: (leftMs: number) => Promise<Answer>,
  { limitMs, firstPauseMs, longestPauseMs, isFinal, onFirstMiss, clock, signal }: AskUntilOptions<Answer>,
): Promise<Answer> {
  const endsAt = clock.now() + limitMs;
  let pauseMs = firstPauseMs;
  for (let tries = 0; ; tries += 1) {
    const answer = await ask(endsAt - clock.now());
    const leftMs = endsAt - clock.now();
    if (isFinal(answer) || leftMs <= 0) return answer;
    if (tries === 0) onFirstMiss(answer);
    await clock.sleep(Math.min(pauseMs, leftMs), signal);
    pauseMs = Math.min(longestPauseMs, pauseMs * 1.5);
  }
}
