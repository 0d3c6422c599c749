/** How the step ends, by the verdict, `on-fail`, `on-inconclusive` and a cancel. */

import type { PolicySettings } from '../settings/settings.ts';
import { causesOf, isBecauseOf, type Judgement, wasSkipped } from './judgement.ts';

/** What a verdict does to the step, and to nothing else. */
type EffectOnStep = Pick<PolicySettings, 'on-fail' | 'on-inconclusive'>;

/** How the step ends. */
export interface StepEnd {
  /** Level of the message. An `error` fails the step. `null`: the step passes, and the message is not logged. */
  readonly level: 'error' | 'warning' | 'notice' | null;
  /**
   * The verdict in one line. After a line break, there may be a note about the step, in English like the rest of the
   * log.
   */
  readonly message: string;
}

/**
 * These fail the step whatever `on-inconclusive` says: an empty key is a wrong setting, and whoever cancels a run does
 * not want it to pass. After a mistake of this action nobody knows what a pass would mean.
 */
const alwaysRed = ['missing-api-key', 'cancelled', 'internal'] as const;

/**
 * True if `on-fail` and `on-inconclusive` let the step pass although the verdict is not `pass`. For a `fail` with a
 * doubt about the scan, both must be `warn`, because the scan may have missed something worse.
 */
export function isLoweredToWarning(
  judgement: Pick<Judgement, 'verdict' | 'objections'>,
  policy: EffectOnStep,
): boolean {
  const isAlwaysRed = alwaysRed.some((kind) => isBecauseOf(judgement, kind));
  const mayProblemsPass = policy['on-inconclusive'] === 'warn' && !isAlwaysRed;
  switch (judgement.verdict) {
    case 'pass':
      return false;
    case 'inconclusive':
      return mayProblemsPass;
    case 'fail':
      return policy['on-fail'] === 'warn' && (mayProblemsPass || causesOf(judgement).length === 0);
  }
}

/**
 * `fail` and `inconclusive` fail the step, unless {@link isLoweredToWarning} says otherwise, or nothing was scanned
 * because the run may have no API key.
 *
 * @param reason the output `reason`: the verdict in one line
 * @param isCancelled true if the run was cancelled by a signal, even after the verdict
 */
export function stepEndOf(
  judgement: Pick<Judgement, 'verdict' | 'objections'>,
  policy: EffectOnStep,
  { reason, isCancelled }: { reason: string; isCancelled: boolean },
): StepEnd {
  if (isCancelled && !isBecauseOf(judgement, 'cancelled')) {
    const late = 'The run was cancelled while it published; the verdict stands.';
    return { level: 'error', message: `${reason}\n${late}` };
  }
  const { verdict } = judgement;
  if (verdict === 'pass') return { level: null, message: reason };
  if (wasSkipped(judgement)) return { level: 'notice', message: reason };
  if (!isLoweredToWarning(judgement, policy)) return { level: 'error', message: reason };
  const setting = verdict === 'fail' ? 'on-fail' : 'on-inconclusive';
  const addition = `The step is not failed by this, because \`${setting}\` is \`warn\`.`;
  return { level: 'warning', message: `${reason}\n${addition}` };
}
