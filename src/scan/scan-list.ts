import { isMapping } from '../core/fields.ts';
import { isSameScan } from '../core/scan-id.ts';
import { isSeverity, type Severity } from '../core/severity.ts';
import { timeLimit } from '../core/time-limit.ts';
import type { Preferences } from '../inputs/preferences.ts';
import { hostIdentity, isBareHost, parseTarget, type Target, targetIdentity } from '../inputs/target-url.ts';
import type { ServiceClient } from '../service/client.ts';
import type { WireTargetEntry } from '../service/wire.ts';

/** A scan in the list of scans (`docs/service-interface.md`, section 2.6). */
export interface ListedScan {
  readonly id: string;
  /** Milliseconds since the Unix epoch, by the service's clock, in whole seconds; `null` if it has not started. */
  readonly startedAt: number | null;
  readonly finished: boolean;
  readonly preferences: Readonly<Record<string, unknown>>;
  /** Severity of the worst finding, as the service writes it; empty if absent. */
  readonly severity: string;
}

/** The scans of `target`, newest first. Scans that have not started come before all others. */
export function scansOfTarget(list: readonly WireTargetEntry[], target: string): ListedScan[] {
  return entriesOf(list, target)
    .flatMap((entry) => entry.scans ?? [])
    .map(({ id, startDate, progress, preferences, severity }) => ({
      id,
      startedAt: startDate === undefined ? null : startDate * 1000,
      finished: (progress ?? 0) >= 100,
      preferences: preferences ?? {},
      severity: severity ?? '',
    }))
    .toSorted(
      (a, b) => (b.startedAt ?? Number.POSITIVE_INFINITY) - (a.startedAt ?? Number.POSITIVE_INFINITY) || 0,
    );
}

/** How much of a list is missing: it names `listed` of `total` scans. */
export interface ListCut {
  readonly listed: number;
  readonly total: number;
}

/** What the list lacks of the scans of `target`, by its own count; `null` if it is whole, or does not say. */
export function cutOf(list: readonly WireTargetEntry[], target: string): ListCut | null {
  const counted = entriesOf(list, target).map(({ scans = [], total = 0 }) => ({
    listed: scans.length,
    total: Math.max(total, scans.length),
  }));
  const sum = (field: keyof ListCut) => counted.reduce((total, entry) => total + entry[field], 0);
  const cut = { listed: sum('listed'), total: sum('total') };
  return cut.total > cut.listed ? cut : null;
}

/** True if an entry holds fewer scans than it counts. */
export function isCut({ scans = [], total = 0 }: WireTargetEntry): boolean {
  return total > scans.length;
}

function entriesOf(list: readonly WireTargetEntry[], target: string): WireTargetEntry[] {
  const identity = identityIn(list);
  const wanted = identity(target);
  return list.filter(({ url }) => identity(url) === wanted);
}

/** What the log says of a cut list. @param cut what {@link cutOf} returned */
export function cutSentence({ listed, total }: ListCut, target: string): string {
  return `The scan list was cut: it names ${listed} of ${total} scans of ${target}.`;
}

/** Compares two targets as `list` names them. */
export function isSameTarget(list: readonly WireTargetEntry[], one: string, other: string): boolean {
  const identity = identityIn(list);
  return identity(one) === identity(other);
}

/** Where the list holds bare hosts only, the host decides (`docs/contract.md`, promise 3). */
function identityIn(list: readonly WireTargetEntry[]): (target: string) => string {
  return list.length > 0 && list.every(({ url }) => isBareHost(url)) ? hostIdentity : targetIdentity;
}

/** The target of scan `id`, or `null` if the list does not have the scan. */
export function targetOfScan(list: readonly WireTargetEntry[], id: string): string | null {
  return list.find((entry) => entry.scans?.some((scan) => isSameScan(scan.id, id)))?.url ?? null;
}

/**
 * True if a scan with the `listed` preferences does what the `given` ones ask for. Compares only what is given: the
 * service adds its defaults.
 *
 * @param missing what it means when the list lacks a given preference
 */
export function preferencesAgree(
  given: Preferences,
  listed: Preferences,
  missing: 'agrees' | 'differs',
): boolean {
  return Object.entries(given).every(([name, value]) => {
    if (!Object.hasOwn(listed, name)) return missing === 'agrees';
    const other = listed[name];
    if (isMapping(value)) return isMapping(other) && preferencesAgree(value, other, missing);
    return JSON.stringify(value) === JSON.stringify(other);
  });
}

/** A finished scan in the trend. */
export interface TrendPoint {
  /** Milliseconds since the Unix epoch, by the service's clock. */
  readonly startedAt: number;
  /** Severity of the worst finding; `null` if the list does not say. */
  readonly severity: Severity | null;
}

export interface TrendRequest {
  readonly client: ServiceClient;
  /** `null` for an attached scan without `url`: then it is looked up in the list. */
  readonly target: Target | null;
  readonly scanId: string;
  readonly signal: AbortSignal;
}

const maxTrendPoints = 12;
/** The run does not wait long for what the verdict does not need. */
const optionalLimitMs = 15_000;
/** The latest time that a `Date` can hold. */
const lastTime = 8.64e15;

/** A longer URL is left out: it would fill log and outputs. */
const maxUrlLength = 2_000;

/**
 * Looks up the target of a scan in the list. `null` if the list does not have it.
 *
 * @throws ProblemError if the list cannot be read
 * @throws DeadlineError if that takes too long
 * @throws the reason of `signal` when that aborts
 */
export async function lookUpTarget({
  client,
  scanId,
  signal,
}: Pick<TrendRequest, 'client' | 'scanId' | 'signal'>): Promise<Target | null> {
  using deadline = timeLimit(signal, optionalLimitMs);
  const url = targetOfScan(await client.list(deadline.signal), scanId) ?? '';
  const target = parseTarget(url);
  return target.ok && url.length <= maxUrlLength ? target.value : null;
}

/**
 * The last finished scans of the target, including this one, oldest first.
 *
 * @throws ProblemError if the list cannot be read
 * @throws DeadlineError if that takes too long
 * @throws the reason of `signal` when that aborts
 */
export async function readTrend({ client, target, scanId, signal }: TrendRequest): Promise<TrendPoint[]> {
  using deadline = timeLimit(signal, optionalLimitMs);
  const list = await client.list(deadline.signal);
  const url = target?.given ?? targetOfScan(list, scanId);
  const scans = url === null ? [] : scansOfTarget(list, url);
  return scans
    .flatMap(({ startedAt, finished, severity }) =>
      finished && startedAt !== null && startedAt >= 0 && startedAt <= lastTime
        ? [{ startedAt, severity: isSeverity(severity) ? severity : null }]
        : [],
    )
    .slice(0, maxTrendPoints)
    .reverse();
}
