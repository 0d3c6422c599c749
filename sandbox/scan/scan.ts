import { randomUUID } from 'node:crypto';
import type { Observation } from '../checks/check.ts';
import { emptyInformation } from './information.ts';
import { parseTarget, type Target } from './target.ts';
import type { Information, Leak, Preferences } from './wire.ts';

/** Ways in which a scan can go wrong on purpose. All are off by default. */
export interface ScanBehaviour {
  /** Fetching the scan says `Scan not initiated yet` for ever. */
  neverLeavesQueue?: boolean;
  /** Progress in percent that is never passed; no end date either. */
  stuckAt?: number;
  /** `100.00`, but the end date never comes. */
  noEndDate?: boolean;
  /** Progress in percent at which the scan ends with an end date. */
  endsEarlyAt?: number;
  /** While the scan runs, every second fetch reports less than the one before. */
  progressGoesBack?: boolean;
  /** Milliseconds after the start during which fetching the scan says 404. */
  invisibleForMs?: number;
  /** Milliseconds after the start before the scan is listed. */
  listDelayMs?: number;
}

/** One scan, as it stands. Times are milliseconds since the Unix epoch. */
export interface Scan {
  readonly id: string;
  /** As the caller gave it. */
  readonly url: string;
  readonly target: Target;
  readonly preferences: Preferences;
  readonly behaviour: ScanBehaviour;
  readonly enqueuedAtMs: number;
  startedAtMs: number | null;
  endedAtMs: number | null;
  state: 'queued' | 'running' | 'finished' | 'ended-early';
  /** 0 to 100. */
  progress: number;
  /** Checks really performed. */
  checked: number;
  observations: Observation[];
  information: Information;
  subdomains: string[];
  leaks: Leak[];
  /** How often it was fetched while running. */
  timesFetched: number;
}

export interface NewScan {
  url: string;
  preferences: Preferences;
  behaviour: ScanBehaviour;
  nowMs: number;
}

/** @throws TargetError when the target is not on this machine. */
export function createScan({ url, preferences, behaviour, nowMs }: NewScan): Scan {
  return {
    id: randomUUID(),
    url,
    target: parseTarget(url),
    preferences,
    behaviour,
    enqueuedAtMs: nowMs,
    startedAtMs: null,
    endedAtMs: null,
    state: 'queued',
    progress: 0,
    checked: 0,
    observations: [],
    information: emptyInformation(),
    subdomains: [],
    leaks: [],
    timesFetched: 0,
  };
}
