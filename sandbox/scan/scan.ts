import { randomUUID } from 'node:crypto';
import type { Preferences } from '../api/schema.ts';
import type { Finding } from '../checks/check.ts';
import { noInformation } from './information.ts';
import { parseTarget } from './target.ts';
import type { Information } from './wire.ts';

/** Ways in which a scan can go wrong on purpose. All are off by default. */
export interface ScanBehaviour {
  /** Fetching the scan always answers `Scan not initiated yet`. */
  readonly neverLeavesQueue?: boolean;
  /** Progress never passes this percentage, and there is no end date. */
  readonly stuckAt?: number;
  /** The scan ends, with an end date, at this percentage. */
  readonly endsEarlyAt?: number;
  /** For this time after the start, the scan is not listed. */
  readonly listDelayMs?: number;
}

/** One scan and its present state. Times are milliseconds since the Unix epoch. */
export interface Scan {
  readonly id: string;
  /** As the caller gave it. */
  readonly url: string;
  /** Addresses to try, in this order. */
  readonly candidates: readonly URL[];
  readonly preferences: Preferences;
  readonly behaviour: ScanBehaviour;
  readonly enqueuedAtMs: number;
  startedAtMs: number | null;
  endedAtMs: number | null;
  state: 'queued' | 'running' | 'finished' | 'ended-early';
  percentage: number;
  /** Number of checks that were performed completely. */
  checked: number;
  readonly findings: Finding[];
  information: Information;
}

/** @throws ApiError 400 where the target is not on this machine */
export function createScan(order: Pick<Scan, 'url' | 'preferences' | 'behaviour'>): Scan {
  return {
    ...order,
    id: randomUUID(),
    candidates: parseTarget(order.url),
    enqueuedAtMs: Date.now(),
    startedAtMs: null,
    endedAtMs: null,
    state: 'queued',
    percentage: 0,
    checked: 0,
    findings: [],
    information: noInformation,
  };
}
