/** Waits until the target is ready: before the scan, and again when the scan has finished. */

import { briefFault } from '../core/fault.ts';
import { ProblemError } from '../core/problem.ts';
import { siteNameInLog } from '../settings/disclosure.ts';
import { type AskOptions, askTarget, isSuccess, type TargetReadiness } from './ask-target.ts';
import { askUntil } from './ask-until.ts';

/** How to check if a target is ready. */
export interface ReadinessOptions extends AskOptions {
  /** How long to wait before the scan, in milliseconds. */
  readonly waitMs: number;
}

/** How long to ask a target again if it is no longer ready after the scan. */
const afterScanMs = 30_000;

/**
 * Waits until the target is ready: a 2xx status on its own site, or one of `allowedStatuses`. A preview may still be
 * building, so broken connections, refused certificates, 404, 408, 425, 429 and 5xx are waited for.
 *
 * @returns the status that only `allowedStatuses` accepted; `null` for a 2xx status
 * @throws ProblemError when it is not ready in time, redirects to another site, or gives any other status
 * @throws the reason of `signal` when that aborts
 */
export async function waitForTarget(options: ReadinessOptions): Promise<number | null> {
  const { waitMs } = options;
  const answer = await askRepeatedly(options, waitMs, ({ kind }) => kind !== 'not-yet');
  if (answer.kind === 'accepted') {
    const { status } = answer;
    const isUnusual = !isSuccess(status);
    options.log.info(
      `${nameInLog(options)} answered ${status}${isUnusual ? ', which `allowed-statuses` accepts' : ''}`,
    );
    return isUnusual ? status : null;
  }
  const { kind, fault } = answer;
  if (kind === 'not-yet') throw new ProblemError({ kind: 'target-not-ready', fault, waitedMs: waitMs });
  if (fault.kind === 'status') throw new ProblemError({ kind: 'target-refused', status: fault.status });
  throw new ProblemError({ kind: 'target-left-site', location: fault.location });
}

/**
 * Asks the target again when the scan has finished: once if it is ready, else for 30 seconds. If it is not ready, what
 * the scan saw may have been a login wall or an error page.
 *
 * @throws ProblemError if the target may have been gone during the scan
 * @throws the reason of `signal` when that aborts
 */
export async function askAfterScan(options: ReadinessOptions): Promise<void> {
  const answer = await askRepeatedly(options, afterScanMs, ({ kind }) => kind === 'accepted');
  if (answer.kind !== 'accepted')
    throw new ProblemError({ kind: 'target-lost', fault: answer.fault, askedMs: afterScanMs });
}

/** Asks the target until `isFinal` takes an answer, or for `limitMs`. */
function askRepeatedly(
  options: ReadinessOptions,
  limitMs: number,
  isFinal: (answer: TargetReadiness) => boolean,
): Promise<TargetReadiness> {
  return askUntil((leftMs) => askTarget(options, leftMs), {
    ...options,
    limitMs,
    firstPauseMs: 1_000,
    longestPauseMs: 10_000,
    isFinal,
    onFirstMiss: (answer) => {
      const why = answer.kind === 'accepted' ? '' : briefFault(answer.fault);
      options.log.info(`${nameInLog(options)} is not ready (${why}), asking it again`);
    },
  });
}

function nameInLog({ disclosure, target }: ReadinessOptions): string {
  return siteNameInLog(disclosure, target.shownAddress);
}
