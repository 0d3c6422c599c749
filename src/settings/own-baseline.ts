/**
 * A baseline that is the run's own: the target itself, or the scan itself. In the second run, it would pass everything
 * that the first one brought in.
 */

import { isSameScan } from '../core/ids.ts';
import { SettingsError } from '../core/problem.ts';
import type { Settings } from './settings.ts';
import { targetIdentity } from './site-address.ts';

/** What is known of the run, when it is compared with its baseline. */
export interface OwnScan {
  /** `null` if it is not known. */
  readonly targetAddress: string | null;
  readonly scanId: string | null;
  /** Tells if two addresses are of one target. The list of scans may know better than {@link targetIdentity}. */
  readonly isSameAddress?: (one: string, other: string) => boolean;
}

/**
 * Checks that the baseline is not the run's own. A URL counts as its own too if the target is not known.
 *
 * | its own | then |
 * |---|---|
 * | a scan id | a wrong setting |
 * | a URL, given as an input | a wrong setting |
 * | a URL in the policy file, which may be meant for runs of other targets | it is left out, and every finding counts |
 *
 * Called as soon as something is known to compare: the target, before it is asked; the list of scans; and the id of the
 * scan.
 *
 * @returns `usable` also without a baseline
 * @throws SettingsError
 */
export function checkOwnBaseline(
  { policy: { baseline }, setByUser }: Pick<Settings, 'policy' | 'setByUser'>,
  { targetAddress, scanId, isSameAddress = isSameIdentity }: OwnScan,
): 'usable' | 'left-out' {
  if (baseline === null) return 'usable';
  if (baseline.kind === 'scan') {
    if (scanId === null || !isSameScan(baseline.scanId, scanId)) return 'usable';
    throw new SettingsError(
      '`baseline` is the scan itself, so nothing could ever be new. Give another scan.',
    );
  }
  if (targetAddress !== null && !isSameAddress(baseline.address.givenAddress, targetAddress)) return 'usable';
  if (setByUser.some(({ name, source }) => name === 'baseline' && source === 'file')) return 'left-out';
  throw new SettingsError(
    targetAddress === null
      ? '`baseline` is a URL, and the target of the scan is not known. Give `url` too.'
      : '`baseline` is the target itself, so a second run would pass everything that the first one brought in. Give another site, such as production, or a scan id.',
  );
}

function isSameIdentity(one: string, other: string): boolean {
  return targetIdentity(one) === targetIdentity(other);
}

/** The notice that a run logs if its baseline is left out. */
export const leftOutBaselineNotice =
  'The `baseline` of the policy file is the target itself, or the target is not known, so nothing is compared with it: every finding counts. This is right for a scan of the baseline itself.';
