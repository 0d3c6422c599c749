/** The scans of a target in the list of the service. */

import { isMapping } from '../core/fields.ts';
import type { RunPorts } from '../core/ports.ts';
import { ProblemError, problemOf } from '../core/problem.ts';
import { isSameScan } from '../core/scan-id.ts';
import { systemTimeLimit } from '../core/time-limit.ts';
import type { Preferences } from '../inputs/preferences.ts';
import { hostIdentity, isBareHost, targetIdentity } from '../inputs/target-url.ts';
import type { ServiceClient } from '../service/client.ts';
import type { WireScanList } from '../service/wire.ts';

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
  /** Severity of the worst finding, as the service writes it; empty if absent. */
  readonly severity: string;
}

/** How long to wait for a list that the verdict does not need, in milliseconds. */
const optionalListMs = 15_000;

/**
 * The list, for a purpose that the verdict does not need; empty if it cannot be read in time.
 *
 * @param loss what is missing without the list, for the log
 */
export async function readOptionalList(
  client: ServiceClient,
  { cancelled, log }: Pick<RunPorts, 'cancelled' | 'log'>,
  loss: string,
): Promise<WireScanList> {
  using limit = systemTimeLimit(cancelled, optionalListMs);
  try {
    return await client.list(limit.signal);
  } catch (error) {
    log.debug(`${loss}: ${problemOf(error).kind}`);
    return [];
  }
}

/** The list, for a purpose that can do without it; empty if the service does not give one. @throws any other error */
export async function readListOrEmpty(client: ServiceClient, signal: AbortSignal): Promise<WireScanList> {
  try {
    return await client.list(signal);
  } catch (error) {
    if (error instanceof ProblemError) return [];
    throw error;
  }
}

/** The scans of `target`, newest first. A scan without a date comes last if it has finished, and first if not. */
export function scansOfTarget(list: WireScanList, target: string): ListedScan[] {
  return entriesOfTarget(list, target)
    .flatMap((entry) => entry.scans ?? [])
    .map(({ id, startDate, progress, preferences, severity }) => ({
      id,
      startedAt: startDate === undefined ? null : startDate * 1000,
      isAtFullProgress: (progress ?? 0) >= 100,
      preferences: preferences ?? {},
      severity: severity ?? '',
    }))
    .toSorted((a, b) => sortKeyOf(b) - sortKeyOf(a) || 0);
}

/** Two scans without a date differ by ∞ − ∞, which is `NaN`: they are equal. */
function sortKeyOf({ startedAt, isAtFullProgress }: ListedScan): number {
  return startedAt ?? (isAtFullProgress ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY);
}

/** If the list was cut: how many scans of `target` it names, and how many there are by its own count. Else `null`. */
export function countsIfCut(list: WireScanList, target: string) {
  let [listed, total] = [0, 0];
  for (const { scans = [], total: counted = 0 } of entriesOfTarget(list, target)) {
    listed += scans.length;
    total += Math.max(counted, scans.length);
  }
  return total > listed ? { listed, total } : null;
}

function entriesOfTarget(list: WireScanList, target: string): WireScanList {
  const identityOf = identityFor(list);
  const wanted = identityOf(target);
  return list.filter(({ url }) => identityOf(url) === wanted);
}

/** True if two targets are the same, as `list` names targets. */
export function isSameTarget(list: WireScanList, one: string, other: string): boolean {
  const identityOf = identityFor(list);
  return identityOf(one) === identityOf(other);
}

/** If the list holds bare hosts only, targets are compared by their hosts (`docs/contract.md`, promise 3, one scan). */
function identityFor(list: WireScanList): (target: string) => string {
  return list.length > 0 && list.every(({ url }) => isBareHost(url)) ? hostIdentity : targetIdentity;
}

/** The target of scan `id`, or `null` if the list does not have the scan. */
export function targetOfScan(list: WireScanList, id: string): string | null {
  return list.find((entry) => entry.scans?.some((scan) => isSameScan(scan.id, id)))?.url ?? null;
}

/**
 * True if a scan with the `listed` preferences does what the `requested` ones ask for. Compares only the requested
 * preferences, because the service adds its defaults.
 *
 * @param missing what it means when the list lacks a requested preference
 */
export function preferencesAgree(
  requested: Preferences,
  listed: Preferences,
  missing: 'agrees' | 'differs',
): boolean {
  return Object.entries(requested).every(([name, value]) => {
    if (!Object.hasOwn(listed, name)) return missing === 'agrees';
    const listedValue = listed[name];
    if (isMapping(value)) return isMapping(listedValue) && preferencesAgree(value, listedValue, missing);
    return JSON.stringify(value) === JSON.stringify(listedValue);
  });
}
