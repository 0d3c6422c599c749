/** The target stage: what is scanned, or why nothing is; and if the target is still there after the scan. */

import { portsUntilCancelled, type RunPorts } from '../core/ports.ts';
import { type Problem, problemOf, SettingsError } from '../core/problem.ts';
import { checkOwnBaseline } from '../settings/baseline-setting.ts';
import type { RunSetup } from '../settings/setup.ts';
import { registerAddressSecrets, type SiteAddress } from '../settings/site-address.ts';
import { discoverTarget } from './discover-target.ts';
import { askAfterScan, type ReadinessOptions, waitForTarget } from './wait-for-target.ts';

/** What to scan, or why nothing can be scanned. */
export interface TargetOutcome {
  /** `null` if none was found, and for an attached scan without `url`. */
  readonly target: SiteAddress | null;
  /** The status that only `allowed-statuses` accepted as ready; `null` if there was none. */
  readonly acceptedStatus: number | null;
  /** Why nothing can be scanned: `missingApiKeyProblem` of the setup, or no target is ready. */
  readonly problem: Problem | null;
}

/**
 * Finds the target, from `url` or the event, and waits until it answers. An attached scan needs neither. With
 * `missingApiKeyProblem`, the function returns at once without a request.
 *
 * @throws SettingsError if the event has no deployment, or the baseline is the target itself
 */
export async function findReadyTarget(setup: RunSetup, ports: RunPorts): Promise<TargetOutcome> {
  const { inputs, missingApiKeyProblem: problem } = setup;
  const { url, 'scan-id': givenScanId } = inputs;
  let outcome: TargetOutcome = { target: url, acceptedStatus: null, problem };
  if (problem !== null) return outcome;
  try {
    if (url === null && givenScanId === null)
      outcome = { ...outcome, target: await discoverAndProtectTarget(setup, ports) };
    // An attached scan without `url` gets its target from the list of scans later, and its baseline is checked then.
    if (outcome.target !== null)
      checkOwnBaseline(setup.settings, { target: outcome.target, scanId: givenScanId });
    const options = readinessOptionsFor(setup, outcome.target, ports);
    if (options === null) return outcome;
    return { ...outcome, acceptedStatus: await waitForTarget(options) };
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    return { ...outcome, problem: problemOf(error) };
  }
}

/** How to ask the target whether it is ready; `null` if it is not to be asked. */
function readinessOptionsFor(
  { inputs, settings, resolvedDisclosure }: RunSetup,
  target: SiteAddress | null,
  ports: RunPorts,
): ReadinessOptions | null {
  const { 'wait-for-url': waitMs, 'scan-id': givenScanId } = inputs;
  if (target === null || givenScanId !== null || waitMs === 0) return null;
  const { 'allowed-statuses': allowedStatuses } = settings.policy;
  return { target, disclosure: resolvedDisclosure, waitMs, allowedStatuses, ...portsUntilCancelled(ports) };
}

/**
 * Asks the target again when the scan has finished, if it was asked before: only a finished scan can be put in doubt by
 * its target. A failure, such as a cancellation, is a doubt as well.
 *
 * @returns why the target may have been gone during the scan; `null` if there is no sign of that
 */
export async function checkTargetAfterScan(
  setup: RunSetup,
  { target, problem }: Pick<TargetOutcome, 'target' | 'problem'>,
  ports: RunPorts,
): Promise<Problem | null> {
  const options = problem === null ? readinessOptionsFor(setup, target, ports) : null;
  if (options === null) return null;
  try {
    await askAfterScan(options);
    return null;
  } catch (error) {
    return problemOf(error);
  }
}

async function discoverAndProtectTarget(setup: RunSetup, ports: RunPorts): Promise<SiteAddress> {
  const { context, event, connect, inputs, resolvedDisclosure } = setup;
  const { environment, 'wait-for-url': waitMs } = inputs;
  const wanted = { environmentGlob: environment, waitMs };
  const options = { context, event, connect, ...wanted, ...portsUntilCancelled(ports) };
  const target = await discoverTarget(options);
  registerAddressSecrets(target, ports);
  if (resolvedDisclosure.mode === 'full') ports.log.info(`Target: ${target.shownAddress}`);
  return target;
}
