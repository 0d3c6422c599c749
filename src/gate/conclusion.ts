import type { LogTexts } from '../core/log-texts.ts';
import type { Policy } from '../policy/policy.ts';
import { type Assessment, failsRegardless, hasProblem, isSkipped } from './verdict.ts';

/** How the step ends. */
export interface Conclusion {
  /** Level of the message. An `error` fails the step. `null`: the step passes without a message. */
  readonly level: 'error' | 'warning' | 'notice' | null;
  /** One line of text. */
  readonly message: string;
}

/**
 * `fail` and `inconclusive` fail the step, unless `on-fail` or `on-inconclusive` is `warn`; a missing key and a cancelled run
 * fail it even then.
 *
 * @param run `reason`: the verdict in one line; `cancelled`: true if a signal came, even after the verdict; `texts`: in the
 *   language of the reason
 */
export function conclude(
  assessment: Assessment,
  { onFail, onInconclusive }: Pick<Policy, 'onFail' | 'onInconclusive'>,
  { reason, cancelled, texts }: { reason: string; cancelled: boolean; texts: LogTexts },
): Conclusion {
  if (cancelled && !hasProblem(assessment, 'cancelled')) {
    return { level: 'error', message: `${reason} ${texts.cancelledLate}` };
  }
  switch (assessment.verdict.outcome) {
    case 'pass':
      return { level: null, message: reason };
    case 'fail':
      // The reports say nothing of it: they are about the site.
      return onFail === 'warn' && !(isUndecidedByOne(assessment) && onInconclusive === 'fail')
        ? { level: 'warning', message: `${reason} ${texts.notFailed}` }
        : { level: 'error', message: reason };
    case 'inconclusive': {
      if (isSkipped(assessment)) return { level: 'notice', message: reason };
      const isLenient = onInconclusive === 'warn' && !failsRegardless(assessment);
      return { level: isLenient ? 'warning' : 'error', message: reason };
    }
  }
}

/** True where one of two policies gives no verdict: `on-fail` says nothing of that one. */
function isUndecidedByOne({ byPolicy }: Assessment): boolean {
  if (byPolicy === null) return false;
  return byPolicy.own.outcome === 'inconclusive' || byPolicy.organization.outcome === 'inconclusive';
}
