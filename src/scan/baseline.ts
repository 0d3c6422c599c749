/** Finds the scan that is the baseline, and reads its result. */

import type { StagePorts } from '../core/ports.ts';
import { asBaselineProblem, ProblemError } from '../core/problem.ts';
import type { ServiceClient } from '../service/client.ts';
import type { WireScanList, WireScanResult } from '../service/wire.ts';
import {
  type BaselineSetting,
  baselineText,
  checkOwnBaseline,
  leftOutBaselineNotice,
} from '../settings/baseline-setting.ts';
import { siteNameInLog } from '../settings/disclosure.ts';
import type { RunSetup } from '../settings/setup.ts';
import type { SiteAddress } from '../settings/site-address.ts';
import { isSameTarget, scansOfTarget, targetAddressOf } from './scan-list.ts';
import { otherScanProblem } from './wait.ts';

/** What was fetched of a baseline. */
export type FetchedBaseline =
  /** No baseline is set, it was left out, or it was not read. */
  | { kind: 'none' }
  /** The target of the baseline has no finished scan yet. */
  | { kind: 'no-scan-yet' }
  | { kind: 'scan'; scanId: string; result: WireScanResult; siteAddress: string | null };

/** What a baseline is looked for with. */
export interface BaselineOptions extends Pick<StagePorts, 'log' | 'signal'> {
  readonly setup: Pick<RunSetup, 'inputs' | 'settings' | 'resolvedDisclosure'>;
  readonly service: ServiceClient;
  /** `null` only for an attached scan. */
  readonly target: SiteAddress | null;
}

/**
 * Reads the baseline of the policy, which must have ended at 100 % under its own id.
 *
 * @throws ProblemError of kind `baseline` if that fails
 * @throws SettingsError if the baseline is the target, or the scan itself
 */
export async function fetchBaseline(options: BaselineOptions): Promise<FetchedBaseline> {
  const { setup, service, log, signal } = options;
  const { baseline } = setup.settings.policy;
  if (baseline === null) return { kind: 'none' };
  try {
    const list = await service.listScans(signal);
    if (isBaselineLeftOut(list, options)) return { kind: 'none' };
    const found = findBaselineScan(list, baseline);
    const name = siteNameInLog(setup.resolvedDisclosure, baselineText(baseline), 'another target');
    if (found === null) {
      log.notice(`There is no finished scan of the baseline (${name}) yet: every finding counts as new.`);
      return { kind: 'no-scan-yet' };
    }
    const { language } = setup.inputs;
    const fetchOptions = { language, 'include-subdomains': false, 'include-leaks': false };
    const answer = await service.fetchScan(found.scanId, fetchOptions, signal);
    const percentage = answer?.percentage ?? 0;
    if (answer === null || percentage < 100 || answer.endedAt === null)
      throw new ProblemError({ kind: 'incomplete', percentage });
    const otherScan = otherScanProblem(answer.result, found.scanId);
    if (otherScan !== null) throw new ProblemError(otherScan);
    log.info(`Comparing with scan ${found.scanId}${baseline.kind === 'url' ? ` of ${name}` : ''}`);
    return { kind: 'scan', ...found, result: answer.result };
  } catch (error) {
    // Anything else is not about the baseline: a wrong setting, a cancel, or a mistake of this action.
    if (!(error instanceof ProblemError) || error.problem.kind === 'internal') throw error;
    throw new ProblemError(asBaselineProblem(baselineText(baseline), error.problem), { cause: error });
  }
}

/**
 * True if the baseline is left out, because it is the target itself as far as the list can tell. The log says so.
 *
 * @throws SettingsError if it is a wrong setting
 */
export function isBaselineLeftOut(
  list: WireScanList,
  { setup, target, log }: Pick<BaselineOptions, 'setup' | 'target' | 'log'>,
): boolean {
  const use = checkOwnBaseline(setup.settings, {
    target,
    scanId: setup.inputs['scan-id'],
    isSameAddress: (one, other) => isSameTarget(list, one, other),
  });
  if (use === 'left-out') log.notice(leftOutBaselineNotice);
  return use === 'left-out';
}

/** @returns `null` if the target of the baseline has no finished scan */
function findBaselineScan(list: WireScanList, baseline: BaselineSetting) {
  if (baseline.kind === 'scan')
    return { scanId: baseline.scanId, siteAddress: targetAddressOf(list, baseline.scanId) };
  const siteAddress = baseline.address.givenAddress;
  const newest = scansOfTarget(list, siteAddress).find(({ isAtFullProgress }) => isAtFullProgress);
  return newest === undefined ? null : { scanId: newest.id, siteAddress };
}
