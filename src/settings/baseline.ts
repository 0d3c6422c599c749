/** When a baseline may not be compared with, because it may be the scan itself. */

import { SettingsError } from '../core/problem.ts';
import { isSameScan } from '../core/text.ts';
import type { Settings } from './settings.ts';
import { targetIdentity } from './target-url.ts';
import type { BaselineSetting } from './values.ts';

/** The scan that is compared with a baseline. */
interface ComparedScan {
  /** The address of its target; `null` if it is not known. */
  readonly target: string | null;
  /** `null` if it is not known yet. */
  readonly scanId: string | null;
}

/**
 * The baseline to compare with. A baseline that is the target itself would pass, in the second run, everything that the
 * first one brought in. From the input it is an error. In the policy file it may be meant for runs of other targets, so
 * it is left out, and everything counts.
 *
 * @param isSameTarget tells if two addresses are of one target, as the list of scans is searched
 * @returns `null` if there is no baseline, or it is left out
 * @throws SettingsError
 */
export function baselineBeside(
  { policy: { baseline }, given }: Pick<Settings, 'policy' | 'given'>,
  { target, scanId }: ComparedScan,
  isSameTarget = (one: string, other: string) => targetIdentity(one) === targetIdentity(other),
): BaselineSetting | null {
  if (baseline === null) return null;
  if (baseline.kind === 'scan') {
    if (scanId === null || !isSameScan(baseline.scanId, scanId)) return baseline;
    throw new SettingsError(
      '`baseline` is the scan itself, so nothing could ever be new. Give another scan.',
    );
  }
  if (target !== null && !isSameTarget(baseline.target.fullAddress, target)) return baseline;
  if (given.some(({ name, source }) => name === 'baseline' && source === 'file')) return null;
  throw new SettingsError(
    target === null
      ? '`baseline` is a URL, and the target of the scan is not known. Give `url` too.'
      : '`baseline` is the target itself, so a second run would pass everything that the first one brought in. Give another site, such as production, or a scan id.',
  );
}

/** The notice that a run logs if {@link baselineBeside} leaves the baseline out. */
export const ownBaselineNotice =
  'The `baseline` of the policy file is the target itself, or the target is not known, so nothing is compared with it: every finding counts. This is right for a scan of the baseline itself.';
