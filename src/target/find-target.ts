import type { World } from '../core/ports.ts';
import { type Problem, problemOf, SettingsError } from '../core/problem.ts';
import type { Target } from '../inputs/target-url.ts';
import { nameInLog } from '../policy/disclosure.ts';
import { refuseOwnBaseline } from '../policy/parse-baseline.ts';
import { protectTarget, type RunSetup } from '../prepare.ts';

/** What is to be scanned, or why it cannot be. */
export interface FoundTarget {
  /** `null` where none was found, and for an attached scan without `url`. */
  readonly target: Target | null;
  /** When its deployment became ready, in milliseconds since the Unix epoch; `null` where that is not known. */
  readonly readyAt: number | null;
  readonly problem: Problem | null;
}

/**
 * Finds the target, given or of the event, and waits until it answers. An attached scan needs neither.
 *
 * @throws SettingsError where the event has no deployment, and where the baseline is the target itself
 */
export async function findTarget(setup: RunSetup, world: World): Promise<FoundTarget> {
  const { url, waitMs } = setup.inputs.target;
  const isAttached = setup.inputs.scan.scanId !== null;
  let found: FoundTarget = { target: url, readyAt: null, problem: setup.problem };
  if (found.problem !== null) return found;
  try {
    if (url === null && !isAttached) found = await discover(setup, world);
    const { target } = found;
    const { baseline, allowedRedirects } = setup.settings.policy;
    refuseOwnBaseline(baseline, target?.given ?? null, setup.pullRequest);
    if (target !== null && !isAttached && waitMs > 0) {
      const { clock, log, cancelled: signal } = world;
      const { waitForTarget } = await import('./wait-for-target.ts');
      await waitForTarget({ target, waitMs, allowedRedirects, clock, log, signal });
    }
    return found;
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    return { ...found, problem: problemOf(error) };
  }
}

async function discover(setup: RunSetup, world: World): Promise<FoundTarget> {
  const { clock, log, cancelled: signal } = world;
  const { environment, waitMs } = setup.inputs.target;
  const { discoverTarget } = await import('./discover.ts');
  const found = await discoverTarget({ ...setup, environment, waitMs, clock, log, signal });
  protectTarget(world, found.target);
  const target = nameInLog(setup.disclosure, found.target, 'the target');
  if (target.logName === target.shown) log.info(`Target: ${target.shown}`);
  return { target, readyAt: found.readyAt, problem: null };
}
