import type { Clock } from '../../src/core/ports.ts';
import { CATALOGUE } from '../checks/catalogue.ts';
import type { Check } from '../checks/check.ts';
import { findLeaks, findSubdomains, gatherInformation } from './information.ts';
import type { Scan } from './scan.ts';
import { type Site, surveySite } from './site.ts';
import { createSiteClient, type SiteClient, type SiteResponse } from './site-client.ts';

const MAX_REQUESTS = 64;
const REQUEST_TIMEOUT_MS = 5000;
/** A site that is slow on purpose ends the scan early instead of holding it. */
const MAX_SCAN_MS = 90_000;

export interface RunOptions {
  clock: Clock;
  /** How long the scan waits in the queue. */
  queueMs: number;
  /** Least time the scan takes; its steps are spread over it. */
  scanMs: number;
  /** Aborts when the sandbox closes; the scan then stays as it is. */
  signal: AbortSignal;
}

interface Visit {
  home: SiteResponse;
  client: SiteClient;
}

/** Tries the target's addresses in turn and takes the first that answers at all. */
async function visit(scan: Scan, signal: AbortSignal): Promise<Visit | null> {
  for (const origin of scan.target.candidates) {
    const client = createSiteClient({
      origin,
      maxRequests: MAX_REQUESTS,
      timeoutMs: REQUEST_TIMEOUT_MS,
      signal,
    });
    const home = await client.request(origin, { follow: true });
    if (home) return { home, client };
  }
  return null;
}

function end(scan: Scan, state: 'finished' | 'ended-early', nowMs: number): void {
  scan.state = state;
  scan.endedAtMs = nowMs;
}

async function perform(scan: Scan, check: Check, site: Site, client: SiteClient): Promise<void> {
  const refusedBefore = client.refused;
  const hits = await check.find(site);
  for (const hit of hits) scan.observations.push({ check, hit });
  // A check that could not ask everything it wanted has not been performed.
  if (client.refused > refusedBefore) return;
  scan.checked += 1;
  scan.information.total_checked = scan.checked;
}

/** Performs the checks one by one. Resolves to whether all of them had their turn. */
async function performAll(
  scan: Scan,
  { home, client }: Visit,
  options: RunOptions & { deadline: AbortSignal },
): Promise<boolean> {
  const { clock, scanMs, signal } = options;
  const startedAtMs = scan.startedAtMs ?? clock.now();
  const site = await surveySite({ home, client, preferences: scan.preferences, nowMs: clock.now() });
  scan.information = gatherInformation(site);
  const checks = CATALOGUE.filter(
    (check) => (check.wanted?.(scan.preferences) ?? true) && (check.applies?.(site) ?? true),
  );
  // Looking around counts as the first step.
  const steps = checks.length + 1;
  for (const [index, check] of checks.entries()) {
    scan.progress = (100 * (index + 1)) / steps;
    const { endsEarlyAt } = scan.behaviour;
    if (endsEarlyAt !== undefined && scan.progress >= endsEarlyAt) {
      scan.progress = endsEarlyAt;
      return false;
    }
    const dueMs = startedAtMs + (scanMs * (index + 1)) / steps;
    if (dueMs > clock.now()) await clock.sleep(dueMs - clock.now(), signal);
    await perform(scan, check, site, client);
    if (options.deadline.aborted) return false;
  }
  scan.subdomains = findSubdomains(site);
  scan.leaks = findLeaks(site);
  if (startedAtMs + scanMs > clock.now()) await clock.sleep(startedAtMs + scanMs - clock.now(), signal);
  return true;
}

/**
 * Takes a scan from the queue to its end, keeping `scan` up to date on the way. A target that does not answer ends
 * it early, with nothing checked.
 *
 * @throws the signal's reason when the sandbox closes first.
 */
export async function runScan(scan: Scan, options: RunOptions): Promise<void> {
  const { clock, signal } = options;
  if (scan.behaviour.neverLeavesQueue) return;
  if (options.queueMs > 0) await clock.sleep(options.queueMs, signal);
  scan.state = 'running';
  scan.startedAtMs = clock.now();
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(Math.max(MAX_SCAN_MS, options.scanMs * 2))]);
  const visited = await visit(scan, deadline);
  const complete = visited !== null && (await performAll(scan, visited, { ...options, deadline }));
  signal.throwIfAborted();
  if (complete) scan.progress = 100;
  end(scan, complete ? 'finished' : 'ended-early', clock.now());
}
