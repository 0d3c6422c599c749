/** If the step fails, by the verdict, `on-fail`, `on-inconclusive` and a cancel. */

import type { Policy } from '../policy/policy.ts';
import { type Assessment, hasProblem, problemsOf, wasSkipped } from './verdict.ts';

/** How the step ends. */
export interface Conclusion {
  /** Level of the message. An `error` fails the step. `null`: the step passes, and the message is not logged. */
  readonly level: 'error' | 'warning' | 'notice' | null;
  /**
   * The verdict in one line. After a line break, there may be a note about the step, in English like the rest of the
   * log.
   */
  readonly message: string;
}

/**
 * True if `on-fail` and `on-inconclusive` let the step pass although the verdict is not `pass`. An empty API key and a
 * cancelled run fail the step all the same: an empty key is a wrong setting, and whoever cancels a run does not want it
 * to pass.
 */
export function isLoweredToWarning(
  assessment: Assessment,
  { onFail, onInconclusive }: Pick<Policy, 'onFail' | 'onInconclusive'>,
): boolean {
  const { outcome } = assessment.verdict;
  const isAlwaysRed = hasProblem(assessment, 'missing-api-key') || hasProblem(assessment, 'cancelled');
  const problemsMayPass = onInconclusive === 'warn' && !isAlwaysRed;
  if (outcome === 'inconclusive') return problemsMayPass;
  return onFail === 'warn' && (problemsMayPass || problemsOf(assessment).length === 0);
}

/**
 * `fail` and `inconclusive` fail the step, unless `on-fail` or `on-inconclusive` is `warn`. For a `fail` with a doubt
 * about the scan, both must be `warn`, because the scan may have missed something worse. See {@link isLoweredToWarning}
 * for the exceptions.
 *
 * @param verdictLine the verdict in one line, in `language`
 * @param isCancelled true if the run was cancelled by a signal, even after the verdict
 */
export function conclude(
  assessment: Assessment,
  policy: Pick<Policy, 'onFail' | 'onInconclusive'>,
  { verdictLine, isCancelled }: { verdictLine: string; isCancelled: boolean },
): Conclusion {
  if (isCancelled && !hasProblem(assessment, 'cancelled')) {
    const late = 'The run was cancelled while it published; the verdict stands.';
    return { level: 'error', message: `${verdictLine}\n${late}` };
  }
  const { outcome } = assessment.verdict;
  if (outcome === 'pass') return { level: null, message: verdictLine };
  if (wasSkipped(assessment)) return { level: 'notice', message: verdictLine };
  if (!isLoweredToWarning(assessment, policy)) return { level: 'error', message: verdictLine };
  // The verdict is about the site, so it does not mention `on-fail`.
  const because = '\nThe step is not failed by this, because `on-fail` is `warn`.';
  return { level: 'warning', message: outcome === 'fail' ? `${verdictLine}${because}` : verdictLine };
}
