/** Starts a scan, and never a second one. */

import { briefFault, type Fault, longestOutageMs, mayHaveBeenCarriedOut } from '../core/fault.ts';
import type { StagePorts } from '../core/ports.ts';
import { type Problem, ProblemError, problemOf } from '../core/problem.ts';
import { shownDuration } from '../core/time.ts';
import { DeadlineError } from '../core/time-limit.ts';
import type { ServiceClient } from '../service/client.ts';
import type { WireScanList } from '../service/wire.ts';
import { siteNameInLog } from '../settings/disclosure.ts';
import type { RunSetup } from '../settings/setup.ts';
import type { SiteAddress } from '../settings/site-address.ts';
import { newestRunningScan } from './scan-list.ts';

/**
 * How the run got its scan:
 *
 * - `started`: the run started it
 * - `recovered`: the run started it, and the answer was lost. The scan was found in the scan list
 * - `taken-up`: an earlier attempt of the run left it unjudged; without a pull request, it is the newest running one
 * - `attached`: it is given as `scan-id`
 */
export type ScanOrigin = 'started' | 'recovered' | 'taken-up' | 'attached';

/** The scan that a run waits for, and how the run got it. */
export interface ObtainedScan {
  readonly scanId: string;
  readonly origin: ScanOrigin;
}

/** What a scan is started with. */
export interface StartOptions extends StagePorts {
  readonly setup: Pick<RunSetup, 'inputs' | 'resolvedDisclosure'>;
  readonly service: ServiceClient;
  readonly target: SiteAddress;
}

/**
 * Starts a scan of the target (`docs/contract.md`, One scan). What follows a start without a usable answer:
 *
 * | answer | then |
 * |---|---|
 * | no connection, also by a refused proxy or certificate; 409, 429, 503 | none can have begun: it is sent again |
 * | 400, 422 | a target such as `https://host/` is sent once more, as `host` |
 * | lost, or not understood | a scan may have begun: it is looked for, and none is started again |
 * | any other refusal | the problem of the run |
 *
 * @throws ProblemError if no scan was started, or nobody knows whether one was
 * @throws the reason of the signal if that aborted while none can have begun
 */
export async function startScan(options: StartOptions): Promise<ObtainedScan> {
  const { target, clock, log } = options;
  const host = hostToSend(target);
  let address = target.givenAddress;
  let unreachableSince: number | null = null;
  for (let tries = 1; ; tries += 1) {
    const sentAt = clock.now();
    const sent = await sendStart(options, address);
    if ('scanId' in sent) return { scanId: sent.scanId, origin: 'started' };
    const { fault } = sent;
    const problem: Problem = { ...sent, tries };
    if (mayHaveBeenCarriedOut(fault)) return await findLostScan(options, { fault, sentAt });
    if (isStatus(fault, [400, 422]) && host !== null && address !== host) {
      log.info(
        `The service refused the start (${briefFault(fault)}). It is sent once more with the host alone.`,
      );
      address = host;
      continue;
    }
    const isUnreachable = fault.kind !== 'status' && fault.kind !== 'redirect';
    unreachableSince = isUnreachable ? (unreachableSince ?? sentAt) : null;
    const isGone = unreachableSince !== null && clock.now() - unreachableSince >= longestOutageMs;
    if (isGone || !(isUnreachable || isStatus(fault, [409, 429, 503]))) throw new ProblemError(problem);
    await pauseBeforeResend(options, problem, tries);
  }
}

function isStatus(fault: Fault, statuses: readonly number[]): boolean {
  return fault.kind === 'status' && statuses.includes(fault.status);
}

/** The host of `https://host/`; `null` for any other target: without its path, port or query it is another one. */
function hostToSend({ hasScheme, url }: SiteAddress): string | null {
  return hasScheme && url.href === `https://${url.hostname}/` ? url.hostname : null;
}

/** @returns the problem if the service gave no scan id */
async function sendStart(
  { setup, service, target, log, signal }: StartOptions,
  address: string,
): Promise<{ scanId: string } | (Problem & { kind: 'service' })> {
  const { preferences, timeout: timeoutMs } = setup.inputs;
  signal.throwIfAborted();
  try {
    const scanId = await service.start({ url: address, preferences: preferences ?? undefined }, signal);
    log.info(`Started scan ${scanId} of ${siteNameInLog(setup.resolvedDisclosure, target.shownAddress)}`);
    return { scanId };
  } catch (error) {
    if (error instanceof ProblemError && error.problem.kind === 'service') return error.problem;
    throw new ProblemError(unconfirmedOrProblem(timeoutMs, error), { cause: error });
  }
}

const firstResendPauseMs = 2_000;
const longestResendPauseMs = 60_000;

/**
 * Waits before a start is sent again: twice as long each time, and for as long as `Retry-After` says, up to a minute.
 *
 * @throws ProblemError with `problem` if the time is over meanwhile
 */
async function pauseBeforeResend(
  { clock, log, signal }: StartOptions,
  problem: Problem & { kind: 'service' },
  tries: number,
): Promise<void> {
  const { fault } = problem;
  const askedMs = fault.kind === 'status' ? (fault.retryAfterMs ?? 0) : 0;
  const pauseMs = Math.min(longestResendPauseMs, Math.max(firstResendPauseMs * 2 ** (tries - 1), askedMs));
  log.info(
    `No scan has begun (${briefFault(fault)}${isStatus(fault, [409]) ? ', perhaps another scan of the target is running' : ''}). Sending the start again in ${shownDuration(pauseMs)}.`,
  );
  try {
    await clock.sleep(pauseMs, signal);
  } catch (error) {
    throw error instanceof DeadlineError ? new ProblemError(problem, { cause: error }) : error;
  }
}

/** How long to look for a scan whose start got no answer, in milliseconds. */
const lostScanSearchMs = 60_000;
const lostScanPauseMs = 5_000;

/**
 * Looks for a running scan of the target that started since the start was sent. A finished scan is never taken, and
 * none that started before: it belongs to another run.
 *
 * @throws ProblemError if there is none, or the search was ended
 */
async function findLostScan(
  options: StartOptions,
  { fault, sentAt }: { readonly fault: Fault; readonly sentAt: number },
): Promise<ObtainedScan> {
  const { setup, service, target, clock, log } = options;
  const { preferences, timeout: timeoutMs } = setup.inputs;
  log.warning(
    `The answer to the start of the scan was lost (${briefFault(fault)}). Looking for the scan in the scan list; none is started a second time.`,
  );
  using limit = clock.timeLimit(options.signal, lostScanSearchMs);
  // The list has whole seconds only.
  const wanted = { since: Math.floor(sentAt / 1000) * 1000, preferences: preferences ?? {} };
  try {
    for (;;) {
      const list = await service.listScans(limit.signal).catch(noneIfServiceFails);
      const scan = newestRunningScan(list, target.givenAddress, wanted);
      if (scan !== undefined) {
        log.info(`Found scan ${scan.id} in the scan list`);
        return { scanId: scan.id, origin: 'recovered' };
      }
      await clock.sleep(lostScanPauseMs, limit.signal);
    }
  } catch (error) {
    if (options.signal.aborted || !(error instanceof DeadlineError))
      throw new ProblemError(unconfirmedOrProblem(timeoutMs, error), { cause: error });
    throw new ProblemError({ kind: 'start-unconfirmed', fault });
  }
}

/** An empty list if the service gave none. @throws any other error */
function noneIfServiceFails(error: unknown): WireScanList {
  if (error instanceof ProblemError && error.problem.kind === 'service') return [];
  throw error;
}

/** The problem behind an error after a start was sent. */
function unconfirmedOrProblem(afterMs: number, error: unknown): Problem {
  if (!(error instanceof DeadlineError)) return problemOf(error);
  return { kind: 'start-unconfirmed', fault: { kind: 'timeout', afterMs } };
}
