/** Reads what a scan found: once, for all policies. */

import type { Problem } from '../core/problem.ts';
import type { Preferences } from '../inputs/preferences.ts';
import type { ResultOrProblem } from '../scan/wait-for-scan.ts';
import { readFindings } from './findings.ts';
import { readHost } from './host.ts';
import { countChecks, readSummaryCounts } from './summary-counts.ts';

/** What the verdict depends on, besides the scan and the policies. */
export interface GateFacts {
  /** The `preferences` input. */
  readonly preferences: Preferences | null;
  /** Host of the target with its port, or `null` when unknown. */
  readonly siteHost: string | null;
  /** In milliseconds since the Unix epoch. */
  readonly now: number;
  /** Further reasons not to trust a finished scan, such as a target that was gone when the scan had finished. */
  readonly doubts: readonly Problem[];
}

/** How the scan ended, and the other facts that the verdict depends on. */
export type ScanToJudge = ResultOrProblem & GateFacts;

/** A scan to judge, and what is read of its result, whatever the policy is. */
export type ParsedScan = ReturnType<typeof parseScan>;

export function parseScan(scan: ScanToJudge) {
  const { result, siteHost, now } = scan;
  const listed = readFindings(result?.issues, siteHost);
  return {
    ...scan,
    listed,
    summaryCounts: readSummaryCounts(result?.issuesSummary, listed),
    /** `null` if the result has no information about the host. */
    hostFacts: readHost(result?.information, now),
    /** The number of checks performed; `null` if it is not known. */
    checkCount: result === null ? null : countChecks(result),
  };
}
