/** How long and how often the target is asked: before the scan, and again when the scan has finished. */

import { briefFault } from '../core/fault.ts';
import type { StagePorts } from '../core/ports.ts';
import { ProblemError } from '../core/problem.ts';
import { siteNameInLog } from '../settings/disclosure.ts';
import { askTarget, isSuccess, type ReadinessCheck, type TargetReadiness } from './ask-target.ts';

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
export async function waitForTarget(check: ReadinessCheck): Promise<number | null> {
  const { waitMs } = check;
  const answer = await askRepeatedly(check, waitMs, ({ kind }) => kind !== 'not-yet');
  if (answer.kind === 'accepted') {
    const { status } = answer;
    const isUnusual = !isSuccess(status);
    check.log.info(
      `${nameInLog(check)} answered ${status}${isUnusual ? ', which `allowed-statuses` accepts' : ''}`,
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
export async function askAfterScan(check: ReadinessCheck): Promise<void> {
  const answer = await askRepeatedly(check, afterScanMs, ({ kind }) => kind === 'accepted');
  if (answer.kind !== 'accepted')
    throw new ProblemError({ kind: 'target-lost', fault: answer.fault, askedMs: afterScanMs });
}

/** Asks the target until `isFinal` takes an answer, or for `limitMs`. */
function askRepeatedly(
  check: ReadinessCheck,
  limitMs: number,
  isFinal: (answer: TargetReadiness) => boolean,
): Promise<TargetReadiness> {
  return askUntil((leftMs) => askTarget(check, leftMs), {
    ...check,
    limitMs,
    firstPauseMs: 1_000,
    longestPauseMs: 10_000,
    isFinal,
    onFirstMiss: (answer) => {
      const why = answer.kind === 'accepted' ? '' : briefFault(answer.fault);
      check.log.info(`${nameInLog(check)} is not ready (${why}), asking it again`);
    },
  });
}

function nameInLog({ disclosure, target }: ReadinessCheck): string {
  return siteNameInLog(disclosure, target.shownAddress);
}

/** When repeated asking ends, and how often it asks. */
interface AskingRules<Answer> extends Pick<StagePorts, 'clock' | 'signal'> {
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
  { limitMs, firstPauseMs, longestPauseMs, isFinal, onFirstMiss, clock, signal }: AskingRules<Answer>,
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
