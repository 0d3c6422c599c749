/** The scan stage: reads the baseline, gets a scan, and waits for its end. */

import type { RunPorts } from '../core/ports.ts';
import { type Problem, problemOf, SettingsError } from '../core/problem.ts';
import { DeadlineError } from '../core/time-limit.ts';
import type { ServiceClient } from '../service/client.ts';
import type { WireScanList } from '../service/wire.ts';
import { checkOwnBaseline } from '../settings/baseline-setting.ts';
import { siteNameInLog } from '../settings/disclosure.ts';
import type { RunSetup } from '../settings/setup.ts';
import { parseSiteAddress, registerAddressSecrets, type SiteAddress } from '../settings/site-address.ts';
import type { TargetOutcome } from '../target/find-target.ts';
import { type FetchedBaseline, fetchBaseline } from './baseline.ts';
import { isSameTarget, targetAddressOf } from './scan-list.ts';
import { type ObtainedScan, type ScanOrigin, startScan } from './start.ts';
import { type TakeUpOptions, takeUpScan } from './take-up.ts';
import { outcomeWithProblem, type ScanOutcome, type WaitOutcome, waitForScan } from './wait.ts';

/** The scan of a run, as it was when the run stopped waiting: its result, or the problem that prevented one. */
export type ScanOfRun = WaitOutcome & {
  /** As the target stage found it; of an attached scan without `url`, as the scan list says. `null` if unknown. */
  readonly target: SiteAddress | null;
  /** `null` if no scan was started. */
  readonly scanId: string | null;
  /** `null` without a scan. */
  readonly origin: ScanOrigin | null;
  /** A baseline that was not read is `none`. */
  readonly baseline: FetchedBaseline;
  /** True if a re-run may take the scan up: the run got it by itself, and could not wait for its end. */
  readonly mayBeTakenUp: boolean;
};

/** What the scan stage has to know of a run. */
export type ScanStageSetup = TakeUpOptions['setup'];

/** What the scan stage scans, and whom it asks. */
export interface ScanStageOptions {
  readonly service: ServiceClient;
  /** With a `problem`, nothing is scanned. */
  readonly targetOutcome: Pick<TargetOutcome, 'target' | 'problem'>;
}

/**
 * Reads the baseline, gets a scan, and waits for its end, all within `timeout`. A failure becomes the `problem` of the
 * end.
 *
 * @throws SettingsError if `scan-id` belongs to another target than `url`, or the baseline is the target or the scan
 *   itself
 */
export async function runScanStage(
  setup: ScanStageSetup,
  { service, targetOutcome }: ScanStageOptions,
  ports: Pick<RunPorts, 'clock' | 'log' | 'cancelSignal' | 'redactor'>,
): Promise<ScanOfRun> {
  const { clock, log, cancelSignal } = ports;
  const { timeout: timeoutMs, 'scan-id': givenScanId } = setup.inputs;
  const soFar: ScanSoFar = { target: targetOutcome.target, baseline: { kind: 'none' }, obtained: null };
  if (targetOutcome.problem !== null)
    return scanOfRun(soFar, outcomeWithProblem(null, targetOutcome.problem));
  using limit = clock.timeLimit(cancelSignal, timeoutMs);
  const { signal } = limit;
  try {
    if (givenScanId !== null) {
      soFar.obtained = { scanId: givenScanId, origin: 'attached' };
      const list = await service.listScans(signal);
      soFar.target = targetOfAttachedScan(list, givenScanId, setup, ports);
    }
    const { target } = soFar;
    const options = { setup, service, clock, log, signal };
    // Before a scan is started: without its baseline, it would be in vain.
    soFar.baseline = await fetchBaseline({ ...options, target });
    soFar.obtained ??= await obtainScan(options, target);
    const { scanId } = soFar.obtained;
    checkOwnBaseline(setup.settings, { target, scanId });
    return scanOfRun(soFar, await waitForScan({ ...options, scanInputs: setup.inputs, scanId }));
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    const isTimeUp = error instanceof DeadlineError;
    const problem: Problem = isTimeUp
      ? { kind: 'timeout', afterMs: timeoutMs, percentage: null }
      : problemOf(error);
    return scanOfRun(soFar, outcomeWithProblem(null, problem));
  }
}

/** What the stage has found out. A failure ends the stage with what there is. */
interface ScanSoFar {
  target: SiteAddress | null;
  baseline: FetchedBaseline;
  obtained: ObtainedScan | null;
}

function scanOfRun({ target, baseline, obtained }: ScanSoFar, awaited: WaitOutcome): ScanOfRun {
  const { scanId, origin } = obtained ?? { scanId: null, origin: null };
  const mayBeTakenUp = scanId !== null && origin !== 'attached' && isStillRunning(awaited);
  return { ...awaited, target, baseline, scanId, origin, mayBeTakenUp };
}

/** A longer URL in the scan list is left out: it would fill log and outputs. */
const maxUrlLength = 2_000;

/**
 * The target of the scan that `scan-id` names: `url`, or else what the scan list says. The gate needs its host for the
 * places of findings, which ignore rules may name.
 *
 * @returns `null` if it is not known
 * @throws SettingsError if the scan is of another target than `url`
 */
export function targetOfAttachedScan(
  list: WireScanList,
  scanId: string,
  { inputs: { url }, resolvedDisclosure }: Pick<RunSetup, 'inputs' | 'resolvedDisclosure'>,
  { log, redactor }: Pick<RunPorts, 'log' | 'redactor'>,
): SiteAddress | null {
  const listed = targetAddressOf(list, scanId) ?? '';
  if (url === null) {
    const target = listed.length <= maxUrlLength ? parseSiteAddress(listed) : null;
    registerAddressSecrets(target, { redactor });
    return target;
  }
  const name = siteNameInLog(resolvedDisclosure, url.shownAddress);
  if (listed === '')
    log.notice(
      `The scan list does not hold scan ${scanId}, so it is not known whether it is of ${name}. Check \`scan-id\` if in doubt.`,
    );
  else if (!isSameTarget(list, listed, url.givenAddress))
    throw new SettingsError(
      `Scan ${scanId} is of another target than \`url\` (${name}). Correct \`scan-id\`, or leave one of the two out.`,
    );
  return url;
}

/** The scan that an earlier attempt left behind, or a new one. */
async function obtainScan(
  options: Omit<TakeUpOptions, 'target'>,
  target: SiteAddress | null,
): Promise<ObtainedScan> {
  if (target === null) throw new Error('a scan cannot be started without a target');
  return (await takeUpScan({ ...options, target })) ?? (await startScan({ ...options, target }));
}

/** True if the run stopped waiting while the scan went on at the service. Any other end is the end of the scan. */
function isStillRunning({ problem }: ScanOutcome): boolean {
  return problem !== null && ['timeout', 'cancelled', 'service'].includes(problem.kind);
}
