/** Starts a scan once, even if the answer to the start is lost or the service refuses it at first. */

import { ProblemError } from '../core/problem.ts';
import { faultFacts } from '../core/request-fault.ts';
import { siteNameInLog } from '../policy/disclosure.ts';
import { searchForLostScan, unknownStartError } from './lost-start.ts';
import type { StartContext } from './scan-context.ts';
import { readListOrEmpty, scansOfTarget } from './scan-list.ts';
import type { ObtainedScan } from './scan-origin.ts';
import { waitForScan } from './wait-for-scan.ts';

/**
 * Starts a scan (`docs/contract.md`, promise 3, one scan). If the answer is lost, the scan is looked up in the scan
 * list, and no start is sent again. A refused start is sent again after the end of a running scan of the target, and
 * once with the bare host.
 *
 * @throws ProblemError if no scan was started, or nobody knows whether one was
 * @throws the reason of the signal if that aborted before the start was sent
 */
export async function startScan(scanContext: StartContext): Promise<ObtainedScan> {
  const { target, log } = scanContext;
  const otherScanIds: string[] = [];
  let sent = await sendStart(scanContext, target.fullAddress, otherScanIds);
  while ('error' in sent) {
    const endedScanId = await waitForRunningScan(scanContext, otherScanIds);
    if (endedScanId === null) break;
    otherScanIds.push(endedScanId);
    sent = await sendStart(scanContext, target.fullAddress, otherScanIds);
  }
  if ('scanId' in sent) return sent;
  const { status, error } = sent;
  // Only of `https://host/`: without its path, port or query, a target is another target.
  const host = /^https:\/\/([a-z0-9.-]+)\/?$/i.exec(target.fullAddress)?.[1];
  // Of all statuses, these two may mean the form of the target (`docs/internals/service-interface.md`, section 4.1).
  if (host === undefined || (status !== 400 && status !== 422)) throw error;
  log.info(`The service refused the start (HTTP ${status}). It is sent once more with the host alone.`);
  const sentHost = await sendStart(scanContext, host, otherScanIds);
  if ('error' in sentHost) throw error;
  return sentHost;
}

/**
 * Waits for the end of a running scan of the target: the service may take one scan at a time, and a cancelled run
 * leaves its scan running. The log then shows the progress of that other scan.
 *
 * @param otherScanIds ids of scans that were waited for
 * @returns the id of the scan; `null` if there is none, or it does not end in time
 */
async function waitForRunningScan(
  scanContext: StartContext,
  otherScanIds: readonly string[],
): Promise<string | null> {
  const { setup, client, target, log, signal } = scanContext;
  const name = siteNameInLog(setup.disclosure, target.shownAddress);
  // If the list cannot be read, the refusal of the start already says what is wrong.
  const list = await readListOrEmpty(client, signal);
  const other = scansOfTarget(list, target.fullAddress).find(
    ({ id, isAtFullProgress }) => !isAtFullProgress && !otherScanIds.includes(id),
  );
  if (other === undefined) return null;
  log.info(
    `The service refused the start while scan ${other.id} of ${name} is running. The start is sent again when that scan has ended.`,
  );
  const { problem } = await waitForScan({
    ...scanContext,
    scanInputs: setup.inputs.scan,
    scanId: other.id,
    endsIfMissing: true,
    isEnoughToFail: () => false,
  });
  if (problem?.kind === 'cancelled') signal.throwIfAborted();
  return problem?.kind === 'timeout' ? null : other.id;
}

/** A start that the service refused with HTTP status `status`. */
interface RefusedStart {
  readonly status: number;
  readonly error: ProblemError;
}

/**
 * Sends a start once.
 *
 * @param otherScanIds ids of scans that the start cannot have begun
 * @returns the refusal for any HTTP status that shows that no scan has begun, except 401: a wrong key is refused again
 */
async function sendStart(
  scanContext: StartContext,
  url: string,
  otherScanIds: readonly string[],
): Promise<ObtainedScan | RefusedStart> {
  const { setup, client, target, clock, log, signal } = scanContext;
  const preferences = setup.inputs.scan.preferences?.value;
  signal.throwIfAborted();
  const sentAt = clock.now();
  try {
    const scanId = await client.start({ url, preferences }, signal);
    log.info(`Started scan ${scanId} of ${siteNameInLog(setup.disclosure, target.shownAddress)}`);
    return { scanId, origin: 'started' };
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.kind !== 'service')
      throw unknownStartError(scanContext, error);
    const { fault } = error.problem;
    if (faultFacts(fault).mayHaveTakenEffect)
      return await searchForLostScan(scanContext, { fault, sentAt, otherScanIds });
    if (fault.kind === 'status' && fault.status !== 401) return { status: fault.status, error };
    throw error;
  }
}
