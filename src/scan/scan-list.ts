import { isMapping } from '../core/json.ts';
import { isSeverity, type Severity } from '../core/severity.ts';
import type { Preferences } from '../inputs/preferences.ts';
import { type Target, targetIdentity } from '../inputs/target-url.ts';
import type { ServiceClient } from '../service/client.ts';
import type { WireTargetEntry } from '../service/schema.ts';
import { withDeadline } from './deadline.ts';

/** A scan as the list tells it (service interface, section 2.6). */
export interface ListedScan {
  readonly id: string;
  /** Milliseconds since the Unix epoch, by the service's clock, in whole seconds; `null` when it has not started. */
  readonly startedAt: number | null;
  readonly finished: boolean;
  readonly preferences: Readonly<Record<string, unknown>>;
  /** Of its worst finding, as the list says it; empty where it does not. */
  readonly severity: string;
}

/** The scans of `target` in the list, newest first; those without a start come before all others, they wait. */
export function scansOfTarget(list: readonly WireTargetEntry[], target: string): ListedScan[] {
  const identity = targetIdentity(target);
  return list
    .filter((entry) => targetIdentity(entry.url) === identity)
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

/** The target under which the list holds scan `id`, or `null` when it does not hold it. */
export function targetOfScan(list: readonly WireTargetEntry[], id: string): string | null {
  return list.find((entry) => entry.scans?.some((scan) => scan.id === id))?.url ?? null;
}

/**
 * True when a scan with the `listed` preferences does what the `given` ones ask for. Only what is given is compared:
 * the service adds its own defaults.
 *
 * @param missing what a given preference means that the list does not tell
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

/** A finished scan of the target, as the list of scans has it. */
export interface TrendPoint {
  /** Milliseconds since the Unix epoch, by the service's clock. */
  readonly startedAt: number;
  /** Of its worst finding; `null` where the list does not say. */
  readonly severity: Severity | null;
}

export interface TrendRequest {
  readonly client: ServiceClient;
  /** `null` for an attached scan without `url`: then the list says whose it is. */
  readonly target: Target | null;
  readonly scanId: string;
  readonly signal: AbortSignal;
}

const maxScans = 12;
/** Nobody waits for a picture. */
const limitMs = 15_000;
/** The latest time that JavaScript can tell. */
const lastTime = 8.64e15;

/**
 * The last finished scans of the target, this one included, oldest first.
 *
 * @throws ProblemError when the list cannot be read in time
 * @throws the reason of `signal` when that aborts
 */
export async function readTrend({ client, target, scanId, signal }: TrendRequest): Promise<TrendPoint[]> {
  using deadline = withDeadline(signal, limitMs);
  const list = await client.list(deadline.signal);
  const url = target?.given ?? targetOfScan(list, scanId);
  const scans = url === null ? [] : scansOfTarget(list, url);
  return scans
    .flatMap(({ startedAt, finished, severity }) =>
      finished && startedAt !== null && startedAt >= 0 && startedAt <= lastTime
        ? [{ startedAt, severity: isSeverity(severity) ? severity : null }]
        : [],
    )
    .slice(0, maxScans)
    .reverse();
}
