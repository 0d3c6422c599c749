/** What only the reports need from the scan list. The run goes on without it. */
import type { World } from '../core/ports.ts';
import { problemOf } from '../core/problem.ts';
import type { Target } from '../inputs/target-url.ts';
import { nameInLog } from '../policy/disclosure.ts';
import { protectTarget, type RunSetup } from '../prepare.ts';
import type { ServiceClient } from '../service/client.ts';
import type { ScanOutcome } from './scan.ts';
import { lookUpTarget, readTrend, type TrendPoint } from './scan-list.ts';

/** The target of an attached scan, from the scan list; `null` if it cannot be looked up. */
export async function findAttachedTarget(
  { inputs, disclosure }: RunSetup,
  client: ServiceClient | null,
  world: World,
): Promise<Target | null> {
  const { scanId } = inputs.scan;
  if (scanId === null || client === null) return null;
  try {
    const target = await lookUpTarget({ client, scanId, signal: world.cancelled });
    protectTarget(world, target);
    return nameInLog(disclosure, target);
  } catch (error) {
    world.log.debug(`The target of scan ${scanId} is not known: ${problemOf(error).kind}`);
    return null;
  }
}

interface Scanned {
  readonly client: ServiceClient | null;
  /** `null` for an attached scan without `url`. */
  readonly target: Target | null;
  readonly outcome: ScanOutcome;
}

/** The last finished scans of the target, shown on runs without a pull request; empty if they cannot be read. */
export async function findTrend(
  { settings, pullRequest }: RunSetup,
  { client, target, outcome }: Scanned,
  { cancelled: signal, log }: World,
): Promise<readonly TrendPoint[]> {
  const { scanId, problem, partial } = outcome;
  const { summary, trackIssue } = settings.reports;
  const isShown = pullRequest.kind === 'none' && (summary || trackIssue);
  if (client === null || scanId === null || problem !== null || partial || !isShown) return [];
  try {
    return await readTrend({ client, target, scanId, signal });
  } catch (error) {
    log.debug(`No trend: ${problemOf(error).kind}`);
    return [];
  }
}
