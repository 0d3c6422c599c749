/** The state and the text of the commit status. */

import { wordsIn } from '../../core/say.ts';
import { isLoweredToWarning } from '../../gate/step-end.ts';
import type { PublicModel } from '../public-model.ts';

/** What a commit status says. */
export interface CommitStatusText {
  readonly state: 'pending' | 'success' | 'failure' | 'error';
  /** May have any length: `publish/commit-status.ts` cuts it to the 140 characters that GitHub accepts. */
  readonly description: string;
}

/**
 * The commit status of a verdict (`docs/contract.md`, What is published). `on-fail` makes no difference. A skipped run
 * sets no status.
 *
 * @param reason the verdict in one line, as anybody may read it
 */
export function commitStatusTextOf(
  { judgement, settings, language }: PublicModel,
  reason: string,
): CommitStatusText {
  const { verdict } = judgement;
  if (verdict === 'pass') return { state: 'success', description: reason };
  if (verdict === 'fail') return { state: 'failure', description: reason };
  if (!isLoweredToWarning(judgement, settings.policy)) return { state: 'error', description: reason };
  const warned = wordsIn(language)(
    'Inconclusive, but only warned about',
    'Inconclusivo, mas apenas com um aviso',
  );
  return { state: 'success', description: `${warned}: ${reason}` };
}
