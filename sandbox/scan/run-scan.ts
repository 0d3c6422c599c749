import { systemClock } from '../../src/core/time-limit.ts';
import { catalogue } from '../checks/catalogue.ts';
import { gatherInformation } from './information.ts';
import type { Scan } from './scan.ts';
import { crawlSite, type Site } from './site.ts';
import { createSiteClient, type SiteClient } from './site-client.ts';

export interface RunOptions {
  /** How long the scan waits in the queue. */
  readonly queueMs: number;
  /** The scan takes at least this long; its steps are spread over it. */
  readonly scanMs: number;
  /** Aborts when the sandbox closes; the scan then stays as it is. */
  readonly signal: AbortSignal;
}

/**
 * Takes a scan from the queue to its end and keeps `scan` up to date. It ends early, with nothing checked, where the
 * target does not answer.
 *
 * @throws the reason of `options.signal` when that aborts
 */
export async function runScan(scan: Scan, options: RunOptions): Promise<void> {
  const { queueMs, signal } = options;
  if (scan.behaviour.neverLeavesQueue) return;
  if (queueMs > 0) await systemClock.sleep(queueMs, signal);
  scan.state = 'running';
  scan.startedAtMs = Date.now();
  const isComplete = await scanCandidates(scan, options);
  signal.throwIfAborted();
  if (isComplete) scan.percentage = 100;
  scan.state = isComplete ? 'finished' : 'ended-early';
  scan.endedAtMs = Date.now();
}

/** Scans the first address of the target that answers. @returns whether all checks were performed */
async function scanCandidates(scan: Scan, options: RunOptions): Promise<boolean> {
  for (const origin of scan.candidates) {
    const client = createSiteClient(origin, options.signal);
    const home = await client.follow(origin);
    if (home === null) continue;
    const site = await crawlSite(home, client, scan.preferences);
    scan.information = gatherInformation(site);
    return performChecks(scan, site, client, options);
  }
  return false;
}

/** Performs the checks one by one. @returns whether all were performed */
async function performChecks(
  scan: Scan,
  site: Site,
  client: SiteClient,
  { scanMs, signal }: RunOptions,
): Promise<boolean> {
  const { preferences, behaviour, startedAtMs } = scan;
  const endsEarlyAt = behaviour.endsEarlyAt ?? Number.POSITIVE_INFINITY;
  const sleepUntil = async (share: number) => {
    const ms = (startedAtMs ?? 0) + scanMs * share - Date.now();
    if (ms > 0) await systemClock.sleep(ms, signal);
  };
  const checks = catalogue.filter(({ wanted }) => wanted?.(preferences) ?? true);
  for (const [index, check] of checks.entries()) {
    const done = (index + 1) / (checks.length + 1);
    scan.percentage = Math.min(100 * done, endsEarlyAt);
    if (scan.percentage === endsEarlyAt) return false;
    await sleepUntil(done);
    const refusedBefore = client.refused;
    for (const match of await check.find(site)) scan.findings.push({ check, ...match });
    // A check that could not send all of its requests was not performed completely.
    if (client.refused === refusedBefore) scan.checked += 1;
  }
  await sleepUntil(1);
  return true;
}
