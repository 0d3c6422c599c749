/** Finds the scan that is the baseline, and reads its result. */

import type { StagePorts } from '../core/ports.ts';
import { baselineProblem, ProblemError } from '../core/problem.ts';
import type { ServiceClient } from '../service/client.ts';
import type { WireScanList, WireScanResult } from '../service/wire.ts';
import { siteNameInLog } from '../settings/disclosure.ts';
import type { RunSetup } from '../settings/prepare.ts';
import { isOwnBaseline, ownBaselineNotice, refuseOwnBaseline } from '../settings/settings.ts';
import type { Target } from '../settings/target-url.ts';
import { type BaselineSetting, baselineText } from '../settings/value-schemas.ts';
import { isSameTarget, scansOfTarget, targetOfScan } from './scan-list.ts';
import { otherScanProblem } from './wait.ts';

/** What was fetched of a baseline. */
export type FetchedBaseline =
  /** No baseline is set, or it was left out. */
  | { kind: 'none' }
  /** The target of the baseline has no finished scan yet. */
  | { kind: 'no-scan-yet' }
  | { kind: 'scan'; scanId: string; result: WireScanResult; target: string | null };

/** What a baseline is looked for with. */
export interface BaselineContext extends Pick<StagePorts, 'log' | 'signal'> {
  readonly setup: Pick<RunSetup, 'inputs' | 'settings' | 'resolvedDisclosure'>;
  readonly client: ServiceClient;
  /** `null` only for an attached scan. */
  readonly target: Target | null;
}

/**
 * Reads the baseline of the policy, which must be as trustworthy as the scan that is compared with it.
 *
 * @throws ProblemError of kind `baseline` if that fails
 * @throws SettingsError if the baseline is the target, or the scan itself
 */
export async function fetchBaseline(context: BaselineContext): Promise<FetchedBaseline> {
  const { setup, client, target, log, signal } = context;
  const { baseline } = setup.settings.policy;
  if (baseline === null) return { kind: 'none' };
  try {
    const list = await client.listScans(signal);
    const scan = {
      target: target?.fullAddress ?? null,
      scanId: setup.inputs['scan-id'],
      isSameTarget: (one: string, other: string) => isSameTarget(list, one, other),
    };
    refuseOwnBaseline(setup.settings, scan);
    if (isOwnBaseline(setup.settings, scan)) {
      log.notice(ownBaselineNotice);
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
    const answer = await client.fetchScan(found.scanId, options, signal);
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
    throw new ProblemError(baselineProblem(baselineText(baseline), error.problem), { cause: error });
  }
}

/** @returns `null` if the target of the baseline has no finished scan */
function findBaselineScan(list: WireScanList, baseline: BaselineSetting) {
  if (baseline.kind === 'scan')
    return { scanId: baseline.scanId, target: targetOfScan(list, baseline.scanId) };
  const target = baseline.target.fullAddress;
  const newest = scansOfTarget(list, target).find(({ isAtFullProgress }) => isAtFullProgress);
  return newest === undefined ? null : { scanId: newest.id, target };
}
