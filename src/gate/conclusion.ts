import type { Policy } from '../policy/policy.ts';
import { type Assessment, failsRegardless, hasProblem, isSkipped } from './verdict.ts';

/** How the step ends. */
export interface Conclusion {
  /** Level of the message. An `error` fails the step. `null`: the step passes without a message. */
  readonly level: 'error' | 'warning' | 'notice' | null;
  /** The reason in one line; after a line break, what else there is to say of the step, in English as all of the log. */
  readonly message: string;
}

/** How a run ended. */
interface Ending {
  /** The verdict in one line, in `language`. */
  readonly reason: string;
  /** True if a signal came, even after the verdict. */
  readonly cancelled: boolean;
}

/**
 * `fail` and `inconclusive` fail the step, unless `on-fail` or `on-inconclusive` is `warn`; a missing key and a cancelled run
 * fail it even then.
 */
export function conclude(
  assessment: Assessment,
  { onFail, onInconclusive }: Pick<Policy, 'onFail' | 'onInconclusive'>,
  { reason, cancelled }: Ending,
): Conclusion {
  if (cancelled && !hasProblem(assessment, 'cancelled')) {
    const late = 'The run was cancelled while it published; the verdict stands.';
    return { level: 'error', message: `${reason}\n${late}` };
  }
  switch (assessment.verdict.outcome) {
    case 'pass':
      return { level: null, message: reason };
    case 'fail':
      // The reports say nothing of it: they are about the site.
      return onFail === 'warn' && !(isUndecidedByOne(assessment) && onInconclusive === 'fail')
        ? {
            level: 'warning',
            message: `${reason}\nThe step is not failed by this, because \`on-fail\` is \`warn\`.`,
          }
        : { level: 'error', message: reason };
    case 'inconclusive': {
      if (isSkipped(assessment)) return { level: 'notice', message: reason };
      const isLenient = onInconclusive === 'warn' && !failsRegardless(assessment);
      return { level: isLenient ? 'warning' : 'error', message: reason };
    }
  }
}

/** True if one of two policies gives no verdict: `on-fail` says nothing of that one. */
function isUndecidedByOne({ byPolicy }: Assessment): boolean {
  if (byPolicy === null) return false;
  return byPolicy.own.outcome === 'inconclusive' || byPolicy.organization.outcome === 'inconclusive';
}
