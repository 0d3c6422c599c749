/** The scans of a target in the list of the service. */

import { isSameScan } from '../core/ids.ts';
import { isMapping } from '../core/values.ts';
import type { WireScanList } from '../service/wire.ts';
import type { Preferences } from '../settings/preferences.ts';
import { hostIdentity, isBareHost, targetIdentity } from '../settings/site-address.ts';

/** A scan in the list of scans (`docs/internals/service-interface.md`, section 2.6). */
export interface ListedScan {
  readonly id: string;
  /**
   * Milliseconds since the Unix epoch, by the service's clock, in whole seconds; `null` if it has not started, or its
   * date is not known.
   */
  readonly startedAt: number | null;
  /** True from 100 % on: the list has no end date. */
  readonly isAtFullProgress: boolean;
  readonly preferences: Readonly<Record<string, unknown>>;
}

/** The scans of a target, newest first. A scan without a date comes last if it has finished, and first if not. */
export function scansOfTarget(list: WireScanList, targetAddress: string): ListedScan[] {
  return list
    .filter(({ url }) => isSameTarget(list, url, targetAddress))
    .flatMap((entry) => entry.scans ?? [])
    .map(({ id, startDate, progress, preferences }) => ({
      id,
      startedAt: startDate === undefined ? null : startDate * 1000,
      isAtFullProgress: (progress ?? 0) >= 100,
      preferences: preferences ?? {},
    }))
    .toSorted((a, b) => sortKeyOf(b) - sortKeyOf(a) || 0);
}

/** Two scans without a date differ by ∞ − ∞, which is `NaN`: they are equal. */
function sortKeyOf({ startedAt, isAtFullProgress }: ListedScan): number {
  return startedAt ?? (isAtFullProgress ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY);
}

/**
 * The newest scan of a target that is running, started at `since` or later, and has the preferences; `undefined` if
 * there is none. A scan without a date may be older.
 *
 * @param since in milliseconds since the Unix epoch
 */
export function newestRunningScan(
  list: WireScanList,
  targetAddress: string,
  { since, preferences }: { readonly since: number; readonly preferences: Preferences },
): ListedScan | undefined {
  return scansOfTarget(list, targetAddress).find(
    (scan) =>
      !scan.isAtFullProgress &&
      scan.startedAt !== null &&
      scan.startedAt >= since &&
      preferencesAgree(preferences, scan.preferences),
  );
}

/**
 * True if two targets are the same, as `list` names targets: by their hosts if it holds bare hosts only
 * (`docs/contract.md`, One scan).
 */
export function isSameTarget(list: WireScanList, one: string, other: string): boolean {
  const hasHostsOnly = list.length > 0 && list.every(({ url }) => isBareHost(url));
  const identityOf: (address: string) => string = hasHostsOnly ? hostIdentity : targetIdentity;
  return identityOf(one) === identityOf(other);
}

/** The address of the target of scan `id`, or `null` if the list does not have the scan. */
export function targetAddressOf(list: WireScanList, id: string): string | null {
  return list.find((entry) => entry.scans?.some((scan) => isSameScan(scan.id, id)))?.url ?? null;
}

/**
 * True if a scan with the `listed` preferences does what the `requested` ones ask for. Only what both name is compared:
 * the service adds its defaults, and may leave out what it does not know.
 */
export function preferencesAgree(requested: Preferences, listed: Preferences): boolean {
  return Object.entries(requested).every(([name, value]) => {
    if (!Object.hasOwn(listed, name)) return true;
    const listedValue = listed[name];
    if (isMapping(value)) return isMapping(listedValue) && preferencesAgree(value, listedValue);
    return JSON.stringify(value) === JSON.stringify(listedValue);
  });
}
