/** Decides which scan a run uses: a given one, an earlier one, or a new one. */

import type { Target } from '../inputs/target-url.ts';
import { fullSha, type NotedScan, scanDigest } from './noted-scan.ts';
import { refuseOtherTarget } from './refuse-by-list.ts';
import type { ScanContext } from './scan-context.ts';
import { type ListedScan, preferencesAgree, scansOfTarget } from './scan-list.ts';
import type { ObtainedScan } from './scan-origin.ts';
import { startScan } from './start-scan.ts';

/**
 * Obtains exactly one scan: the attached scan, a scan to reuse, the scan that an earlier attempt left running, or a new
 * scan.
 *
 * @throws SettingsError if `scan-id` belongs to another target than `url`
 * @throws ProblemError if there is no scan, or it is not known whether there is one
 */
export async function obtainScan(scanContext: ScanContext): Promise<ObtainedScan> {
  const { setup, client, target, log, signal } = scanContext;
  const { inputs, context } = setup;
  const { attachedScanId, reuseWithinMs } = inputs.scan;
  if (attachedScanId !== null) {
    if (inputs.target.url !== null) refuseOtherTarget(await client.list(signal), setup, log);
    return { scanId: attachedScanId, origin: 'attached' };
  }
  if (target === null) throw new Error('a scan cannot be started without a target');
  const existing = context.attempt > 1 || reuseWithinMs > 0 ? await findExisting(scanContext, target) : null;
  return existing ?? (await startScan({ ...scanContext, target }));
}

/** Finds a scan to reuse, which may be finished, else a scan that an earlier attempt of this run left running. */
async function findExisting(scanContext: ScanContext, target: Target): Promise<ObtainedScan | null> {
  const { setup, client, deployedAt, log, signal } = scanContext;
  const notedScan = await notedScanOfThisCommit(scanContext);
  const list = await client.list(signal);
  const newestFirst = scansOfTarget(list, target.fullAddress);
  const candidates = newestFirst.filter(
    ({ startedAt, preferences }) =>
      (deployedAt === null || (startedAt !== null && startedAt >= deployedAt)) &&
      preferencesAgree(setup.inputs.scan.preferences?.value ?? {}, preferences, 'differs'),
  );
  const [newest] = newestFirst;
  // Only the newest scan is reused: an earlier run may have refused an older scan, and our comment no longer says so.
  if (newest !== undefined && candidates.includes(newest) && isReusable(scanContext, newest, notedScan)) {
    log.info(
      `Reusing scan ${newest.id}, ${newest.isAtFullProgress ? 'finished' : 'running'} (\`reuse-within\`)`,
    );
    return { scanId: newest.id, origin: 'reused' };
  }
  const running = leftRunning(scanContext, candidates, notedScan);
  if (running === undefined) return null;
  log.info(`Taking up scan ${running.id}, which an earlier attempt of this run left running`);
  return { scanId: running.id, origin: 'resumed' };
}

/** What our comment says about a scan of this commit. */
async function notedScanOfThisCommit(scanContext: ScanContext): Promise<NotedScan | null> {
  const { pullRequest } = scanContext.setup;
  if (pullRequest.kind !== 'found') return null;
  const notedScan = await scanContext.readNotedScan();
  return notedScan?.sha === fullSha(pullRequest.headSha) ? notedScan : null;
}

function isReusable(
  { setup: { inputs, pullRequest, context }, clock, deployedAt }: ScanContext,
  { id, startedAt, isAtFullProgress }: ListedScan,
  notedScan: NotedScan | null,
): boolean {
  const { reuseWithinMs } = inputs.scan;
  if (reuseWithinMs === 0 || startedAt === null || startedAt < clock.now() - reuseWithinMs) return false;
  const ownNote = notedScan?.digest === scanDigest(id) ? notedScan : null;
  // The run that waited for the scan may have refused it. Only our comment can say that it did not.
  if (isAtFullProgress && (context.attempt > 1 || pullRequest.kind !== 'none'))
    return ownNote?.reusable === true;
  // Without a note for this commit, the scan could be of an earlier push.
  return deployedAt !== null || pullRequest.kind === 'none' || ownNote !== null;
}

/**
 * The scan that an earlier attempt of this run left running. With a pull request, that is the scan that our comment
 * names. Without a pull request, it is the newest candidate, if that started less than `timeout` ago. If it is not
 * known whether there is a pull request, no scan is taken up.
 */
function leftRunning(
  { setup: { inputs, pullRequest, context }, clock }: ScanContext,
  candidates: readonly ListedScan[],
  notedScan: NotedScan | null,
): ListedScan | undefined {
  if (context.attempt === 1 || pullRequest.kind === 'unknown') return undefined;
  if (pullRequest.kind === 'found')
    return candidates.find(
      ({ id, isAtFullProgress }) =>
        !isAtFullProgress && notedScan?.runId === context.runId && notedScan.digest === scanDigest(id),
    );
  const [newest] = candidates;
  const notBefore = clock.now() - inputs.scan.timeoutMs;
  const isRecent = newest !== undefined && newest.startedAt !== null && newest.startedAt > notBefore;
  return isRecent && !newest.isAtFullProgress ? newest : undefined;
}
