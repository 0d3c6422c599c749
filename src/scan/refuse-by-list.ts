/**
 * Refuses settings that only the list of scans shows to be wrong (`docs/contract.md`, `scan-id` and `baseline`). A run
 * refuses each setting as soon as it has the list, in `obtain-scan.ts` and `baseline-scans.ts`. A dry run does it in
 * `refuseByList`.
 */

import type { Log } from '../core/ports.ts';
import { SettingsError } from '../core/problem.ts';
import type { Target } from '../inputs/target-url.ts';
import { type BaselineSetting, type ComparedScan, refuseOwnBaseline } from '../policy/baseline.ts';
import { siteNameInLog } from '../policy/disclosure.ts';
import type { RunSetup } from '../prepare/prepare.ts';
import type { WireScanList } from '../service/wire.ts';
import { isSameTarget, targetOfScan } from './scan-list.ts';

/** @throws SettingsError if the scan of `scan-id` is of another target than `url`, if both are given */
export function refuseOtherTarget(
  list: WireScanList,
  { inputs, disclosure }: Pick<RunSetup, 'inputs' | 'disclosure'>,
  log: Log,
): void {
  const { attachedScanId: scanId } = inputs.scan;
  const { url: target } = inputs.target;
  if (scanId === null || target === null) return;
  const listedTarget = targetOfScan(list, scanId);
  const name = siteNameInLog(disclosure, target.shownAddress);
  if (listedTarget === null) {
    log.notice(
      `The scan list does not hold scan ${scanId}, so it is not known whether it is of ${name}. Check \`scan-id\` if in doubt.`,
    );
  } else if (!isSameTarget(list, listedTarget, target.fullAddress)) {
    throw new SettingsError(
      `Scan ${scanId} is of another target than \`url\` (${name}). Correct \`scan-id\`, or leave one of the two out.`,
    );
  }
}

/**
 * @param target if it is `null`, the target of the attached scan is looked up in the list
 * @throws SettingsError if the baseline is the target itself, as the list names it
 */
export function refuseListedBaseline(
  list: WireScanList,
  baseline: BaselineSetting & { kind: 'url' },
  { target, scanId, pullRequest }: Omit<ComparedScan, 'target'> & { readonly target: Target | null },
): void {
  const own = target?.fullAddress ?? (scanId === null ? null : targetOfScan(list, scanId));
  const { fullAddress } = baseline.target;
  // The list may name the target and the baseline alike, for example without their paths.
  const isOne = own !== null && isSameTarget(list, own, fullAddress);
  refuseOwnBaseline(baseline, { target: isOne ? fullAddress : own, scanId, pullRequest });
}
