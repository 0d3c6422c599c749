/** Starts a scan once, even if the answer to the start is lost or the service refuses it at first. */

import type { StagePorts } from '../core/ports.ts';
import { ProblemError, type RequestFault } from '../core/problem.ts';
import { faultFacts } from '../core/request-fault.ts';
import { clockSkewMs } from '../core/time.ts';
import { DeadlineError } from '../core/time-limit.ts';
import type { Target } from '../inputs/target-url.ts';
import { logName } from '../policy/disclosure.ts';
import type { RunSetup } from '../prepare/prepare.ts';
import type { ServiceClient } from '../service/client.ts';
import { timeoutOrProblem } from './scan-deadline.ts';
import { type ListedScan, preferencesAgree, scansOfTarget } from './scan-list.ts';
import { waitForScan } from './wait-for-scan.ts';

/**
 * How the run got its scan:
 *
 * - `started`: the run started it, or was to start it and there is none
 * - `recovered`: the run started it, and the answer was lost. The scan was found in the scan list
 * - `attached`: it is given as `scan-id`
 * - `reused`: a recent scan of the target, which `reuse-within` allows to use
 * - `resumed`: an earlier attempt of this run left it running
 */
export type ScanOrigin = 'started' | 'attached' | 'reused' | 'resumed' | 'recovered';

/** The scan that a run waits for, and how the run got it. */
export interface ObtainedScan {
  readonly scanId: string;
  readonly origin: ScanOrigin;
}

/** What every part of the scan stage needs. */
export interface StageRequest extends StagePorts {
  readonly setup: Pick<RunSetup, 'inputs' | 'disclosure'>;
  readonly client: ServiceClient;
  /** When the target was deployed, in milliseconds since the Unix epoch; `null` if unknown. No older scan is used. */
  readonly readyAt: number | null;
}

/** A start of a scan. */
export type StartRequest = StageRequest & { readonly target: Target };

/**
 * Starts a scan (`docs/contract.md`, promise 3, one scan). If the answer is lost, the scan is looked up in the scan
 * list, and no start is sent again. A refused start is sent again after the end of a running scan of the target, and
 * once with the bare host.
 *
 * @throws ProblemError if no scan was started, or nobody knows whether one was
 * @throws the reason of the signal if that aborted before the start was sent
 */
export async function startScan(starting: StartRequest): Promise<ObtainedScan> {
  const { target, log } = starting;
  const notOurs: string[] = [];
  let sent = await sendStart(starting, target.given, notOurs);
  while (sent.kind === 'refused') {
    const other = await waitForOther(starting, notOurs);
    if (other === null) break;
    notOurs.push(other);
    sent = await sendStart(starting, target.given, notOurs);
  }
  if (sent.kind === 'begun') return sent.scan;
  const { status, error } = sent;
  const host = onlyHost(target.given);
  // Of all statuses, these two may mean the form of the target (`docs/internals/service-interface.md`, section 4.1).
  if (host === null || (status !== 400 && status !== 422)) throw error;
  log.info(`The service refused the start (HTTP ${status}). It is sent once more with the host alone.`);
  const sentHost = await sendStart(starting, host, notOurs);
  if (sentHost.kind === 'refused') throw error;
  return sentHost.scan;
}

/**
 * The host of `https://host/`; `null` for any other target, which would be another one without its path, port or query.
 */
function onlyHost(given: string): string | null {
  return /^https:\/\/([a-z0-9.-]+)\/?$/i.exec(given)?.[1] ?? null;
}

/**
 * Waits for the end of a scan of the target that is running: the service may take one at a time, and a cancelled run
 * leaves its scan running.
 *
 * @param notOurs ids of scans that were waited for
 * @returns the id of the scan; `null` if there is none, or it does not end in time
 */
async function waitForOther(starting: StartRequest, notOurs: readonly string[]): Promise<string | null> {
  const { setup, client, target, clock, log, signal } = starting;
  const name = logName(setup.disclosure, target.bareAddress);
  // If the list cannot be read, the refusal of the start already says what is wrong.
  const list = await client.list(signal).catch((error: unknown) => {
    if (error instanceof ProblemError) return [];
    throw error;
  });
  const other = scansOfTarget(list, target.given).find(
    ({ id, isAtFullProgress }) => !isAtFullProgress && !notOurs.includes(id),
  );
  if (other === undefined) return null;
  log.info(
    `The service refused the start while scan ${other.id} of ${name} is running. The start is sent again when that scan has ended.`,
  );
  const { problem } = await waitForScan({
    client,
    scanId: other.id,
    endsIfMissing: true,
    fetchOptions: { language: 'en', includeSubdomains: false, includeLeaks: false },
    timeoutMs: setup.inputs.scan.timeoutMs,
    pollIntervalMs: setup.inputs.scan.pollIntervalMs,
    failsFast: () => false,
    clock,
    log,
    signal,
  });
  if (problem?.kind === 'cancelled') signal.throwIfAborted();
  return problem?.kind === 'timeout' ? null : other.id;
}

/** A start that began a scan, or that the service refused with this HTTP status. */
type SentStart =
  | { kind: 'begun'; scan: ObtainedScan }
  | { kind: 'refused'; status: number; error: ProblemError };

/**
 * Sends a start once.
 *
 * @param notOurs ids of scans that the start cannot have begun
 * @returns the refusal for any HTTP status by which no scan can have begun, but 401: a wrong key is refused again
 */
async function sendStart(
  starting: StartRequest,
  url: string,
  notOurs: readonly string[],
): Promise<SentStart> {
  const { setup, client, target, clock, log, signal } = starting;
  const preferences = setup.inputs.scan.preferences?.value ?? null;
  signal.throwIfAborted();
  const sentAt = clock.now();
  try {
    const scanId = await client.start({ url, preferences }, signal);
    log.info(`Started scan ${scanId} of ${logName(setup.disclosure, target.bareAddress)}`);
    return { kind: 'begun', scan: { scanId, origin: 'started' } };
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.kind !== 'service')
      throw unknownStartError(starting, error);
    const { fault } = error.problem;
    if (faultFacts(fault).mayHaveBegun)
      return { kind: 'begun', scan: await searchForLost(starting, { fault, sentAt, notOurs }) };
    if (fault.kind === 'status' && fault.status !== 401)
      return { kind: 'refused', status: fault.status, error };
    throw error;
  }
}

/** The error for a start that was sent, and that nobody knows the result of. */
function unknownStartError({ setup }: StartRequest, cause: unknown): ProblemError {
  return new ProblemError(timeoutOrProblem(setup.inputs.scan.timeoutMs, cause, 'unknown'), { cause });
}

/** How long to look for a scan whose start got no answer (`docs/contract.md`, promise 3, one scan). */
const lookUpMs = 60_000;
const lookUpPausesMs = [1_000, 2_000, 4_000];
const lastLookUpPauseMs = 8_000;

/** A start without an answer. */
interface LostStart {
  readonly fault: RequestFault;
  readonly sentAt: number;
  /** Ids of scans that it cannot have begun. */
  readonly notOurs: readonly string[];
}

/** One look into the scan list for a lost start. */
interface ListLook {
  /** A scan that started since the start was sent. */
  readonly surelyOurs: ListedScan | null;
  /** A scan that may be ours only if the clocks differ, or that has no start date. */
  readonly maybeOurs: ListedScan | null;
  /** Why the list could not be read; `null` if it was. */
  readonly fault: RequestFault | null;
}

const unreadList = { surelyOurs: null, maybeOurs: null };

/**
 * Looks for the scan that a start without an answer may have begun. A scan that started before the start was sent is
 * probably another run's, so it is taken only at the end, in case the clocks differ.
 *
 * @throws ProblemError if there is none, or the search was ended
 */
async function searchForLost(starting: StartRequest, lost: LostStart): Promise<ObtainedScan> {
  const { fault } = lost;
  const { clock, log } = starting;
  log.warning(
    `The answer to the start of the scan was lost (${faultFacts(fault).brief}). Looking for the scan in the scan list; none is started a second time.`,
  );
  using limit = clock.timeLimit(starting.signal, lookUpMs);
  const { signal } = limit;
  // What holds if the time is over before the first look has an answer.
  let look: ListLook = { ...unreadList, fault: { kind: 'timeout', afterMs: lookUpMs } };
  try {
    for (let tries = 0; ; tries += 1) {
      look = await lookInList({ ...starting, signal }, lost);
      if (look.surelyOurs !== null) break;
      await clock.sleep(lookUpPausesMs[tries] ?? lastLookUpPauseMs, signal);
    }
  } catch (error) {
    if (starting.signal.aborted || !(error instanceof DeadlineError))
      throw unknownStartError(starting, error);
  }
  const scan = look.surelyOurs ?? look.maybeOurs;
  if (scan !== null) {
    log.info(`Found scan ${scan.id} in the scan list`);
    return { scanId: scan.id, origin: 'recovered' };
  }
  throw new ProblemError({ kind: 'start-lost', fault, lookedForMs: lookUpMs, listFault: look.fault });
}

/**
 * Looks into the scan list once. A finished scan is never taken: another run may have started and refused it, and if
 * the clock of the service is ahead, its start date looks later than our start.
 */
async function lookInList(starting: StartRequest, { sentAt, notOurs }: LostStart): Promise<ListLook> {
  const { setup, client, target, readyAt, signal } = starting;
  // The list has whole seconds only.
  const sentSecond = Math.max(Math.floor(sentAt / 1000) * 1000, readyAt ?? 0);
  const oldest = Math.max(sentAt - clockSkewMs, readyAt ?? 0);
  try {
    const running = scansOfTarget(await client.list(signal), target.given).filter(
      ({ id, isAtFullProgress, preferences }) =>
        !isAtFullProgress &&
        !notOurs.includes(id) &&
        preferencesAgree(setup.inputs.scan.preferences?.value ?? {}, preferences, 'agrees'),
    );
    const surely = running.find(({ startedAt }) => startedAt !== null && startedAt >= sentSecond);
    const maybe = running.find(({ startedAt }) =>
      startedAt === null ? readyAt === null : startedAt >= oldest,
    );
    return { surelyOurs: surely ?? null, maybeOurs: maybe ?? null, fault: null };
  } catch (error) {
    if (error instanceof ProblemError && error.problem.kind === 'service')
      return { ...unreadList, fault: error.problem.fault };
    throw error;
  }
}
