/** The target stage: what is scanned, or why nothing is; and if the target is still there after the scan. */

import { portsUntilCancelled, type RunPorts } from '../core/ports.ts';
import { type Problem, problemOf, SettingsError } from '../core/problem.ts';
import type { Target } from '../inputs/target-url.ts';
import { refuseOwnBaseline } from '../policy/baseline.ts';
import type { RunSetup } from '../prepare/prepare.ts';
import { protectTarget } from '../prepare/protect.ts';
import type { ReadinessCheck } from './ask-target.ts';
import { discoverTarget } from './discover-target.ts';
import { askAfterScan, waitForTarget } from './wait-for-target.ts';

/** What to scan, or why nothing can be scanned. */
export interface TargetStageEnd {
  /** `null` if none was found, and for an attached scan without `url`. */
  readonly target: Target | null;
  /** When its deployment became ready, in milliseconds since the Unix epoch; `null` if unknown. */
  readonly deployedAt: number | null;
  /** The status that only `allowed-statuses` accepted as ready; `null` if there was none. */
  readonly acceptedStatus: number | null;
  /** Why nothing can be scanned: `whyNothingIsScanned` of the setup, or no target is ready. */
  readonly problem: Problem | null;
}

/**
 * Finds the target, from `url` or the event, and waits until it answers. An attached scan needs neither. With
 * `whyNothingIsScanned`, the function returns at once without a request.
 *
 * @throws SettingsError if the event has no deployment, or the baseline is the target itself
 */
export async function findReadyTarget(setup: RunSetup, ports: RunPorts): Promise<TargetStageEnd> {
  const { inputs, whyNothingIsScanned: problem } = setup;
  const { url } = inputs.target;
  let targetEnd: TargetStageEnd = { target: url, deployedAt: null, acceptedStatus: null, problem };
  if (problem !== null) return targetEnd;
  try {
    if (url === null && inputs.scan.attachedScanId === null)
      targetEnd = { ...targetEnd, ...(await discoverAndProtectTarget(setup, ports)) };
    refuseOwnBaselines(setup, targetEnd.target);
    const check = readinessCheckFor(setup, targetEnd.target, ports);
    if (check === null) return targetEnd;
    return { ...targetEnd, acceptedStatus: await waitForTarget(check) };
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    return { ...targetEnd, problem: problemOf(error) };
  }
}

/** @throws SettingsError if a policy's baseline is the target itself, or the attached scan */
function refuseOwnBaselines({ policies, inputs, pullRequest }: RunSetup, target: Target | null): void {
  const scanned = { target: target?.fullAddress ?? null, scanId: inputs.scan.attachedScanId, pullRequest };
  for (const { baseline } of policies) {
    // An attached scan without `url` gets its target from the list of scans later. The baseline is checked then.
    const isCheckedLater = target === null && baseline?.kind === 'url';
    if (baseline !== null && !isCheckedLater) refuseOwnBaseline(baseline, scanned);
  }
}

/** How to ask the target whether it is ready; `null` if it is not to be asked. */
function readinessCheckFor(
  { inputs, settings, disclosure }: RunSetup,
  target: Target | null,
  ports: RunPorts,
): ReadinessCheck | null {
  const { waitMs } = inputs.target;
  if (target === null || inputs.scan.attachedScanId !== null || waitMs === 0) return null;
  const { allowedRedirects, allowedStatuses } = settings.policy;
  return { target, disclosure, waitMs, allowedRedirects, allowedStatuses, ...portsUntilCancelled(ports) };
}

/** How the scan ended. Only a whole scan can be put in doubt by its target. */
interface ScanToDoubt {
  readonly state: 'whole' | 'enough' | 'problem';
  readonly scanId: string | null;
}

/**
 * Asks the target again when the scan is whole, if it was asked before. A failure, such as a cancellation, is a doubt
 * as well.
 *
 * @returns `doubt`: why the target may have been gone during the scan; `null` if there is no sign of that
 */
export async function checkTargetAfterScan(
  setup: RunSetup,
  { target, scanEnd }: Pick<TargetStageEnd, 'target'> & { readonly scanEnd: ScanToDoubt },
  ports: RunPorts,
): Promise<{ acceptedStatus: number | null; doubt: Problem | null }> {
  const check = scanEnd.state === 'whole' ? readinessCheckFor(setup, target, ports) : null;
  if (check === null) return { acceptedStatus: null, doubt: null };
  try {
    return { acceptedStatus: await askAfterScan(check), doubt: null };
  } catch (error) {
    return { acceptedStatus: null, doubt: problemOf(error, scanEnd.scanId) };
  }
}

async function discoverAndProtectTarget(setup: RunSetup, ports: RunPorts) {
  const { context, event, github, inputs, disclosure } = setup;
  const { environment, waitMs } = inputs.target;
  const search = { context, event, github, environment, waitMs, ...portsUntilCancelled(ports) };
  const { target, deployedAt } = await discoverTarget(search);
  protectTarget(setup, target, ports);
  if (disclosure.mode === 'full') ports.log.info(`Target: ${target.shownAddress}`);
  return { target, deployedAt };
}
