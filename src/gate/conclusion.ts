import type { Policy } from '../policy/policy.ts';
import { type Assessment, hasProblem, isSkipped, onlyWarns } from './verdict.ts';

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
 * `fail` and `inconclusive` fail the step, unless `on-fail` or `on-inconclusive` is `warn`. Of a `fail` with a doubt about the
 * scan both must be, because what was not found may be worse. A missing key and a cancelled run fail it even then.
 */
export function conclude(
  assessment: Assessment,
  policy: Pick<Policy, 'onFail' | 'onInconclusive'>,
  { reason, cancelled }: Ending,
): Conclusion {
  if (cancelled && !hasProblem(assessment, 'cancelled')) {
    const late = 'The run was cancelled while it published; the verdict stands.';
    return { level: 'error', message: `${reason}\n${late}` };
  }
  const { outcome, reasons } = assessment.verdict;
  if (outcome === 'pass') return { level: null, message: reason };
  if (isSkipped(assessment)) return { level: 'notice', message: reason };
  const isDoubted = reasons.some(({ kind }) => kind === 'problem');
  const isLenient =
    (outcome === 'inconclusive' || policy.onFail === 'warn') && (!isDoubted || onlyWarns(assessment, policy));
  if (!isLenient) return { level: 'error', message: reason };
  // The reports say nothing of `on-fail`: they are about the site.
  const because = '\nThe step is not failed by this, because `on-fail` is `warn`.';
  return { level: 'warning', message: outcome === 'fail' ? `${reason}${because}` : reason };
}
