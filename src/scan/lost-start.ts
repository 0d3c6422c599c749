/** Looks for the scan that a start without an answer may have begun. */

import { ProblemError, type RequestFault } from '../core/problem.ts';
import { faultFacts } from '../core/request-fault.ts';
import { maxClockSkewMs } from '../core/time.ts';
import { DeadlineError } from '../core/time-limit.ts';
import { type StartContext, timeoutOrProblem } from './scan-context.ts';
import { type ListedScan, preferencesAgree, scansOfTarget } from './scan-list.ts';
import type { ObtainedScan } from './scan-origin.ts';

/** How long to look for a scan whose start got no answer (`docs/contract.md`, promise 3, one scan). */
const lookUpMs = 60_000;
const lookUpPausesMs = [1_000, 2_000, 4_000];
const lastLookUpPauseMs = 8_000;

/** A start without an answer. */
interface LostStart {
  readonly fault: RequestFault;
  readonly sentAt: number;
  /** Ids of scans that this start cannot have begun. */
  readonly otherScanIds: readonly string[];
}

/** One look into the scan list for a lost start. */
interface ListLook {
  /** Running scans that this start may have begun: also those that it began only if the clocks differ. */
  readonly candidates: readonly ListedScan[];
  /** Why the list could not be read; `null` if it was. */
  readonly fault: RequestFault | null;
}

/**
 * Looks for the scan that a start without an answer may have begun. A scan that started before the start was sent
 * probably belongs to another run, so it is taken only at the end, in case the clocks differ.
 *
 * @throws ProblemError if there is none, or the search was ended
 */
export async function searchForLostScan(scanContext: StartContext, lost: LostStart): Promise<ObtainedScan> {
  const { fault, sentAt } = lost;
  const { clock, log } = scanContext;
  log.warning(
    `The answer to the start of the scan was lost (${faultFacts(fault).brief}). Looking for the scan in the scan list; none is started a second time.`,
  );
  using limit = clock.timeLimit(scanContext.signal, lookUpMs);
  const { signal } = limit;
  // This holds if the time is over before the first look gets an answer.
  let look: ListLook = { candidates: [], fault: { kind: 'timeout', afterMs: lookUpMs } };
  // The list has whole seconds only.
  const sentSecond = Math.floor(sentAt / 1000) * 1000;
  let scan: ListedScan | undefined;
  try {
    for (let tries = 0; ; tries += 1) {
      look = await lookInList({ ...scanContext, signal }, lost);
      scan = look.candidates.find(({ startedAt }) => startedAt !== null && startedAt >= sentSecond);
      if (scan !== undefined) break;
      await clock.sleep(lookUpPausesMs[tries] ?? lastLookUpPauseMs, signal);
    }
  } catch (error) {
    if (scanContext.signal.aborted || !(error instanceof DeadlineError))
      throw unknownStartError(scanContext, error);
  }
  scan ??= look.candidates[0];
  if (scan === undefined)
    throw new ProblemError({ kind: 'start-lost', fault, lookedForMs: lookUpMs, listFault: look.fault });
  log.info(`Found scan ${scan.id} in the scan list`);
  return { scanId: scan.id, origin: 'recovered' };
}

/** The error for a start that was sent and whose result is not known. */
export function unknownStartError({ setup }: StartContext, cause: unknown): ProblemError {
  return new ProblemError(timeoutOrProblem(setup.inputs.scan.timeoutMs, cause, 'unknown'), { cause });
}

/**
 * Looks into the scan list once. A finished scan is never taken: another run may have started and refused it, and if
 * the clock of the service is ahead, its start date looks later than our start.
 */
async function lookInList(scanContext: StartContext, { sentAt, otherScanIds }: LostStart): Promise<ListLook> {
  const { setup, client, target, deployedAt, signal } = scanContext;
  const oldest = Math.max(sentAt - maxClockSkewMs, deployedAt ?? 0);
  try {
    const candidates = scansOfTarget(await client.list(signal), target.fullAddress).filter(
      ({ id, startedAt, isAtFullProgress, preferences }) =>
        !isAtFullProgress &&
        !otherScanIds.includes(id) &&
        (startedAt === null ? deployedAt === null : startedAt >= oldest) &&
        preferencesAgree(setup.inputs.scan.preferences?.value ?? {}, preferences, 'agrees'),
    );
    return { candidates, fault: null };
  } catch (error) {
    if (error instanceof ProblemError && error.problem.kind === 'service')
      return { candidates: [], fault: error.problem.fault };
    throw error;
  }
}
