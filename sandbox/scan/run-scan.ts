import type { Clock } from '../../src/core/ports.ts';
import { catalogue } from '../checks/catalogue.ts';
import { findLeaks, findSubdomains, gatherInformation } from './information.ts';
import type { Scan } from './scan.ts';
import { crawlSite } from './site.ts';
import { createSiteClient, type SiteClient, type SiteResponse } from './site-client.ts';

const maxRequests = 64;
const requestTimeoutMs = 5_000;
/** A site that answers slowly ends the scan early. */
const maxScanMs = 90_000;

export interface RunOptions {
  readonly clock: Clock;
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
  const { clock, queueMs, scanMs, signal } = options;
  if (scan.behaviour.neverLeavesQueue) return;
  if (queueMs > 0) await clock.sleep(queueMs, signal);
  scan.state = 'running';
  scan.startedAtMs = clock.now();
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(Math.max(maxScanMs, scanMs * 2))]);
  const connection = await connect(scan, deadline);
  const isComplete = connection !== null && (await performChecks(scan, connection, { ...options, deadline }));
  signal.throwIfAborted();
  if (isComplete) scan.percentage = 100;
  scan.state = isComplete ? 'finished' : 'ended-early';
  scan.endedAtMs = clock.now();
}

interface Connection {
  readonly home: SiteResponse;
  readonly client: SiteClient;
}

/** Tries the addresses of the target in turn; the first that answers is scanned. */
async function connect(scan: Scan, signal: AbortSignal): Promise<Connection | null> {
  for (const origin of scan.target.candidates) {
    const client = createSiteClient({ origin, maxRequests, timeoutMs: requestTimeoutMs, signal });
    const home = await client.request(origin, { follow: true });
    if (home) return { home, client };
  }
  return null;
}

/** Performs the checks one by one. @returns whether all were performed */
async function performChecks(
  scan: Scan,
  { home, client }: Connection,
  { clock, scanMs, signal, deadline }: RunOptions & { readonly deadline: AbortSignal },
): Promise<boolean> {
  const startedAtMs = scan.startedAtMs ?? clock.now();
  const sleepUntil = async (dueMs: number) => {
    if (dueMs > clock.now()) await clock.sleep(dueMs - clock.now(), signal);
  };
  const site = await crawlSite({ home, client, preferences: scan.preferences, nowMs: clock.now() });
  scan.information = gatherInformation(site);
  const checks = catalogue.filter(
    ({ wanted, applies }) => (wanted?.(scan.preferences) ?? true) && (applies?.(site) ?? true),
  );
  // The crawl is the first step.
  const steps = checks.length + 1;
  for (const [index, check] of checks.entries()) {
    const done = (index + 1) / steps;
    const { endsEarlyAt = Number.POSITIVE_INFINITY } = scan.behaviour;
    scan.percentage = Math.min(100 * done, endsEarlyAt);
    if (scan.percentage === endsEarlyAt) return false;
    await sleepUntil(startedAtMs + scanMs * done);
    const refusedBefore = client.refused;
    for (const match of await check.find(site)) scan.findings.push({ check, ...match });
    // A check that could not send all of its requests was not performed completely.
    if (client.refused === refusedBefore) scan.checked += 1;
    if (deadline.aborted) return false;
  }
  scan.subdomains = findSubdomains(site);
  scan.leaks = findLeaks(site);
  await sleepUntil(startedAtMs + scanMs);
  return true;
}
