/** What the parts of the scan stage share. */

import { classified } from '../core/classified-text.ts';
import type { StagePorts } from '../core/ports.ts';
import { type Problem, problemOf } from '../core/problem.ts';
import { isSameScan } from '../core/scan-id.ts';
import { DeadlineError } from '../core/time-limit.ts';
import type { RunAttempt } from '../github/context.ts';
import type { Target } from '../inputs/target-url.ts';
import type { RunSetup } from '../prepare/prepare.ts';
import type { ServiceClient } from '../service/client.ts';
import type { WireScanResult } from '../service/wire.ts';
import type { NotedScan } from './noted-scan.ts';

/** What the scan stage reads of the setup. */
export type ScanSetup = Pick<RunSetup, 'inputs' | 'policies' | 'disclosure' | 'pullRequest'> & {
  /** `attempt` is above 1 on a re-run. */
  readonly context: RunAttempt;
};

/** What every part of the scan stage needs. */
export interface ScanContext extends StagePorts {
  readonly setup: ScanSetup;
  readonly client: ServiceClient;
  /** `null` only if `scan-id` is given. */
  readonly target: Target | null;
  /** When the target was deployed, in milliseconds since the Unix epoch; `null` if unknown. No older scan is used. */
  readonly deployedAt: number | null;
  /** Reads what our pull request comment says about a scan; `null` if there is nothing, or it cannot be read. */
  readonly readNotedScan: () => Promise<NotedScan | null>;
}

/** A scan stage that can start a scan. */
export type StartContext = ScanContext & { readonly target: Target };

/**
 * The problem behind an error of the scan stage: `timeout` if the time limit of the stage is over.
 *
 * @param scan the scan in progress; `none` if none was started, `unknown` if one may have been
 */
export function timeoutOrProblem(
  timeoutMs: number,
  error: unknown,
  scan: { readonly id: string } | 'none' | 'unknown',
): Problem {
  const hasId = typeof scan === 'object';
  if (error instanceof DeadlineError)
    return { kind: 'timeout', afterMs: timeoutMs, percentage: null, scan: hasId ? 'unread' : scan };
  const problem = problemOf(error, hasId ? scan.id : null);
  return problem.kind === 'cancelled' && scan === 'unknown' ? { ...problem, scan } : problem;
}

/** The problem with a result that names another scan; `null` if it names `scanId` or none. */
export function otherScanProblem({ identificator: id }: WireScanResult, scanId: string): Problem | null {
  if (id === undefined || id === null || id === '') return null;
  if (typeof id === 'string' && isSameScan(id, scanId)) return null;
  const got = typeof id === 'string' ? id : JSON.stringify(id);
  return {
    kind: 'other-scan',
    expected: classified('public', scanId),
    got: classified('private', got.slice(0, 1000)),
  };
}
