/** Finds the scan that is the baseline, and reads its result. */

import type { StagePorts } from '../core/ports.ts';
import { asBaselineProblem, ProblemError } from '../core/problem.ts';
import type { ServiceClient } from '../service/client.ts';
import type { WireScanList, WireScanResult } from '../service/wire.ts';
import { siteNameInLog } from '../settings/disclosure.ts';
import { checkOwnBaseline, leftOutBaselineNotice } from '../settings/own-baseline.ts';
import type { RunSetup } from '../settings/setup.ts';
import type { Target } from '../settings/target-url.ts';
import { type BaselineSetting, baselineText } from '../settings/value-schemas.ts';
import { isSameTarget, scansOfTarget, targetAddressOf } from './scan-list.ts';
import { otherScanProblem } from './wait.ts';

/** What was fetched of a baseline. */
export type FetchedBaseline =
  /** No baseline is set, or it was left out. */
  | { kind: 'none' }
  /** The target of the baseline has no finished scan yet. */
  | { kind: 'no-scan-yet' }
  | { kind: 'scan'; scanId: string; result: WireScanResult; targetAddress: string | null };

/** What a baseline is looked for with. */
export interface BaselineNeeds extends Pick<StagePorts, 'log' | 'signal'> {
  readonly setup: Pick<RunSetup, 'inputs' | 'settings' | 'resolvedDisclosure'>;
  readonly service: ServiceClient;
  /** `null` only for an attached scan. */
  readonly target: Target | null;
}

/**
 * Reads the baseline of the policy, which must have ended at 100 % under its own id.
 *
 * @throws ProblemError of kind `baseline` if that fails
 * @throws SettingsError if the baseline is the target, or the scan itself
 */
export async function fetchBaseline(needs: BaselineNeeds): Promise<FetchedBaseline> {
  const { setup, service, target, log, signal } = needs;
  const { baseline } = setup.settings.policy;
  if (baseline === null) return { kind: 'none' };
  try {
    const list = await service.listScans(signal);
    const ownScan = {
      targetAddress: target?.givenAddress ?? null,
      scanId: setup.inputs['scan-id'],
      isSameAddress: (one: string, other: string) => isSameTarget(list, one, other),
    };
    if (checkOwnBaseline(setup.settings, ownScan) === 'left-out') {
      log.notice(leftOutBaselineNotice);
      return { kind: 'none' };
    }
    const found = findBaselineScan(list, baseline);
    const name = siteNameInLog(setup.resolvedDisclosure, baselineText(baseline), 'another target');
    if (found === null) {
      log.notice(`There is no finished scan of the baseline (${name}) yet: every finding counts as new.`);
      return { kind: 'no-scan-yet' };
    }
    const { language } = setup.inputs;
    const options = { language, 'include-subdomains': false, 'include-leaks': false };
    const answer = await service.fetchScan(found.scanId, options, signal);
    const percentage = answer?.percentage ?? 0;
    if (answer === null || percentage < 100 || answer.endedAt === null)
      throw new ProblemError({ kind: 'incomplete', percentage });
    const otherScan = otherScanProblem(answer.result, found.scanId);
    if (otherScan !== null) throw new ProblemError(otherScan);
    log.info(`Comparing with scan ${found.scanId}${baseline.kind === 'url' ? ` of ${name}` : ''}`);
    return { kind: 'scan', ...found, result: answer.result };
  } catch (error) {
    // Anything else is not about the baseline: a wrong setting, a cancel, or a mistake of this action.
    if (!(error instanceof ProblemError)) throw error;
    throw new ProblemError(asBaselineProblem(baselineText(baseline), error.problem), { cause: error });
  }
}

/** @returns `null` if the target of the baseline has no finished scan */
function findBaselineScan(list: WireScanList, baseline: BaselineSetting) {
  if (baseline.kind === 'scan')
    return { scanId: baseline.scanId, targetAddress: targetAddressOf(list, baseline.scanId) };
  const targetAddress = baseline.target.givenAddress;
  const newest = scansOfTarget(list, targetAddress).find(({ isAtFullProgress }) => isAtFullProgress);
  return newest === undefined ? null : { scanId: newest.id, targetAddress };
}
