/** The setting `baseline`: how it is read, and what happens if it is the run's own target or scan. */

import { isSameScan, scanIdPattern } from '../core/ids.ts';
import { SettingsError } from '../core/problem.ts';
import { parseSiteAddress, type SiteAddress, targetIdentity } from './site-address.ts';

/** The scan that findings are compared with: the newest finished one of another target, or the one with an id. */
export type BaselineSetting = { kind: 'url'; address: SiteAddress } | { kind: 'scan'; scanId: string };

/** A value with `.`, `:` or `/` is a URL. Anything else is a scan id. `null`: neither. */
export function parseBaseline(text: string): BaselineSetting | null {
  if (!/[.:/]/.test(text)) return scanIdPattern.test(text) ? { kind: 'scan', scanId: text } : null;
  const address = parseSiteAddress(text);
  return address && { kind: 'url', address };
}

/** A baseline as it is given, without user info and query. */
export function baselineText(setting: BaselineSetting): string {
  return setting.kind === 'url' ? setting.address.shownAddress : setting.scanId;
}

/** What is known of the run, when it is compared with its baseline. */
export interface OwnScan {
  /** `null` if it is not known. */
  readonly target: Pick<SiteAddress, 'givenAddress'> | null;
  readonly scanId: string | null;
  /** Tells if two addresses are of one target. The list of scans may know better than {@link targetIdentity}. */
  readonly isSameAddress?: (one: string, other: string) => boolean;
}

/** The part of the settings in force that is about it. */
interface SettingsWithBaseline {
  readonly policy: { readonly baseline: BaselineSetting | null };
  readonly setByUser: readonly { readonly name: string; readonly source: 'input' | 'file' }[];
}

/**
 * Checks that the baseline is not the run's own: in the second run, it would pass everything that the first one brought
 * in. A URL counts as its own too if the target is not known.
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
  { policy: { baseline }, setByUser }: SettingsWithBaseline,
  { target, scanId, isSameAddress = isSameIdentity }: OwnScan,
): 'usable' | 'left-out' {
  if (baseline === null) return 'usable';
  if (baseline.kind === 'scan') {
    if (scanId === null || !isSameScan(baseline.scanId, scanId)) return 'usable';
    throw new SettingsError(
      '`baseline` is the scan itself, so nothing could ever be new. Give another scan.',
    );
  }
  if (target !== null && !isSameAddress(baseline.address.givenAddress, target.givenAddress)) return 'usable';
  if (setByUser.some(({ name, source }) => name === 'baseline' && source === 'file')) return 'left-out';
  throw new SettingsError(
    target === null
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
