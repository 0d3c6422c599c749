import { type Assessment, failsRegardless, hasProblem, isSkipped } from './verdict.ts';

/** How the step ends. */
export interface Conclusion {
  /** How to tell it: an `error` fails the step, `null` is a pass that needs no words. */
  readonly level: 'error' | 'warning' | 'notice' | null;
  /** One line for the person who looks at the step. */
  readonly message: string;
}

/**
 * `fail` fails the step, and so does a cancel, whatever the verdict; `inconclusive` does unless `on-inconclusive: warn`,
 * which a missing key and a cancel do not heed.
 *
 * @param run `reason`: the verdict in one line; `cancelled`: whether a signal came, perhaps after the verdict
 */
export function conclude(
  assessment: Assessment,
  onInconclusive: 'fail' | 'warn',
  { reason, cancelled }: { reason: string; cancelled: boolean },
): Conclusion {
  const { outcome } = assessment.verdict;
  if (cancelled && !hasProblem(assessment, 'cancelled')) {
    const message = `${reason} The run was cancelled while it published; the verdict stands.`;
    return { level: 'error', message };
  }
  if (outcome === 'pass') return { level: null, message: reason };
  if (outcome === 'fail') return { level: 'error', message: reason };
  if (isSkipped(assessment)) return { level: 'notice', message: reason };
  const lenient = onInconclusive === 'warn' && !failsRegardless(assessment);
  return { level: lenient ? 'warning' : 'error', message: reason };
}
